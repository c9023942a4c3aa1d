import Basics
import NotificationFeed

/// Some users of a fleet with their devices, whose world is one of its own.
struct Squadron: Sendable {
    let users: Range<Int>
    /// The world at rest; empty before it begins.
    private(set) var bytes: [UInt8] = []
    /// Whether it did not come to rest, and takes part in nothing more.
    private(set) var isLost = false
    /// Stands for all that happened in it.
    var code: UInt64 = 0

    init(_ users: Range<Int>) { self.users = users }

    var firstUser: Int { self.users.lowerBound }

    /// Puts the world to rest; nil loses it.
    ///
    /// The memory is used again each time. So it begins with some room, since devices learn and forget little: memory
    /// that is given back and asked for a little larger would leave a hole for each squadron.
    mutating func rest(as bytes: [UInt8]?) {
        self.isLost = bytes == nil
        guard let bytes else { return self.bytes = [] }
        if self.bytes.isEmpty { self.bytes.reserveCapacity(bytes.count + bytes.count / 5) }
        self.bytes.removeAll(keepingCapacity: true)
        self.bytes.append(contentsOf: bytes)
    }

    /// Makes the users and their devices, whose apps are opened.
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

/// Which devices belong to whom in a fleet, by numbers that do not depend on how it is run.
struct FleetLayout: Sendable {
    /// As many devices as this have as many users as there are numbers of devices that one can have.
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

    /// One device for the first user, two for the second, and after five it begins anew.
    private static func firstDevice(of user: Int) -> Int {
        let (rounds, rest) = user.quotientAndRemainder(dividingBy: Self.usersInRound)
        return rounds * Self.devicesInRound + rest * (rest + 1) / 2
    }
}
