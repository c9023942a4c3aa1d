import Basics
import FeedContract
import FeedService
import NotificationFeed

/// What befalls the service, and the ways to it.
extension World {
    /// The service's process dies. All connections end, and whatever is under way to it or from it is lost.
    mutating func killService(for time: Interval) {
        guard self.service.isRunning else { return self.startLater(by: time) }
        self.loseCommits()
        self.note(.serverDied, .service)
        self.service.end()
        let callers = self.feedService.end()
        if let sweep = self.nextSweep.take() { self.callOff(sweep.handle) }
        for device in self.devices.indices { self.breakConnection(device) }
        for caller in callers { self.hearNothing(FlightNumber(caller)) }
        self.planStart(in: time)
    }

    /// Whoever waited for an answer of the process gets none.
    private mutating func hearNothing(_ flight: FlightNumber) {
        switch self.flights.land(flight) {
        case .publication(let publishing): self.publishLater(publishing)
        case .post(let post, let incarnation): self.answerForService(post, incarnation)
        // The connection over which a device asked is gone.
        default: break
        }
    }

    private mutating func planStart(in time: Interval) {
        let moment = self.now.later(by: time)
        self.service.start = (moment, self.plan(.serviceStart, at: moment, isUrgent: false))
    }

    /// Whoever is dead stays so for as long as the longest word about it says.
    private mutating func startLater(by time: Interval) {
        guard let start = self.service.start, start.moment < self.now.later(by: time) else { return }
        self.callOff(start.handle)
        self.planStart(in: time)
    }

    /// The process begins with what is stored, so also with pushes that nobody may have sent.
    mutating func startService() {
        guard !self.service.isRunning else { return }
        if let start = self.service.start.take() { self.callOff(start.handle) }
        self.service.begin()
        self.note(.serverStarted, .service)
        self.store.restart()
        self.nextSweep = nil
        self.atService { service, now, fresh, actions in service.start(at: now, &fresh, into: &actions) }
    }

    mutating func part(_ device: Int, for time: Interval) {
        let end = max(self.devices[device].faults.partedUntil ?? self.now, self.now.later(by: time))
        self.devices[device].faults.partedUntil = end
        self.note(.parted(until: end), .device(device))
    }

    /// Whether a device cannot reach the service. In a calm everybody can.
    func isParted(_ device: Int) -> Bool {
        guard !self.isCalm, self.devices[device].hasFaults else { return false }
        return self.devices[device].faults.partedUntil.map { self.now < $0 } ?? false
    }

    mutating func part(_ platform: LabPlatform, for time: Interval) {
        if self.service.partedUntil.isEmpty {
            self.service.partedUntil = LabPlatform.allCases.map { _ in World.start }
        }
        let end = max(self.service.partedUntil[platform.index], self.now.later(by: time))
        self.service.partedUntil[platform.index] = end
        self.note(.parted(from: platform, until: end), .service)
    }

    /// Whether the service cannot reach the push service that a push is for.
    func isParted(push id: UInt64) -> Bool {
        // Mostly no push service ever was parted, and no row is looked at.
        guard !self.isCalm, !self.service.partedUntil.isEmpty, let row = self.feedService.row(ofPush: id),
            let platform = LabPlatform.allCases.first(where: { PushChannel.Kind($0) == row.channel.kind })
        else { return false }
        return self.now < self.service.partedUntil[platform.index]
    }

    /// What a process sent that is dead by now had left, or had not. Its sender does not hear that it arrived, so that
    /// the next process sends it again.
    mutating func sayLastWords(_ id: UInt64) {
        let row = self.store.outboxRow(id)
        let entity = row.map { self.entity(ofInstallation: $0.device) } ?? id
        guard self.roll(.lastWords, entity).below(2) != 0, let row,
            let push = OutgoingPush(id, row, self.feedService.rules)
        else { return }
        self.deliver(push) { _, _ in }
    }

    /// A publisher whose service is not there tries again, ever less often.
    mutating func publishLater(_ publishing: Publishing) {
        var next = publishing
        next.pause = min(next.pause * 2, .minutes(1))
        self.plan(.publication(self.flights.add(.publication(next))), in: publishing.pause)
        self.leaveOutOfBustle()
    }

    /// Whoever tries again in its own good time keeps no world from its end, however many do.
    mutating func leaveOutOfBustle() { self.bustle.count = max(self.bustle.count - 1, 0) }
}
