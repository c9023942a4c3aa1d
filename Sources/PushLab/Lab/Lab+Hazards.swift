import Basics
import FeedContract
import NotificationFeed
import PushGateway
import ShoulderTap

/// Actions on a lab that only scenarios need.
extension Lab {
    /// Limits the number of changes on a page from now on.
    func setPageSize(_ size: Int) { self.world.service.store.rules.limits.pageSize = size }

    /// Delays each access to the service's store from now on.
    func setCommitDelay(_ spread: Spread) { self.world.service.commits = CommitDelays(spread) }

    /// Sends the service's pushes through Apple's front door from now on.
    func open(_ door: Scenario.FrontDoor) {
        self.world.post.door = AppleDoor(topic: self.world.people.appId, die: self.world.clock.die, plan: door)
    }

    /// Ends the service's process now.
    ///
    /// It is started again after some time.
    func killService(for time: Interval) {
        self.begin(.killService(for: time))
        self.world.killService(for: time)
    }

    /// Ends the process of the server under test now.
    ///
    /// It is started again after some time, or when the lab settles.
    ///
    /// The new process gets the bytes that the old process stored, and all requests that came in the meantime. The
    /// lab's own server has no process.
    public func killServer(for time: Duration) { self.endServer(for: max(.zero, LabDevice.bounded(time))) }

    func endServer(for time: Interval) {
        self.begin(.killServer(for: time))
        self.world.killBackend(for: time)
    }

    /// Cuts the service off from the push service of a platform for some time.
    func losePushService(of platform: LabPlatform, for time: Interval) {
        self.begin(.partition(Scenario.Cut(pushes: [platform]), for: time))
        self.world.part(platform, for: time)
    }
}

extension Lab {
    /// Delays the next maintenance timer of the service (the sweep) once, so that notifications expire late.
    ///
    /// The delay ends when the lab settles.
    func delaySweep(by time: Interval) {
        self.begin(.delaySweep(time))
        self.world.service.sweepLag = time
    }

    /// Sends an odd push from outside.
    func send(_ push: OddPush) {
        self.begin(.oddPush(push))
        self.world.send(push)
    }

    /// Sends an odd publish request from outside.
    func send(_ post: OddPost) {
        self.begin(.oddPost(post))
        self.world.send(post)
    }

    /// Compares a part of the lab with a slow model of that part.
    func compare(_ model: ModelComparison) {
        self.begin(.compare(model))
        self.world.compare(model)
    }
}

extension LabUser {
    /// Loses the service's answers to the user's next publications on their way to the lab's own server.
    ///
    /// The service stores the publications.
    func losePublishAnswers(_ count: Int) {
        self.lab.begin(.losePublishAnswers(user: self.name, count: count))
        self.lab.world.service.publishAnswersToLose[self.number, default: 0] += count
    }

    /// Invalidates the cursors of the user's devices: each device has to read from the beginning.
    func expireCursors() {
        self.lab.begin(.expireCursors(user: self.name))
        self.lab.world.run(.invalidateCursors(self.lab.world.people.feed(of: self.number)))
    }
}

extension LabDevice {
    /// Replaces the next answers to the device's fetches with invalid ones.
    func spoilPages(_ odd: OddPage, count: Int) {
        self.lab.note(.device(.oddPage(odd, count: count), self.title))
        self.lab.world.people.devices[self.number].faults.oddPages += Array(repeating: odd, count: count)
    }

    /// Delivers a push that is not a tap.
    func receive(_ push: Scenario.StrangePush) {
        self.lab.begin(.device(.push(push), self.title))
        self.lab.world.deliverStrange(push.bytes, to: self.number)
    }
}

extension World {
    /// Delivers a push that did not come from the service, if the device can receive pushes.
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
