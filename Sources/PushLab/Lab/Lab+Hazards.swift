import Basics
import FeedContract
import NotificationFeed
import PushGateway
import ShoulderTap

/// What a scenario can do to a lab, and a test need not.
extension Lab {
    /// Puts at most so many changes on a page from now on.
    func setPageSize(_ size: Int) { self.world.service.store.rules.limits.pageSize = size }

    /// The store of the service takes time for each access from now on.
    func setCommitDelay(_ spread: Spread) { self.world.service.commits = CommitDelays(spread) }

    /// The service sends its pushes through Apple's front door from now on.
    func open(_ door: Scenario.FrontDoor) {
        self.world.post.door = AppleDoor(topic: self.world.people.appId, die: self.world.clock.die, plan: door)
    }

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

extension Lab {
    /// The service does what is due so much later, once. It is not late any more when the lab settles.
    func delaySweep(by time: Interval) {
        self.begin(.delaySweep(time))
        self.world.service.sweepLag = time
    }

    /// A stranger sends an odd push.
    func send(_ push: OddPush) {
        self.begin(.oddPush(push))
        self.world.send(push)
    }

    /// A stranger publishes something odd.
    func send(_ post: OddPost) {
        self.begin(.oddPost(post))
        self.world.send(post)
    }
}

extension LabUser {
    /// The service stores the user's next publications, and its answers never reach the lab's own server.
    func losePublishAnswers(_ count: Int) {
        self.lab.begin(.losePublishAnswers(user: self.name, count: count))
        self.lab.world.service.publishAnswersToLose[self.number, default: 0] += count
    }

    /// All places that the user's devices keep are of no use any more: each has to begin anew.
    func expireCursors() {
        self.lab.begin(.expireCursors(user: self.name))
        self.lab.world.run(.invalidateCursors(self.lab.world.people.feed(of: self.number)))
    }
}

extension LabDevice {
    /// The next answers to the device's fetches are no good.
    func spoilPages(_ odd: OddPage, count: Int) {
        self.lab.note(.device(.oddPage(odd, count: count), self.title))
        self.lab.world.people.devices[self.number].faults.oddPages += Array(repeating: odd, count: count)
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
        guard self.people.devices[device].isOnline, self.people.devices[device].state != .forceQuit,
            self.people.devices[device].lock != .lockedSinceRestart
        else { return }
        guard self.people.takesSilentPushes(device) else { return }
        self.pushArrives(device, self.post.nextStrangePush(), payload, isStrange: true, isCarried: false)
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
