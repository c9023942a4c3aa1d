import Basics
import FeedContract
import NotificationFeed

/// Very many devices in one world, each running the reference app: for measuring, not for looking at.
///
/// One to five devices belong to each user, on the three platforms in turn. Only the hash of the history is kept.
package struct Fleet {
    private var world: World
    package let users: Int
    package let devices: Int

    /// Makes users until there are so many devices, and lets all of them set themselves up.
    package init(devices: Int, seed: UInt64 = 1) {
        self.world = World(
            seed: seed, host: "contoso.com", appId: "com.contoso.app", network: LabNetwork(), limits: FeedLimits())
        self.world.history.keepsEvents = false
        self.world.reserve(devices: devices)
        var made = 0
        var user = 0
        while made < devices {
            let number = self.world.addUser("u\(user)")
            for device in 0..<min(1 + user % 5, devices - made) {
                self.world.beginStep()
                let platform = LabPlatform.allCases[made % LabPlatform.allCases.count]
                _ = self.world.addDevice("d\(device)", on: platform, of: number)
                made += 1
            }
            user += 1
        }
        (self.users, self.devices) = (user, made)
        _ = self.world.runUntilQuiet(by: self.world.now.later(by: .hours(1)))
    }

    /// How many events the agenda has handed out so far.
    package var events: Int { self.world.happened }

    /// Stands for all that happened.
    package var fingerprint: String { self.world.history.fingerprint }

    /// Publishes one notification for each user and waits until all is quiet. False when it does not become quiet.
    package mutating func publishToAll() -> Bool {
        for user in 0..<self.users {
            self.world.beginStep()
            var notification = NewNotification(host: self.world.host, appNotificationId: "n1", raw: "content")
            notification.expiration = nil
            self.world.publish(notification, to: user)
        }
        return self.world.runUntilQuiet(by: self.world.now.later(by: .hours(1)))
    }

    /// Dismisses it on the first device of each user and waits again.
    package mutating func dismissOnOne() -> Bool {
        var user = -1
        for device in self.world.devices.indices where self.world.devices[device].user != user {
            user = self.world.devices[device].user
            self.world.beginStep()
            self.world.act(.dismiss, on: "n1", device: device)
        }
        return self.world.runUntilQuiet(by: self.world.now.later(by: .hours(1)))
    }

    /// How many devices show the notification as dismissed.
    package var dismissed: Int {
        self.world.devices.reduce(0) { count, device in
            count + (device.screen.items.contains { $0.showing.action == .dismissed } ? 1 : 0)
        }
    }
}
