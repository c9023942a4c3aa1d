package import Basics

/// The timers of waiting pushes, one for each push, and the removal of pushes from their places.
extension PushDelivery {
    /// Handles a timer. A cancelled timer is ignored, and a timer that fires early is set again.
    package mutating func timerFired(
        _ timer: DeliveryTimer, at now: Instant, into sink: inout some DeliverySink
    ) {
        guard let moment = self.parcels.moment(of: timer) else { return }
        guard moment <= now else { return sink.take(.setTimer(timer, at: moment)) }
        _ = self.parcels.disarm(timer.slot)
        let parcel = self.parcels[timer.slot]
        switch parcel.place {
        case .flying:
            self.arrive(timer.slot, at: now, into: &sink)
        case .storedOffline, .storedForPower:
            guard !parcel.isExpired(at: now) else { return self.discard(timer.slot, .expired, into: &sink) }
            self.takeOut(timer.slot, into: &sink)
            self.arrive(timer.slot, at: now, into: &sink)
        case .held:
            self.retryHeld(parcel.app, at: now, into: &sink)
        case .handling:
            self.timeIsUp(timer.slot, into: &sink)
        }
    }

    /// Returns the time at which a push leaves its place if no other event happens before.
    ///
    /// Returns nil for a held push, because that time depends on the current state of the app and the device.
    func moment(of parcel: Parcel) -> Instant? {
        switch parcel.place {
        case .flying: parcel.due
        case .storedOffline, .storedForPower: min(parcel.due, parcel.expiresAt ?? .distantFuture)
        case .held: nil
        case .handling: parcel.due.later(by: self.rules.handlingLimit)
        }
    }

    /// Whether the timer marks the expiration of a push that is waiting for its device.
    func keepsUntil(_ timer: DeliveryTimer) -> Bool {
        guard let moment = self.parcels.moment(of: timer) else { return false }
        switch self.parcels[timer.slot].place {
        case .storedOffline, .storedForPower, .held: return self.parcels[timer.slot].expiresAt == moment
        case .flying, .handling: return false
        }
    }

    /// Sets the timer of a parcel. An equal timer is left unchanged.
    mutating func arm(_ slot: UInt32, at moment: Instant, into sink: inout some DeliverySink) {
        guard self.parcels.alarm(of: slot) != moment else { return }
        if let old = self.parcels.disarm(slot) { sink.take(.cancelTimer(old)) }
        guard moment < .distantFuture else { return }
        sink.take(.setTimer(self.parcels.arm(slot, at: moment), at: moment))
    }

    /// Removes a parcel from the place where it waits. The parcel continues to exist.
    mutating func takeOut(_ slot: UInt32, into sink: inout some DeliverySink) {
        let parcel = self.parcels[slot]
        let app = Int(parcel.app.value)
        if let timer = self.parcels.disarm(slot) { sink.take(.cancelTimer(timer)) }
        switch parcel.place {
        case .flying: break
        case .storedOffline, .storedForPower:
            // A parcel that was already removed keeps its old `place` value until it gets a new place.
            precondition(self.apps[app].stored ?? slot == slot, "another push is stored for the app")
            self.apps[app].stored = nil
        case .held:
            precondition(self.apps[app].held ?? slot == slot, "another push is held for the app")
            self.apps[app].held = nil
        case .handling: self.unlink(slot)
        }
    }

    private mutating func unlink(_ slot: UInt32) {
        let app = Int(self.parcels[slot].app.value)
        let next = self.parcels[slot].next
        guard self.apps[app].handling != slot else { return self.apps[app].handling = next }
        guard let before = self.handled(by: AppNumber(UInt32(app))).first(where: { self.parcels[$0].next == slot })
        else { preconditionFailure("slot \(slot) is not among the pushes that its app handles") }
        self.parcels[before].next = next
    }

    mutating func free(_ slot: UInt32, into sink: inout some DeliverySink) {
        self.takeOut(slot, into: &sink)
        self.changed(slot, in: &sink)
        self.parcels.remove(slot)
        self.contents[Int(slot)] = nil
    }
}
