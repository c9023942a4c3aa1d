import Basics
import FeedContract
import NotificationFeed

/// A very large number of devices, each running the reference app.
///
/// It is for measuring, not for inspection.
///
/// Each user has one to five devices, on the three platforms in turn. Users never interact, so the fleet runs one
/// squadron at a time. A squadron is a few users in a separate world. Between two runs the world is stored as bytes.
/// Only the hash of the histories is kept.
package struct Fleet: Sendable {
    /// The default number of users that share the fixed cost of one world.
    package static let usersInSquadron = 64

    private let seed: UInt64
    /// The layout of the whole fleet, of which this may be a part.
    private let layout: FleetLayout
    private var squadrons: [Squadron] = []
    /// The number of devices of this part.
    package private(set) var devices = 0
    /// The number of users of this part.
    package private(set) var users = 0
    /// The number of events that the agendas have delivered so far.
    package private(set) var events = 0
    /// Whether every squadron has settled so far.
    package private(set) var isQuiet = true

    /// Creates users until there are `devices` devices, and runs until all of them are set up.
    ///
    /// A large fleet can be split into `parts` fleets. Each of them takes every `parts`-th squadron, beginning with the
    /// squadron that has the number `part`. The parts share no state, so each may run on its own thread.
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

    /// A hash of everything that happened.
    ///
    /// It does not depend on the number of parts.
    package var code: UInt64 {
        self.squadrons.reduce(0) { sum, squadron in sum &+ squadron.code &* UInt64(2 * squadron.firstUser + 1) }
    }

    /// The memory that the stored worlds use, in bytes.
    package var restingBytes: Int { self.squadrons.reduce(0) { $0 + $1.bytes.capacity } }

    /// Publishes one notification for each user and runs until everything settles.
    package mutating func publishToAll() { self.run([Self.publishing]) }

    /// Dismisses the notification on the first device of each user and runs until everything settles.
    package mutating func dismissOnOne() { self.run([Self.dismissing]) }

    /// Publishes and dismisses in one call.
    ///
    /// A squadron is not stored between the two steps. The result is the same as with two calls.
    package mutating func publishAndDismiss() { self.run([Self.publishing, Self.dismissing]) }

    /// An action on all users of a squadron.
    private typealias Deed = (Squadron, inout World, FleetLayout) -> Void

    private static var publishing: Deed { { $0.publishToAll(&$1, $2) } }
    private static var dismissing: Deed { { $0.dismissOnOne(&$1, $2) } }

    /// The number of devices that show the notification as dismissed.
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
            // The bytes are stored only now, so that they are next to each other in memory and not between the objects
            // of a world.
            self.squadrons[index].rest(as: course.bytes)
            if course.bytes == nil { self.isQuiet = false }
        }
    }

    /// Carries out actions on a squadron, and runs the squadron until it settles.
    ///
    /// The returned bytes are the stored world of the squadron. They are nil if the squadron did not settle.
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
