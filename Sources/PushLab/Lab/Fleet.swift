import Basics
import FeedContract
import NotificationFeed

/// Very many devices, each running the reference app: for measuring, not for looking at.
///
/// One to five devices belong to each user, on the three platforms in turn. Users meet nowhere, so that the fleet is
/// run squadron by squadron: a few users in a world of their own, which rests as bytes until it is their turn again.
/// Of its histories only the hash is kept.
package struct Fleet: Sendable {
    /// What a world costs by itself is shared by so many, unless somebody wants another number.
    package static let usersInSquadron = 64

    private let seed: UInt64
    /// Of the whole fleet, of which this may be a part.
    private let layout: FleetLayout
    private var squadrons: [Squadron] = []
    /// How many devices this part has.
    package private(set) var devices = 0
    /// How many users this part has.
    package private(set) var users = 0
    /// How many events the agendas have handed out so far.
    package private(set) var events = 0
    /// Whether every squadron has come to rest so far.
    package private(set) var isQuiet = true

    /// Makes users until there are so many devices, and lets all of them set themselves up.
    ///
    /// Of `parts` fleets each has every so manieth squadron, beginning at its part. They know nothing of each other, so
    /// that each may have a thread.
    package init(
        devices: Int, seed: UInt64 = 1, part: Int = 0, of parts: Int = 1, usersInSquadron: Int = Fleet.usersInSquadron
    ) {
        precondition(usersInSquadron > 0 && 0..<parts ~= part, "a fleet has parts, and a squadron users")
        self.seed = seed
        self.layout = FleetLayout(devices: devices, usersInSquadron: usersInSquadron)
        for number in stride(from: part, to: self.layout.squadronCount, by: parts) {
            let users = self.layout.users(ofSquadron: number)
            self.users += users.count
            self.devices += self.layout.devices(of: users).count
            self.squadrons.append(Squadron(users))
        }
        self.run([{ $0.setUp(&$1, $2) }])
    }

    /// Stands for all that happened, whatever parts it was run in.
    package var code: UInt64 {
        self.squadrons.reduce(0) { sum, squadron in sum &+ squadron.code &* UInt64(2 * squadron.firstUser + 1) }
    }

    /// What is held for the worlds while they rest.
    package var restingBytes: Int { self.squadrons.reduce(0) { $0 + $1.bytes.capacity } }

    /// Publishes one notification for each user and waits until all is quiet.
    package mutating func publishToAll() { self.run([Self.publishing]) }

    /// Dismisses it on the first device of each user and waits again.
    package mutating func dismissOnOne() { self.run([Self.dismissing]) }

    /// Both, one behind the other. Nobody sees that a squadron does not rest while others have yet to hear of the
    /// first, so that what comes of it is the same.
    package mutating func publishAndDismiss() { self.run([Self.publishing, Self.dismissing]) }

    /// Something that happens to all users of a squadron.
    private typealias Deed = (Squadron, inout World, FleetLayout) -> Void

    private static var publishing: Deed { { $0.publishToAll(&$1, $2) } }
    private static var dismissing: Deed { { $0.dismissOnOne(&$1, $2) } }

    /// How many devices show the notification as dismissed.
    package var dismissed: Int {
        self.squadrons.reduce(0) { count, squadron in
            let devices = self.world(of: squadron).people.devices
            return count + devices.count { $0.screen.items.contains { $0.showing.action == .dismissed } }
        }
    }

    private mutating func run(_ deeds: [Deed]) {
        for index in self.squadrons.indices where !self.squadrons[index].isLost {
            let course = self.course(of: self.squadrons[index], deeds)
            self.events += course.events
            self.squadrons[index].code = course.code
            // Only now: what is kept lies side by side, and not between the pieces of a world.
            self.squadrons[index].rest(as: course.bytes)
            if course.bytes == nil { self.isQuiet = false }
        }
    }

    /// What came of a squadron between two rests; without bytes if it did not come to rest.
    private func course(of squadron: Squadron, _ deeds: [Deed]) -> (events: Int, code: UInt64, bytes: [UInt8]?) {
        var world = self.world(of: squadron)
        let before = world.clock.happened
        var isQuiet = true
        for deed in deeds where isQuiet {
            deed(squadron, &world, self.layout)
            isQuiet = world.runUntilQuiet(by: world.clock.now.later(by: .hours(1)))
        }
        return (world.clock.happened - before, world.record.history.code, isQuiet ? world.packAway() : nil)
    }

    private func world(of squadron: Squadron) -> World {
        var world = World(
            seed: self.seed, host: "contoso.com", appId: "com.contoso.app", network: LabNetwork(), limits: FeedLimits())
        world.record.history.keepsEvents = false
        if !squadron.bytes.isEmpty { world.unpack(squadron.bytes) }
        return world
    }
}
