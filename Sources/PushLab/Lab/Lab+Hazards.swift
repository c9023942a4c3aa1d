import Basics
import FeedContract
import NotificationFeed
import PushGateway
import ShoulderTap

/// What a scenario can do to a lab, and a test need not.
extension Lab {
    /// Puts at most so many changes on a page from now on.
    func setPageSize(_ size: Int) { self.world.store.rules.limits.pageSize = size }

    /// The store of the service takes time for each access from now on.
    func setCommitDelay(_ spread: Spread) { self.world.commits = CommitDelays(spread) }

    /// The service's process dies now and is started again after some time.
    func killService(for time: Interval) {
        self.begin(.killService(for: time))
        self.world.killService(for: time)
    }

    /// The process of the server under test dies now and is started again after some time, or when the lab settles.
    ///
    /// What it stored it is told again, and what it was asked for meanwhile. The lab's own server has no process.
    public func killServer(for time: Duration) { self.endServer(for: max(.zero, LabDevice.bounded(time))) }

    func endServer(for time: Interval) {
        self.begin(.killServer(for: time))
        self.world.killBackend(for: time)
    }

    /// The service cannot reach the push service of a system for some time.
    func losePushService(of platform: LabPlatform, for time: Interval) {
        self.begin(.partition(Scenario.Cut(pushes: [platform]), for: time))
        self.world.part(platform, for: time)
    }
}

extension LabUser {
    /// All places that the user's devices keep are of no use any more: each has to begin anew.
    func expireCursors() {
        self.lab.begin(.expireCursors(user: self.name))
        self.lab.world.run(.invalidateCursors(self.lab.world.feed(of: self.number)))
    }
}

extension LabDevice {
    /// The next answers to the device's fetches are no good.
    func spoilPages(_ odd: OddPage, count: Int) {
        self.lab.note(.device(.oddPage(odd, count: count), self.title))
        self.lab.world.devices[self.number].faults.oddPages += Array(repeating: odd, count: count)
    }

    /// A push comes that is no tap.
    func receive(_ push: Scenario.StrangePush) {
        self.lab.begin(.device(.push(push), self.title))
        self.lab.world.deliverStrange(push.bytes, to: self.number)
    }
}

extension World {
    /// A push that did not come from the service reaches a device, if one can reach it at all.
    mutating func deliverStrange(_ payload: [UInt8], to device: Int) {
        guard self.devices[device].isOnline, self.devices[device].state != .forceQuit,
            self.devices[device].lock != .lockedSinceRestart
        else { return }
        guard self.takesSilentPushes(device) else { return }
        self.strangePushes += 1
        // Far above every number that a push service gives.
        self.pushArrives(device, 1 << 31 | self.strangePushes, payload, isStrange: true, isCarried: false)
    }
}

extension World {
    /// Apple's systems ask the build for every silent push, whoever sends it, and the battery unless somebody looks.
    private func takesSilentPushes(_ device: Int) -> Bool {
        let device = self.devices[device]
        guard device.platform == .ios else { return true }
        guard !device.lacksBackgroundMode else { return false }
        return !device.isLowPower || device.state == .foreground && device.lock == .unlocked
    }
}

extension Scenario.StrangePush {
    var bytes: [UInt8] {
        switch self {
        case .foreign: Array(#"{"aps":{"content-available":1},"somebody":"else"}"#.utf8)
        case .malformed: Array(#"{"aps":{"content-available":1},"shoulderTap":{"v":1"#.utf8)
        case .giant:
            Array(#"{"aps":{"content-available":1},"shoulderTap":""#.utf8) + Array(repeating: 0x78, count: 5_000)
                + Array(#""}"#.utf8)
        }
    }
}
