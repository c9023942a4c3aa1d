package import Basics

/// The part of the machine that tracks handlers and ends apps that do not call them.
extension PushDelivery {
    /// Handles a call of the completion handler of a push by the app. An unexpected call is ignored.
    package mutating func appFinished(
        _ app: AppNumber, _ number: PushNumber, _ result: HandlingResult, at now: Instant,
        into sink: inout some DeliverySink
    ) {
        guard let slot = self.handled(by: app).first(where: { self.parcels[$0].number == number }) else { return }
        let parcel = self.parcels[slot]
        self.free(slot, into: &sink)
        sink.take(.handled(app, number, result, took: now - parcel.due))
        guard parcel.behaviour == .call, result != .reportedCall else { return }
        self.kill(app, .callNotReported, into: &sink)
    }

    /// Handles the end of an app's process. Its pending handlers are cleared, and a later push may start the app again.
    package mutating func appEnded(_ app: AppNumber, into sink: inout some DeliverySink) {
        self.check(app)
        self.stop(app, into: &sink)
        guard self.apps[Int(app.value)].state != .forceQuit else { return }
        self.apps[Int(app.value)].state = .suspended
        sink.changed(DeliveryRowChange(.app(app)))
    }

    /// Returns the slots of the pushes that an app has to finish, oldest first.
    func handled(by app: AppNumber) -> [UInt32] {
        guard Int(app.value) < self.apps.count else { return [] }
        var slots: [UInt32] = []
        var next = self.apps[Int(app.value)].handling
        while let slot = next {
            slots.append(slot)
            next = self.parcels[slot].next
        }
        return slots.reversed()
    }

    /// Handles a push whose time limit for handling was reached.
    mutating func timeIsUp(_ slot: UInt32, into sink: inout some DeliverySink) {
        let parcel = self.parcels[slot]
        guard self.hasScreen(parcel.app) else { return self.kill(parcel.app, .handlerNotCalled, into: &sink) }
        self.free(slot, into: &sink)
        sink.take(.overdue(parcel.app, parcel.number))
    }

    /// Ends an app. A later push may start the app again, but the push that is held for it is dropped.
    private mutating func kill(_ app: AppNumber, _ reason: KillReason, into sink: inout some DeliverySink) {
        sink.take(.kill(app, reason))
        self.stop(app, into: &sink)
        self.apps[Int(app.value)].state = .suspended
        sink.changed(DeliveryRowChange(.app(app)))
        if let held = self.apps[Int(app.value)].held { self.drop(held, .appKilled, into: &sink) }
    }

    /// Clears the pending handlers of a process that has ended.
    mutating func stop(_ app: AppNumber, into sink: inout some DeliverySink) {
        for slot in self.handled(by: app) { self.free(slot, into: &sink) }
    }
}
