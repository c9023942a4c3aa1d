import Basics

/// The part of the machine that attempts, discards or stores a push at the service.
extension PushDelivery {
    /// Attempts delivery of a push that has arrived at the service.
    mutating func arrive(_ slot: UInt32, at now: Instant, into sink: inout some DeliverySink) {
        let parcel = self.parcels[slot]
        let app = self.apps[Int(parcel.app.value)]
        if let reason = self.discardReason(parcel, app, at: now) { return self.discard(slot, reason, into: &sink) }
        self.collapse(app.stored, under: slot, into: &sink)

        if let window = parcel.fate.groupingWindow, parcel.priority != .immediate, parcel.expiresAt != nil {
            self.parcels[slot].fate.groupingWindow = nil
            let release = self.burst(of: app.device) ?? now.later(by: window)
            return self.store(slot, .powerConsiderations, until: release, at: now, into: &sink)
        }
        guard self.devices[Int(app.device.value)].link == .online else {
            guard parcel.expiresAt != nil else { return self.discard(slot, .onlyAttemptFailed, into: &sink) }
            return self.store(slot, .deviceOffline, until: .distantFuture, at: now, into: &sink)
        }
        guard !parcel.fate.isLost else { return self.drop(slot, .lost, into: &sink) }
        sink.take(.log(id: self.id(in: slot), .delivered))
        self.receive(slot, at: now, into: &sink)
    }

    private func discardReason(_ parcel: Parcel, _ app: App, at now: Instant) -> DropReason? {
        if !app.isInstalled || !self.directory.isAlive(parcel.registration, at: now) { return .tokenNotActive }
        if self.directory.records[Int(parcel.registration)].app != parcel.app.value { return .tokenNotActive }
        if !app.switches.contains(.acceptsPushes) { return .disabled }
        return parcel.isExpired(at: now) ? .expired : nil
    }

    /// Returns the release time of the group that is already waiting for this device, or nil if there is none. The
    /// group is sent in one burst.
    private func burst(of device: DeviceNumber) -> Instant? {
        self.apps(of: device).compactMap { app in
            guard let slot = self.apps[Int(app.value)].stored else { return nil }
            let parcel = self.parcels[slot]
            return parcel.place == .storedForPower ? parcel.due : nil
        }.min()
    }

    private mutating func store(
        _ slot: UInt32, _ reason: StoreReason, until due: Instant, at now: Instant, into sink: inout some DeliverySink
    ) {
        let parcel = self.parcels[slot]
        let app = parcel.app
        guard self.makeRoom(in: self.apps[Int(app.value)].stored, for: slot, into: &sink) else { return }
        precondition(self.apps[Int(app.value)].stored == nil, "two pushes are stored for one app")
        self.apps[Int(app.value)].stored = slot
        self.parcels[slot].place = reason == .deviceOffline ? .storedOffline : .storedForPower
        self.parcels[slot].due = due
        self.changed(slot, in: &sink)
        sink.take(.store(app, parcel.number, reason))
        sink.take(
            .log(
                id: self.id(in: slot),
                reason == .deviceOffline ? .storedDeviceOffline : .storedPowerConsiderations))
        self.arm(slot, at: min(due, parcel.expiresAt ?? .distantFuture), into: &sink)
    }

    /// Makes room for a push, because only one push may wait at a place. Usually the newer push stays.
    ///
    /// Drops the push that waits in `place`, and returns true. But if the waiting push stays, drops the push in `slot`
    /// and returns false.
    mutating func makeRoom(
        in place: UInt32?, for slot: UInt32, into sink: inout some DeliverySink
    ) -> Bool {
        guard let place else { return true }
        let (standing, coming) = (self.parcels[place], self.parcels[slot])
        guard standing.number < coming.number || coming.fate.isTakenForNewest else {
            self.drop(slot, .newerIsWaiting, into: &sink)
            return false
        }
        sink.take(.replace(older: standing.number, newer: coming.number))
        self.drop(place, .replaced, into: &sink)
        return true
    }

    /// Drops a waiting push when a newer push with the same collapse id arrives. This happens even if the newer push
    /// does not have to wait.
    mutating func collapse(
        _ place: UInt32?, under newer: UInt32, into sink: inout some DeliverySink
    ) {
        guard let place, self.contents[Int(place)]?.collapseID != nil,
            self.push(in: place).hasCollapseID(self.push(in: newer).collapseID),
            self.parcels[place].number < self.parcels[newer].number
        else { return }
        self.drop(place, .collapsed, into: &sink)
    }

    /// Sends the pushes that were stored for a device, after its link is restored. All of them get the same fate.
    mutating func redeliver(to device: DeviceNumber, _ fate: Fate, at now: Instant, into sink: inout some DeliverySink)
    {
        for app in self.apps(of: device) {
            guard let slot = self.apps[Int(app.value)].stored, self.parcels[slot].place == .storedOffline else {
                continue
            }
            self.takeOut(slot, into: &sink)
            self.launch(slot, fate, at: now, into: &sink)
        }
    }

    /// Ends a push at the service and logs the reason.
    mutating func discard(_ slot: UInt32, _ reason: DropReason, into sink: inout some DeliverySink) {
        if let entry = reason.logEntry { sink.take(.log(id: self.id(in: slot), entry)) }
        self.drop(slot, reason, into: &sink)
    }

    mutating func drop(_ slot: UInt32, _ reason: DropReason, into sink: inout some DeliverySink) {
        let number = self.parcels[slot].number
        self.free(slot, into: &sink)
        sink.take(.drop(number, reason))
    }
}
