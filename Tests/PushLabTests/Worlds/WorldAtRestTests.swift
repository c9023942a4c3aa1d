import Basics
import NotificationFeed
import Testing

@testable import PushLab

@Suite("A world at rest")
struct WorldAtRestTests {
    @Test("continues from its bytes as if it had never been packed")
    func goesOn() {
        var packings = 0
        for seed in 1...60 as ClosedRange<UInt64> {
            let unpacked = Self.fingerprint(seed) { _ in }
            let packed = Self.fingerprint(seed) { lab in
                guard let bytes = lab.world.packAway() else { return }
                packings += 1
                lab.world = Self.world(of: bytes, like: lab.world)
            }
            #expect(packed == unpacked, "seed \(seed)")
        }
        // Whoever packed nothing has shown nothing.
        #expect(packings > 300)
    }

    @Test("gives the same bytes when it is packed again")
    func again() throws {
        var world = Self.emptyWorld
        let squadron = Squadron(0..<7)
        let layout = FleetLayout(devices: 20, usersInSquadron: 7)
        squadron.setUp(&world, layout)
        Self.rest(&world)
        let bytes = world.packAway()
        var same = Self.world(of: try #require(bytes), like: world)
        let again = same.packAway()
        #expect(again == bytes)
    }

    @Test("keeps missing modes and settings, each for its own device")
    func ownFlags() throws {
        var world = Self.emptyWorld
        let user = world.people.addUser("u")
        for name in ["a", "b", "c"] { _ = world.addDevice(name, on: .ios, of: user) }
        Self.rest(&world)
        world.people.devices[0].lacksBackgroundMode = true
        world.people.devices[1].isQuiet = true
        let bytes = world.packAway()
        let same = Self.world(of: try #require(bytes), like: world)
        #expect(same.people.devices.map(\.lacksBackgroundMode) == [true, false, false])
        #expect(same.people.devices.map(\.isQuiet) == [false, true, false])
    }

    @Test("does not exist while something is pending, or if events are kept")
    func none() {
        var world = Self.emptyWorld
        let user = world.people.addUser("u")
        #expect(Self.isPackable(world))
        _ = world.addDevice("d", on: .ios, of: user)
        #expect(!Self.isPackable(world))
        Self.rest(&world)
        #expect(Self.isPackable(world))
        world.record.history.keepsEvents = true
        #expect(!Self.isPackable(world))
    }

    @Test("does not exist while a closed app has an unsent write")
    func unsent() throws {
        let lab = Lab(seed: 1)
        lab.keepsEvents = false
        let alice = lab.user("alice")
        let phone = alice.device("phone")
        try lab.settle()
        try lab.publish(.raw("lunch?", id: "n1"), to: alice)
        try lab.settle()
        #expect(Self.isPackable(lab.world))
        phone.goOffline()
        try phone.dismiss("n1")
        phone.forceQuit()
        try lab.settle()
        #expect(!Self.isPackable(lab.world))
    }

    private static func rest(_ world: inout World) {
        let isQuiet = world.runUntilQuiet(by: world.clock.now.later(by: .hours(1)))
        #expect(isQuiet)
    }

    private static func isPackable(_ world: World) -> Bool {
        var world = world
        return world.packAway() != nil
    }

    private static var emptyWorld: World {
        var world = World(
            seed: 1, host: "contoso.com", appId: "com.contoso.app", network: LabNetwork(), limits: FeedLimits())
        world.record.history.keepsEvents = false
        return world
    }

    private static func world(of bytes: [UInt8], like other: World) -> World {
        var world = World(
            seed: other.clock.die.seed, host: other.people.host, appId: other.people.appId,
            network: other.weather.network,
            limits: other.service.store.rules.limits)
        world.unpack(bytes)
        return world
    }

    private static func fingerprint(_ seed: UInt64, atRest: @escaping (Lab) -> Void) -> String {
        var world = RandomWorld(seed: seed)
        world.lab.keepsEvents = false
        world.atRest = atRest
        let disagreement = world.play()
        #expect(disagreement == nil, "seed \(seed)")
        return world.lab.world.record.history.fingerprint
    }
}
