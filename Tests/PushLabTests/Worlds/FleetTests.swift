import Basics
import NotificationFeed
import Testing

@testable import PushLab

@Suite("A fleet")
struct FleetTests {
    @Test("shows a dismissal on all devices, with any number per user", arguments: [1, 2, 14, 15, 16, 100])
    func dismissed(devices: Int) {
        var fleet = Fleet(devices: devices, usersInSquadron: 3)
        fleet.publishToAll()
        fleet.dismissOnOne()
        #expect(fleet.isQuiet)
        #expect(fleet.devices == devices)
        #expect(fleet.dismissed == devices)
    }

    @Test("is the same in one part and in several")
    func parts() {
        let whole = Self.story(Fleet(devices: 60, usersInSquadron: 4))
        let parts = (0..<3).map { Self.story(Fleet(devices: 60, part: $0, of: 3, usersInSquadron: 4)) }
        #expect(parts.reduce(0) { $0 &+ $1.code } == whole.code)
        #expect(parts.reduce(0) { $0 + $1.events } == whole.events)
        #expect(parts.reduce(0) { $0 + $1.devices } == 60)
        #expect(parts.reduce(0) { $0 + $1.users } == whole.users)
    }

    @Test("is the same whether it is packed between publishing and dismissing or not")
    func rest() {
        var fleet = Fleet(devices: 60, usersInSquadron: 4)
        fleet.publishAndDismiss()
        let rested = Self.story(Fleet(devices: 60, usersInSquadron: 4))
        #expect(fleet.code == rested.code)
        #expect(fleet.events == rested.events)
        #expect(fleet.dismissed == 60)
    }

    @Test("is the same each time, and different with another seed")
    func seeds() {
        let code = Self.story(Fleet(devices: 20)).code
        #expect(Self.story(Fleet(devices: 20)).code == code)
        #expect(Self.story(Fleet(devices: 20, seed: 2)).code != code)
    }

    @Test("gives one device to the first user, two to the second, and starts again after five")
    func layout() {
        let layout = FleetLayout(devices: 17, usersInSquadron: 4)
        #expect(layout.userCount == 7)
        let devices = (0..<7).map { layout.devices(of: $0..<$0 + 1) }
        #expect(devices == [0..<1, 1..<3, 3..<6, 6..<10, 10..<15, 15..<16, 16..<17])
        #expect((0..<layout.squadronCount).map(layout.users(ofSquadron:)) == [0..<4, 4..<7])
    }

    private static func story(_ fleet: Fleet) -> Fleet {
        var fleet = fleet
        fleet.publishToAll()
        fleet.dismissOnOne()
        return fleet
    }
}
