import Basics
import FeedContract
import ReferenceModels
import TestSupport
import Testing

@testable import FeedTestSupport
import NotificationFeed

@Suite("The packed service")
struct PackedServiceTests {
    private static let now = Instant(microseconds: 1_700_000_000_000_000)
    private static let feed = FeedKey(host: "contoso.com", user: "alice")

    @Test("a store keeps a request, a pending fallback, and the used rate limit of an app")
    func store() {
        var limits = FeedLimits()
        limits.appThrottle = Throttle(1, each: .hours(1))
        limits.userThrottle = Throttle(1, each: .hours(1))
        var store = MemoryFeedStore(FeedRules(limits))
        var notification = NewNotification(host: "contoso.com", appNotificationId: "n1", raw: "r")
        (notification.groupName, notification.priority) = ("food", .high)
        notification.fallback = .init(delay: .minutes(2), visual: Content.Visual(title: "Lunch", body: "At noon"))
        let publication = Publication(notification, requestId: "once")
        func command(_ act: FeedCommand.Act) -> FeedCommand {
            FeedCommand(act, now: Self.now, fresh: Fresh(id: "fresh", number: 1 << 40))
        }
        let first = store.run(command(.publish(Self.feed, publication))).outcome
        store = store.packedAndUnpacked(near: Self.now)
        #expect(store.run(command(.publish(Self.feed, publication))).outcome == first)
        notification.appNotificationId = "n2"
        guard case .refused(let refusal) = store.run(command(.publish(Self.feed, Publication(notification)))).outcome
        else { return #expect(Bool(false), "it is published too often") }
        #expect(refusal.code == .throttled)
        #expect(store.nextDue() == Self.now + .minutes(2))
    }

    @Test("a store keeps subscriptions without pushes")
    func quiet() {
        var store = MemoryFeedStore(FeedRules())
        var made = 0
        func run(_ act: FeedCommand.Act) {
            made += 1
            let fresh = Fresh(id: "fresh \(made)", number: 1 << 40)
            _ = store.run(FeedCommand(act, now: Self.now, fresh: fresh))
        }
        for (device, isQuiet) in [("phone", true), ("tablet", false)] {
            let channel = PushChannel(.apns, token: device)
            run(.register(user: Self.feed.user, RegisterRequest(device: device, channel: channel, appId: "app")))
            run(.subscribe(Self.feed, device: device, appId: "app", isQuiet: isQuiet))
        }
        store = store.packedAndUnpacked(near: Self.now)
        run(.publish(Self.feed, Publication(NewNotification(host: Self.feed.host, raw: "r"))))
        #expect(store.claimOutbox(limit: .max, now: Self.now, lease: .zero).map(\.row.device) == ["tablet"])
    }

    @Test("a store with pending work is not at rest")
    func atWork() {
        var store = MemoryFeedStore(FeedRules())
        #expect(store.isAtRest)
        let fetch = FeedCommand(
            .fetch(Self.feed, Reading(.start)), now: Self.now, fresh: Fresh(id: "fresh", number: 1))
        store.submit(.feed(fetch), as: Ticket(1))
        #expect(!store.isAtRest)
        var answers: [StoreAnswer] = []
        store.settle(into: &answers)
        #expect(store.isAtRest)
    }

    @Test("an office keeps its tokens, and which were revoked")
    func office() throws {
        var desk = TokenDesk()
        let (live, revoked) = (try desk.token(.publisher), try desk.token(.application))
        desk.office.revoke(revoked, at: desk.now)
        desk.wait(.minutes(1))
        let other = try desk.token(.delegated("bob", scopes: ["Notifications.ReadWrite.CreatedByApp"]))
        let reader = try desk.token(.delegated("carol", scopes: AccessScope.consumer.map(\.name)))
        var packer = Packer(origin: desk.now)
        packer.write(other)
        desk.office.pack(into: &packer)
        var unpacker = Unpacker(packer.bytes, origin: desk.now)
        #expect(unpacker.text() == other)
        desk.office = TokenOffice(from: &unpacker, rules: desk.office.rules)
        #expect(unpacker.isAtEnd)
        #expect(try desk.check(live).user == "alice")
        #expect(try desk.check(other).user == "bob")
        #expect(try desk.check(reader, .sync).user == "carol")
        #expect(throws: AccessRefusal.lacks([.notifications])) { try desk.check(reader, .publish) }
        #expect(throws: AccessRefusal.self) { try desk.check(other, .sync) }
        #expect(throws: AccessRefusal.revoked) { try desk.check(revoked) }
        desk.wait(.minutes(60))
        #expect(throws: AccessRefusal.expired) { try desk.check(other) }
    }

    @Test("an office keeps the spelling of scopes")
    func spelling() throws {
        var desk = TokenDesk()
        let spellings = ["Notifications.ReadWrite.CreatedByApp", "notifications.readwrite.createdbyapp"]
        let tokens = try spellings.map { try desk.token(.delegated(scopes: [$0])) }
        var packer = Packer(origin: desk.now)
        desk.office.pack(into: &packer)
        var unpacker = Unpacker(packer.bytes, origin: desk.now)
        desk.office = TokenOffice(from: &unpacker, rules: desk.office.rules)
        #expect(try tokens.map { try desk.check($0).scopes.map(\.name) } == spellings.map { [$0] })
    }
}
