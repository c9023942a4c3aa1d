import Basics
import FeedContract
import FeedService
import NotificationFeed

/// Faults of the service and of the connections to it.
extension World {
    /// Kills the service's process.
    ///
    /// All connections end, and all messages on their way to it or from it are lost.
    mutating func killService(for time: Interval) {
        guard self.service.process.isRunning else { return self.startLater(by: time) }
        self.loseCommits()
        self.note(.serverDied, .service)
        self.service.process.end()
        let callers = self.service.machine.end()
        if let sweep = self.service.nextSweep.take() { self.clock.callOff(sweep.handle) }
        for device in self.people.devices.indices { self.breakConnection(device) }
        for caller in callers { self.hearNothing(FlightNumber(caller)) }
        self.planStart(in: time)
    }

    /// Ends the wait of a caller that gets no answer from the dead process.
    private mutating func hearNothing(_ flight: FlightNumber) {
        switch self.service.flights.land(flight) {
        case .publication(let publishing): self.publishLater(publishing)
        case .post(let post, let incarnation): self.answerForService(post, incarnation)
        // The connection on which the device sent its request is closed.
        default: break
        }
    }

    private mutating func planStart(in time: Interval) {
        let moment = self.clock.now.later(by: time)
        self.service.process.start = (moment, self.clock.plan(.serviceStart, at: moment, isUrgent: false))
    }

    /// Delays the restart of a dead process, if the new time is later than the planned one.
    private mutating func startLater(by time: Interval) {
        guard let start = self.service.process.start, start.moment < self.clock.now.later(by: time) else { return }
        self.clock.callOff(start.handle)
        self.planStart(in: time)
    }

    /// Starts the process with the stored state, including pushes that may not have been sent yet.
    mutating func startService() {
        guard !self.service.process.isRunning else { return }
        if let start = self.service.process.start.take() { self.clock.callOff(start.handle) }
        self.service.process.begin()
        self.note(.serverStarted, .service)
        self.service.store.restart()
        self.service.nextSweep = nil
        self.atService { service, now, fresh, actions in service.start(at: now, &fresh, into: &actions) }
    }

    mutating func part(_ device: Int, for time: Interval) {
        let end = self.people.part(device, until: self.clock.now.later(by: time), at: self.clock.now)
        self.note(.parted(until: end), .device(device))
    }

    /// Slows down each message of a device.
    mutating func slow(_ device: Int, by lag: Interval, for time: Interval) {
        self.people.devices[device].faults.slowness = (lag, self.clock.now.later(by: time))
        self.note(.slowed, .device(device))
    }

    mutating func part(_ platform: LabPlatform, for time: Interval) {
        let end = self.service.part(platform, until: self.clock.now.later(by: time))
        self.note(.parted(from: platform, until: end), .service)
    }

    /// Delivers or loses a push of a dead process, by chance.
    ///
    /// The dead process does not learn that the push arrived, so the next process sends it again.
    mutating func sayLastWords(_ id: UInt64) {
        let row = self.service.store.outboxRow(id)
        let entity = row.map { self.people.entity(ofInstallation: $0.device) } ?? id
        guard self.clock.roll(.lastWords, entity).below(2) != 0, let row,
            let push = OutgoingPush(id, row, self.service.machine.rules)
        else { return }
        self.deliver(push) { _, _ in }
    }

    /// Retries a publication while the service is down, with growing pauses.
    mutating func publishLater(_ publishing: Publishing) {
        var next = publishing
        next.pause = min(next.pause * 2, .minutes(1))
        self.clock.plan(.publication(self.service.flights.add(.publication(next))), in: publishing.pause)
        self.clock.leaveOutOfBustle()
    }
}
