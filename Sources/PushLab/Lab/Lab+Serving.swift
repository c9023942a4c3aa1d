package import Basics
package import PushGateway

/// A lab that a server drives: it runs in steps of the server's clock, and devices come and go while it runs.
extension Lab {
    /// Virtual time since the lab was opened.
    package var time: Interval { self.world.clock.now - LabTime.start }

    /// The current time of the lab.
    package var moment: Instant { self.world.clock.now }

    /// The time of the next pending event; nil when there is none.
    package var nextTime: Interval? { self.world.clock.agenda.nextMoment.map { $0 - LabTime.start } }

    /// Runs all events up to a time, and stops there.
    ///
    /// A time in the past changes nothing.
    package func run(until time: Interval) throws {
        let end = min(LabTime.start.later(by: time), LabTime.end)
        guard end > self.world.clock.now else { return }
        self.world.run(until: end)
        try self.check()
        if self.world.isStuck { throw NotSettled(self.world) }
    }

    /// Returns the kept events from an index on.
    ///
    /// The index zero belongs to the first event after the last ``takeHistory()``.
    package func events(from place: Int) -> ArraySlice<HistoryEvent> { self.world.record.history.events[place...] }

    /// Returns the kept events and removes them.
    package func takeHistory() -> [HistoryEvent] { self.world.record.history.takeEvents() }

    /// Lets a court read the events since the last call.
    ///
    /// Returns a copy of the court. The copy has also compared the log with the current feeds.
    package func judgement(by court: inout Court) -> Court {
        court.read(self.view)
        var verdict = court
        verdict.compare(standing: self.truths)
        return verdict
    }

    /// Applies the network, service and push service settings of a scenario.
    package func adopt(_ scenario: Scenario) {
        self.network = scenario.network
        if let sizes = scenario.pageSize { self.setPageSize(sizes.upperBound) }
        if let commit = scenario.commit { self.setCommitDelay(commit) }
        if let budget = scenario.wakeBudget { self.setWakeBudget(budget) }
    }

    /// The device whose app has or had this token of Apple's push service, even if the token is dead by now.
    package func device(with token: DeviceToken) -> LabDevice? {
        self.world.device(with: token).map { LabDevice(lab: self, number: $0) }
    }
}

extension LabUser {
    /// Creates a device. Returns nil if the user already has a device with this name.
    ///
    /// If `token` is given, the device gets this token instead of a token from the push service.
    package func newDevice(_ name: String, on platform: LabPlatform, token: DeviceToken? = nil) -> LabDevice? {
        let title = InstallationName.text(user: self.name, device: name)
        guard self.lab.world.people.installations[title] == nil else { return nil }
        self.lab.world.beginStep()
        return LabDevice(
            lab: self.lab, number: self.lab.world.addDevice(name, on: platform, of: self.number, token: token))
    }
}
