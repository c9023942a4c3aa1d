import Basics
import NotificationFeed

/// Some users of a fleet with their devices, in a separate world.
struct Squadron: Sendable {
    let users: Range<Int>
    /// The stored form of the world. Empty before the world begins.
    private(set) var bytes: [UInt8] = []
    /// Whether the squadron did not settle.
    ///
    /// If so, it takes no further part in the fleet.
    private(set) var isLost = false
    /// A hash of everything that happened in the squadron.
    var code: UInt64 = 0

    init(_ users: Range<Int>) { self.users = users }

    var firstUser: Int { self.users.lowerBound }

    /// Stores the world. If `bytes` is nil, the squadron is lost.
    ///
    /// The memory is reused. It begins with some spare room, because the data of a device hardly grows. Reallocating
    /// slightly more memory each time would leave a hole in memory for each squadron.
    mutating func rest(as bytes: [UInt8]?) {
        self.isLost = bytes == nil
        guard let bytes else { return self.bytes = [] }
        if self.bytes.isEmpty { self.bytes.reserveCapacity(bytes.count + bytes.count / 5) }
        self.bytes.removeAll(keepingCapacity: true)
        self.bytes.append(contentsOf: bytes)
    }

    /// Creates the users and their devices, and opens the apps.
    func setUp(_ world: inout World, _ layout: FleetLayout) {
        world.people.reserve(devices: layout.devices(of: self.users).count)
        for user in self.users {
            let number = world.people.addUser("u\(user)")
            for (place, device) in layout.devices(of: user..<user + 1).enumerated() {
                world.clock.steps = UInt32(device)
                world.beginStep()
                let platform = LabPlatform.allCases[device % LabPlatform.allCases.count]
                _ = world.addDevice("d\(place)", on: platform, of: number)
            }
        }
    }

    func publishToAll(_ world: inout World, _ layout: FleetLayout) {
        for user in self.users {
            world.clock.steps = UInt32(layout.deviceCount + user)
            world.beginStep()
            var notification = NewNotification(host: world.people.host, appNotificationId: "n1", raw: "content")
            notification.expiration = nil
            world.publish(notification, to: user - self.firstUser)
        }
    }

    func dismissOnOne(_ world: inout World, _ layout: FleetLayout) {
        let first = layout.devices(of: self.users).lowerBound
        for user in self.users {
            world.clock.steps = UInt32(layout.deviceCount + layout.userCount + user)
            world.beginStep()
            world.act(.dismiss, on: "n1", device: layout.devices(of: user..<user + 1).lowerBound - first)
        }
    }
}

/// The assignment of devices to users in a fleet.
///
/// It does not depend on how the fleet is run.
struct FleetLayout: Sendable {
    /// The number of devices in each round of five users: 1 + 2 + 3 + 4 + 5.
    private static let devicesInRound = 15
    private static let usersInRound = 5

    let deviceCount: Int
    let userCount: Int
    private let usersInSquadron: Int

    init(devices: Int, usersInSquadron: Int) {
        self.deviceCount = devices
        self.usersInSquadron = usersInSquadron
        var users = devices / Self.devicesInRound * Self.usersInRound
        while Self.firstDevice(of: users) < devices { users += 1 }
        self.userCount = users
    }

    var squadronCount: Int { (self.userCount + self.usersInSquadron - 1) / self.usersInSquadron }

    func users(ofSquadron number: Int) -> Range<Int> {
        let first = number * self.usersInSquadron
        return first..<min(first + self.usersInSquadron, self.userCount)
    }

    func devices(of users: Range<Int>) -> Range<Int> {
        let end = min(Self.firstDevice(of: users.upperBound), self.deviceCount)
        return Self.firstDevice(of: users.lowerBound)..<end
    }

    /// The first device of a user.
    ///
    /// The first user has one device, and the second user has two devices. After five users the count starts again.
    private static func firstDevice(of user: Int) -> Int {
        let (rounds, rest) = user.quotientAndRemainder(dividingBy: Self.usersInRound)
        return rounds * Self.devicesInRound + rest * (rest + 1) / 2
    }
}
