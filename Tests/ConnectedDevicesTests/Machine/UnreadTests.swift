import Basics
import ConnectedDevices
import FeedContract
import ReferenceModels
import Testing

@Suite("The number of notifications that wait for their user")
struct UnreadTests {
    typealias Wish = (read: ReadState?, action: UserActionState?)

    static let wishes: [(Wish, waits: Bool)] = [
        ((nil, nil), true), ((.unread, nil), true), ((nil, .noInteraction), true), ((nil, .snoozed), true),
        ((.read, nil), false), ((nil, .dismissed), false), ((nil, .activated), false), ((.read, .snoozed), false),
    ]

    @Test("A requested state counts at once, and no differently after it is confirmed", arguments: wishes)
    func saved(_ wish: Wish, _ waits: Bool) throws {
        var yard = DeviceYard()
        yard.device("phone")
        for id in ["n0", "n1"] { yard.publish(id) }
        yard.drain()
        let feed = try #require(yard.devices[0].feed)
        #expect(yard.devices[0].machine.unreadCount(in: feed) == 2)
        yard.save("n0", on: 0, read: wish.read, action: wish.action)
        #expect(yard.devices[0].machine.unreadCount(in: feed) == (waits ? 2 : 1))
        yard.drain()
        #expect(yard.devices[0].machine.unreadCount(in: feed) == (waits ? 2 : 1))
    }

    @Test("Deleted and expired notifications do not count, and a missing feed has none")
    func gone() throws {
        var yard = DeviceYard()
        yard.device("phone")
        yard.publish("n0", life: .minutes(1))
        for id in ["n1", "n2"] { yard.publish(id) }
        yard.drain()
        let feed = try #require(yard.devices[0].feed)
        yard.delete("n1", on: 0)
        #expect(yard.devices[0].machine.unreadCount(in: feed) == 2)
        yard.drain()
        #expect(yard.devices[0].machine.unreadCount(in: feed) == 2)
        yard.wait(.minutes(2))
        yard.sync(0)
        yard.drain()
        #expect(yard.devices[0].machine.unreadCount(in: feed) == 1)
        #expect(yard.devices[0].machine.unreadCount(in: FeedNumber(9)) == 0)
    }
}
