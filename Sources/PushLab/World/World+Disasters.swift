import Basics
import FeedContract
import FeedService
import NotificationFeed

/// What befalls the service, and the ways to it.
extension World {
    /// The service's process dies. All connections end, and whatever is under way to it or from it is lost.
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

    /// Whoever waited for an answer of the process gets none.
    private mutating func hearNothing(_ flight: FlightNumber) {
        switch self.service.flights.land(flight) {
        case .publication(let publishing): self.publishLater(publishing)
        case .post(let post, let incarnation): self.answerForService(post, incarnation)
        // The connection over which a device asked is gone.
        default: break
        }
    }

    private mutating func planStart(in time: Interval) {
        let moment = self.clock.now.later(by: time)
        self.service.process.start = (moment, self.clock.plan(.serviceStart, at: moment, isUrgent: false))
    }

    /// Whoever is dead stays so for as long as the longest word about it says.
    private mutating func startLater(by time: Interval) {
        guard let start = self.service.process.start, start.moment < self.clock.now.later(by: time) else { return }
        self.clock.callOff(start.handle)
        self.planStart(in: time)
    }

    /// The process begins with what is stored, so also with pushes that nobody may have sent.
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

    /// Each message of a device takes so much longer.
    mutating func slow(_ device: Int, by lag: Interval, for time: Interval) {
        self.people.devices[device].faults.slowness = (lag, self.clock.now.later(by: time))
        self.note(.slowed, .device(device))
    }

    mutating func part(_ platform: LabPlatform, for time: Interval) {
        let end = self.service.part(platform, until: self.clock.now.later(by: time))
        self.note(.parted(from: platform, until: end), .service)
    }

    /// What a process sent that is dead by now had left, or had not. Its sender does not hear that it arrived, so that
    /// the next process sends it again.
    mutating func sayLastWords(_ id: UInt64) {
        let row = self.service.store.outboxRow(id)
        let entity = row.map { self.people.entity(ofInstallation: $0.device) } ?? id
        guard self.clock.roll(.lastWords, entity).below(2) != 0, let row,
            let push = OutgoingPush(id, row, self.service.machine.rules)
        else { return }
        self.deliver(push) { _, _ in }
    }

    /// A publisher whose service is not there tries again, ever less often.
    mutating func publishLater(_ publishing: Publishing) {
        var next = publishing
        next.pause = min(next.pause * 2, .minutes(1))
        self.clock.plan(.publication(self.service.flights.add(.publication(next))), in: publishing.pause)
        self.clock.leaveOutOfBustle()
    }
}
