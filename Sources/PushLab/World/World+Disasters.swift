import Basics
import FeedContract
import NotificationFeed

/// What befalls the service, and the ways to it.
extension World {
    /// The service's process dies. All connections end, and whatever is under way to it or from it is lost.
    mutating func killService(for time: Interval) {
        guard self.service.isRunning else { return self.startLater(by: time) }
        self.note(.serverDied, .service)
        self.service.end()
        if let sweep = self.nextSweep.take() { self.callOff(sweep.handle) }
        for device in self.devices.indices { self.breakConnection(device) }
        self.planStart(in: time)
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
        self.sendPushes()
        self.sweep()
    }

    mutating func part(_ device: Int, for time: Interval) {
        let end = max(self.devices[device].faults.partedUntil ?? self.now, self.now.later(by: time))
        self.devices[device].faults.partedUntil = end
        self.note(.parted, .device(device), first: Self.time(of: end))
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
        self.note(.parted, .service, detail: UInt32(platform.index) + 1, first: Self.time(of: end))
    }

    private func isParted(_ kind: PushChannel.Kind) -> Bool {
        let platform = LabPlatform.allCases.first { PushChannel.Kind($0) == kind }
        return platform.map { self.now < self.service.partedUntil[$0.index] } ?? false
    }

    /// Whether a push does not get to its push service: its sender died before it had left, or tries again later.
    mutating func keepsBack(_ id: UInt64, of service: UInt32) -> Bool {
        guard self.service.hears(service) else {
            return self.roll(.lastWords, self.entity(ofPush: id)).below(2) == 0
        }
        // Mostly no push service ever was parted, and no row is looked at.
        guard !self.isCalm, !self.service.partedUntil.isEmpty, let row = self.store.outboxRow(id),
            self.isParted(row.channel.kind)
        else { return false }
        // The longer it has waited, the less often it is tried.
        let pause = min(max(self.now - row.created, .seconds(1)), .minutes(1))
        self.plan(.push(self.flights.add(.push(id, service: service))), in: pause)
        self.leaveOutOfBustle()
        return true
    }

    /// A publisher whose service is not there tries again, ever less often.
    mutating func publishLater(_ publishing: Publishing) {
        var next = publishing
        next.pause = min(next.pause * 2, .minutes(1))
        self.plan(.publication(self.flights.add(.publication(next))), in: publishing.pause)
        self.leaveOutOfBustle()
    }

    /// Whoever tries again in its own good time keeps no world from its end, however many do.
    private mutating func leaveOutOfBustle() { self.bustle.count = max(self.bustle.count - 1, 0) }
}
