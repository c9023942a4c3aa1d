import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed
import ReferenceModels
import Testing

/// What a device makes of a feed that has begun another life.
extension SyncTests {
    @Test("in another epoch of the feed, as after a restored backup, numbers start anywhere")
    func otherLife() throws {
        var (yard, ticket) = try self.readingBehindSave()
        let old = self.published(&yard)
        yard.send(.answer(ticket, self.page(yard, [old], done: true, isFull: true)), to: 0)
        #expect(yard.shown(0).map(\.version) == [1])
        #expect(yard.shown(0).map(\.userActionState) == [.noInteraction])
        #expect(yard.devices[0].view["n0"]?.version == 1)
    }

    @Test(
        "a change by this device at a change of epoch is kept until everything is read again",
        arguments: [true, false])
    func wordBetweenLives(_ isGiven: Bool) throws {
        var (yard, _) = try self.waiting()
        yard.drain()
        yard.sync(0)
        let ticket = try #require(yard.lastTicket(of: 0))
        yard.queue.removeAll()
        yard.save("n0", on: 0, action: .dismissed)
        yard.drain()
        let before = yard.devices[0].requestCount
        let old = self.published(&yard)
        let handled = yard.devices[0].completions.count
        yard.send(.process(yard.devices[0].call(), TapArrival(host: nil, subscription: nil)), to: 0)
        yard.send(.answer(ticket, self.page(yard, [old], done: true, isFull: true)), to: 0)
        #expect(yard.shown(0).map(\.userActionState) == [.dismissed])
        #expect(yard.devices[0].requestCount == before + 1 && yard.devices[0].completions.count == handled)
        // The service has either given the word in the new life, or forgotten it with the old one.
        var last = old
        if isGiven { (last.version, last.userActionState) = (2, .dismissed) }
        let next = try #require(yard.lastTicket(of: 0))
        guard case .fetch(let fetch) = try #require(yard.lastRequest(of: 0)) else {
            Issue.record("nothing is read once more")
            return
        }
        #expect(fetch.cursor == nil)
        yard.queue.removeAll()
        yard.send(.answer(next, self.page(yard, [last], done: true, isFull: true)), to: 0)
        #expect(yard.shown(0).map(\.userActionState) == [isGiven ? .dismissed : .noInteraction])
        #expect(yard.devices[0].machine.isQuiet && yard.devices[0].completions.count == handled + 1)
    }

    @Test("a change in an epoch that was not read yet is seen as soon as the epoch is read")
    func wordBeforeLife() throws {
        var (yard, _) = try self.readingBehindSave()
        yard.drain()
        let call = yard.save("n0", on: 0, read: .read)
        let ticket = try #require(yard.lastTicket(of: 0))
        yard.queue.removeAll()
        yard.send(.answer(ticket, .saved(version: 2)), to: 0)
        #expect(yard.devices[0].outcome(of: call) == .saved(true))
        let next = try #require(yard.lastTicket(of: 0))
        guard case .fetch = try #require(yard.lastRequest(of: 0)) else {
            Issue.record("nothing is read of what the service did")
            return
        }
        yard.queue.removeAll()
        var given = self.published(&yard)
        (given.version, given.readState) = (2, .read)
        yard.send(.answer(next, self.page(yard, [given], done: true, isFull: true)), to: 0)
        #expect(yard.shown(0).map(\.readState) == [.read] && yard.devices[0].view["n0"]?.readState == .read)
    }

    @Test(
        "a notification that a new epoch does not have is seen when it is published there, deleted before or not",
        arguments: [true, false])
    func publishedInLife(_ isDeleted: Bool) throws {
        var (yard, _) = try self.readingBehindSave()
        yard.drain()
        if isDeleted { yard.delete("n0", on: 0) }
        yard.drain()
        let published = self.published(&yard)
        for page in [self.page(yard, [], done: true, isFull: true), self.page(yard, [published], done: true)] {
            yard.sync(0)
            yard.queue.removeAll()
            yard.send(.answer(try #require(yard.lastTicket(of: 0)), page), to: 0)
        }
        #expect(yard.shown(0).map(\.isDeleted) == [false] && yard.devices[0].view["n0"]?.version == 1)
    }

    @Test("a tap for a subscription that the process did not store is handled after a full read")
    func subscriptionNotKept() throws {
        var yard = DeviceYard()
        yard.install("phone")
        yard.send(.addAccount(yard.devices[0].call(), yard.account), to: 0)
        yard.drain()
        yard.register(0)
        yard.drain()
        yard.open(0)
        let stored = yard.devices[0].stored
        yard.subscribe(0)
        yard.drain()
        yard.devices[0].stored = stored
        try yard.crash(0)
        yard.open(0)
        yard.publish("n0")
        let (handled, fetches) = (yard.devices[0].completions.count, yard.fetches(of: 0))
        yard.deliver()
        #expect(yard.devices[0].completions.count == handled)
        yard.drain()
        #expect(yard.ids(yard.shown(0)) == ["n0"] && yard.fetches(of: 0) > fetches)
        #expect(yard.devices[0].completions.count == handled + 1 && yard.devices[0].machine.isQuiet)
    }
}
