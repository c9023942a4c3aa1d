import Basics
import FeedContract
import ReferenceModels
import TestSupport
import Testing

@testable import ConnectedDevices

@Suite("A machine that waits for nothing")
struct PackedMachineTests {
    @Test("is restored from its bytes, with everything that it may know")
    func everything() {
        var names = NameTable()
        let (account, host, app) = (names.intern("alice"), names.intern("contoso.com"), names.intern("app"))
        let facts = NotificationFacts(
            serverId: "s1", content: Content(raw: "r", visual: Content.Visual(title: "Lunch", body: "At noon")),
            groupName: "food", priority: .high, expiration: Instant(microseconds: 7_000_000))
        var machine = DeviceMachine(device: names.intern("alice/phone"))
        var record = AccountRecord(AccountKey(account, .aad), .ready)
        (record.token, record.isAskingForToken, record.mayBeRegistered) = (names.intern("token"), true, true)
        let channel = DeviceChannel(.apns, token: names.intern("0a0b0c0d"), appId: app, displayName: .unknown)
        record.registration = RegistrationRecord(channel: channel, end: .distantFuture, state: .expiring)
        machine.accounts = [AccountRecord(AccountKey(.none, .anonymous), .removing), record]
        var feed = FeedRecord(FeedNumber(3), record.key, host: host)
        (feed.subscription, feed.appId, feed.isQuiet, feed.days) = (names.intern("s"), app, true, 7)
        feed.subscriptionEnd = Instant(microseconds: -9)
        (feed.cursor, feed.position) = (Cursor("11aabbccdd"), FeedPosition(epoch: .max, mark: 5))
        let change = DeviceChange(
            id: names.intern("n1"), facts: names.intern(facts), kind: .deleted, readState: .read,
            userActionState: .snoozed, generation: 2, version: 9, time: Instant(microseconds: 4))
        var item = CachedNotification(change, order: 1 << 33, born: 1 << 32)
        (item.isInDoubt, item.isOwnWord) = (true, true)
        feed.cache = [item]
        (feed.isSynchronized, feed.isStale, feed.attempts) = (true, true, 4)
        feed.retryAt = Instant(microseconds: 12)
        let options = ReaderOptions(start: .end, phase: .expired, readState: .read, userActionState: .activated)
        feed.readers = [
            ReaderRecord(number: ReaderNumber(1), options: options, position: 1 << 33),
            ReaderRecord(number: ReaderNumber(2), options: ReaderOptions(), position: 0),
        ]
        machine.feeds = [feed, FeedRecord(FeedNumber(4), record.key, host: .none)]
        (machine.phase, machine.connection, machine.starts, machine.order) = (.running, .open, 2, 1 << 33 + 1)
        (machine.lastTicket, machine.lastNumber, machine.isAlarmForWork) = (8, 9, true)
        machine.alarm = Instant(microseconds: 1)
        let (same, sameNames) = machine.packedAndUnpacked(with: names, near: Instant(microseconds: 5))
        #expect(same == machine)
        #expect(sameNames.count == names.count)
        #expect(sameNames.text(machine.device) == "alice/phone")
        #expect(sameNames.facts(FactsName(1)) == facts)
    }

    @Test("is restored from its bytes when it is new")
    func new() {
        let machine = DeviceMachine(device: .none)
        #expect(machine.packedAndUnpacked(with: NameTable(), near: .distantFuture).0 == machine)
    }

    @Test("has work to do after a request")
    func atWork() {
        var yard = DeviceYard()
        yard.device("phone")
        yard.drain()
        #expect(yard.devices[0].machine.isAtRest)
        yard.sync(0)
        #expect(!yard.devices[0].machine.isAtRest)
        yard.drain()
        #expect(yard.devices[0].machine.isAtRest)
    }
}
