import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed
import ReferenceModels
import Testing

/// What a device keeps of what ended.
extension SyncTests {
    @Test("marks are forgotten when the service has forgotten them")
    func marks() throws {
        var yard = DeviceYard()
        yard.device("phone")
        yard.publish("n1")
        yard.drain()
        yard.delete("n1", on: 0)
        yard.drain()
        #expect(yard.shown(0).map(\.isDeleted) == [true])
        yard.wait(.days(29))
        yard.sync(0)
        yard.drain()
        #expect(yard.shown(0).count == 1)
        yard.wait(.days(2))
        yard.sync(0)
        yard.drain()
        #expect(yard.shown(0).isEmpty)
    }

    @Test("no mark is forgotten before its readers have seen it, however old the change of its notification is")
    func unheardMarks() throws {
        var (yard, _) = try self.waiting()
        yard.drain()
        #expect(yard.devices[0].view["n0"] != nil)
        yard.wait(.days(31))
        let before = yard.fetches(of: 0)
        yard.sync(0)
        // The subscription has come to its end too, and is renewed first.
        while yard.fetches(of: 0) == before { yard.deliver() }
        let ticket = try #require(yard.lastTicket(of: 0))
        yard.send(.answer(ticket, self.page(yard, [], done: true, isFull: true)), to: 0)
        #expect(yard.devices[0].view["n0"] == nil)
        #expect(yard.shown(0).isEmpty)
    }

    @Test("a later reader learns of what a full read did not contain, however long nobody read")
    func laterReader() throws {
        var yard = DeviceYard()
        yard.device("phone")
        yard.publish("n1", life: .days(29))
        yard.drain()
        #expect(yard.devices[0].view["n1"] != nil)
        yard.wait(.days(60))
        yard.queue.removeAll()
        try yard.crash(0)
        let host = yard.names.intern(DeviceYard.host)
        yard.devices[0].feed = yard.devices[0].machine.openFeed(yard.account, host: host)
        yard.sync(0)
        yard.drain()
        yard.open(0)
        #expect(yard.devices[0].view["n1"] == nil)
    }

    @Test("a mark that no reader has seen is kept for a later reader, however often the process died")
    func unreadMark() throws {
        var yard = DeviceYard()
        yard.device("phone")
        yard.publish("n1")
        yard.drain()
        #expect(yard.devices[0].view["n1"] != nil)
        _ = yard.run(.delete(FeedKey(host: DeviceYard.host, user: "alice"), Deletion(id: "n1")))
        yard.queue.removeAll()
        let host = yard.names.intern(DeviceYard.host)
        for days in [29, 2] as [Int64] {
            yard.wait(.days(days))
            yard.queue.removeAll()
            try yard.crash(0)
            yard.devices[0].feed = yard.devices[0].machine.openFeed(yard.account, host: host)
            yard.sync(0)
            yard.drain()
            #expect(yard.shown(0).map(\.isDeleted) == [true])
        }
        yard.open(0)
        #expect(yard.devices[0].view["n1"] == nil)
        yard.sync(0)
        yard.drain()
        #expect(yard.shown(0).isEmpty)
    }
}
