import Basics

/// The part of the machine that handles a push on its device.
extension PushDelivery {
    mutating func receive(_ slot: UInt32, at now: Instant, into sink: inout some DeliverySink) {
        let parcel = self.parcels[slot]
        let (app, number) = (parcel.app, parcel.number)
        self.collapse(self.apps[Int(app.value)].held, under: slot, into: &sink)
        switch parcel.behaviour {
        case .nothing:
            self.drop(slot, .notUnderstood, into: &sink)
        case .system:
            sink.take(.handToSystem(app, number, self.push(in: slot)))
            self.free(slot, into: &sink)
        case .alert:
            self.present(slot, into: &sink)
            self.free(slot, into: &sink)
        case .alertWithWake:
            self.present(slot, into: &sink)
            // The alert is already shown, so a wake that is not allowed is not retried.
            guard self.refusal(of: app) == nil, self.blockade(of: slot, at: now) == nil else {
                return self.free(slot, into: &sink)
            }
            self.wake(slot, at: now, into: &sink)
        case .call:
            guard self.apps[Int(app.value)].state != .forceQuit else {
                return self.drop(slot, .forceQuit, into: &sink)
            }
            sink.take(.ring(app, number, self.push(in: slot)))
            self.startHandling(slot, at: now, into: &sink)
        case .silent:
            if let reason = self.refusal(of: app) { return self.drop(slot, reason, into: &sink) }
            self.parcels[slot].due = now.later(by: parcel.fate.patience)
            if let block = self.blockade(of: slot, at: now) {
                return self.hold(slot, block, at: now, into: &sink)
            }
            if let held = self.apps[Int(app.value)].held, self.parcels[held].number < number {
                sink.take(.replace(older: self.parcels[held].number, newer: number))
                self.drop(held, .replaced, into: &sink)
            }
            self.wake(slot, at: now, into: &sink)
        }
    }

    private func present(_ slot: UInt32, into sink: inout some DeliverySink) {
        let (app, number, push) = (self.parcels[slot].app, self.parcels[slot].number, self.push(in: slot))
        sink.take(self.hasScreen(app) ? .handAlert(app, number, push) : .showAlert(app, number, push))
    }

    /// Returns the reason why this app can never get a silent push, or nil if it can.
    private func refusal(of app: AppNumber) -> DropReason? {
        let app = self.apps[Int(app.value)]
        guard app.switches.contains(.backgroundMode) else { return .noBackgroundMode }
        return app.state == .forceQuit ? .forceQuit : nil
    }

    /// Returns the reason why the app cannot get this push now, or nil if it can.
    private func blockade(of slot: UInt32, at now: Instant) -> HoldReason? {
        let parcel = self.parcels[slot]
        let app = self.apps[Int(parcel.app.value)]
        let device = self.devices[Int(app.device.value)]
        if self.hasScreen(parcel.app) { return nil }
        if device.lock == .lockedSinceRestart { return .lockedSinceRestart }
        if !app.switches.contains(.backgroundRefresh) { return .backgroundRefreshOff }
        if device.power == .lowPower { return .lowPower }
        if app.state == .suspended, app.handling == nil {
            if parcel.priority == .passive || !self.rules.wakesSuspendedApps { return .suspended }
            if now < parcel.due { return .suspended }
        }
        guard let budget = self.rules.wakeBudget else { return nil }
        return app.allowance.payable(under: budget) <= now ? nil : .overBudget
    }

    /// Whether the app is visible. A locked screen hides it.
    func hasScreen(_ app: AppNumber) -> Bool {
        let app = self.apps[Int(app.value)]
        return app.state == .foreground && self.devices[Int(app.device.value)].lock == .unlocked
    }

    private mutating func hold(
        _ slot: UInt32, _ reason: HoldReason, at now: Instant, into sink: inout some DeliverySink
    ) {
        let parcel = self.parcels[slot]
        let app = parcel.app
        guard self.makeRoom(in: self.apps[Int(app.value)].held, for: slot, into: &sink) else { return }
        precondition(self.apps[Int(app.value)].held == nil, "two pushes are held for one app")
        self.apps[Int(app.value)].held = slot
        self.parcels[slot].place = .held
        self.changed(slot, in: &sink)
        sink.take(.hold(app, parcel.number, reason))
        self.watch(slot, reason, into: &sink)
    }

    /// Retries the held push after a change that may allow its delivery.
    mutating func retryHeld(_ app: AppNumber, at now: Instant, into sink: inout some DeliverySink) {
        guard let slot = self.apps[Int(app.value)].held else { return }
        if self.parcels[slot].isExpired(at: now) { return self.drop(slot, .expired, into: &sink) }
        if let reason = self.refusal(of: app) { return self.drop(slot, reason, into: &sink) }
        if let reason = self.blockade(of: slot, at: now) { return self.watch(slot, reason, into: &sink) }
        self.takeOut(slot, into: &sink)
        self.wake(slot, at: now, into: &sink)
    }

    /// Sets the timer of a held push. It fires when the push expires, or when the push may be delivered without another
    /// event.
    private mutating func watch(_ slot: UInt32, _ reason: HoldReason, into sink: inout some DeliverySink) {
        let parcel = self.parcels[slot]
        let app = self.apps[Int(parcel.app.value)]
        var moment = parcel.expiresAt ?? .distantFuture
        if reason == .overBudget, let budget = self.rules.wakeBudget {
            moment = min(moment, app.allowance.payable(under: budget))
        }
        if reason == .suspended, parcel.priority != .passive, self.rules.wakesSuspendedApps {
            moment = min(moment, parcel.due)
        }
        self.arm(slot, at: moment, into: &sink)
    }

    private mutating func wake(_ slot: UInt32, at now: Instant, into sink: inout some DeliverySink) {
        let parcel = self.parcels[slot]
        if let budget = self.rules.wakeBudget, !self.hasScreen(parcel.app) {
            self.apps[Int(parcel.app.value)].allowance.spend(at: now, under: budget)
            sink.changed(DeliveryRowChange(.app(parcel.app)))
        }
        sink.take(.wake(parcel.app, parcel.number, self.push(in: slot)))
        self.startHandling(slot, at: now, into: &sink)
    }

    private mutating func startHandling(_ slot: UInt32, at now: Instant, into sink: inout some DeliverySink) {
        let app = self.parcels[slot].app
        precondition(self.parcels[slot].place != .handling, "an app gets the push in slot \(slot) twice")
        self.parcels[slot].place = .handling
        self.parcels[slot].next = self.apps[Int(app.value)].handling
        self.apps[Int(app.value)].handling = slot
        self.parcels[slot].due = now
        self.changed(slot, in: &sink)
        self.arm(slot, at: now.later(by: self.rules.handlingLimit), into: &sink)
        // The app now runs for one push, so it can also get a push that was held because the app was suspended.
        self.retryHeld(app, at: now, into: &sink)
    }
}
