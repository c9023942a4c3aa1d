import Basics
import FeedContract
import FeedTestSupport
import NotificationFeed
import ShoulderTap
import Testing

/// The 24 promises of the original, by number.
///
/// | promise | kept by | tested |
/// |---|---|---|
/// | 1 stored first, per app and user | service | `storedFirst` |
/// | 2 one signal per subscribed instance | service | `oneSignalEach` |
/// | 3 the same signal for every kind of change | service | `sameSignal` |
/// | 4 a signal carries no content | service | `noContent` |
/// | 5 push, parse, fetch, events, in this order | client | with the client |
/// | 6 one tap leads to all that was missed | service | `oneTapIsEnough` |
/// | 7 the originator is not signalled | service | `originatorIsNotSignalled` |
/// | 8 the originator's own reader sees its change | client | with the client; what it reads: `DecisionTests` |
/// | 9 dismissed never deletes | service | `dismissedStays` |
/// | 10 expired leaves store and history | service | `expiredLeaves` |
/// | 11 deleted stays readable as a mark | service | `deletedIsReadable` |
/// | 12 the target policy filters new pushes | service | `targetPolicy` |
/// | 13 visual notifications need no fetch to be shown | service | `visualIsShown` |
/// | 14 no state updates to web endpoints | service | `webIsSpared` |
/// | 15 the iOS fallback, with fetching as acknowledgement | service | `fallback` |
/// | 16 iOS may delay, batch or drop | push service | with the push service |
/// | 17 a new device gets what exists | service | `newDevice` |
/// | 18 ten apps per platform share a host | service | `tenAppsShareAHost` |
/// | 19 pushes for unknown accounts are dropped | client | with the client |
/// | 20 registration comes first; renewal | service | `registrationComesFirst` |
/// | 21 set-up may be repeated | service | `setUpRepeated` |
/// | 22 duplicate pushes are harmless | service | `duplicatesAreHarmless` |
/// | 23 no order, no guarantee but the fallback | push service | with the push service |
/// | 24 daysToSync bounds how far back sync reaches | service | `daysToSync` |
@Suite("Promises")
struct PromiseTests {
    @Test("1: stored first, then signalled; persisted per app and user")
    func storedFirst() {
        let desk = Desk()
        _ = desk.device("phone")
        desk.publish("n1")
        #expect(desk.everything().map(\.id) == ["n1"], "nothing was sent yet")
        #expect(desk.pushes().count == 1)
        #expect(desk.everything(of: FeedKey(host: "contoso.com", user: "bob")).isEmpty)
        #expect(desk.everything(of: FeedKey(host: "contoso.net", user: "alice")).isEmpty)
    }

    @Test("2: one signal for each subscribed instance, through its own push service")
    func oneSignalEach() {
        let desk = Desk()
        _ = desk.device("phone")
        _ = desk.device("phone-2")
        _ = desk.device("tablet", .fcm)
        _ = desk.device("bobs", of: FeedKey(host: "contoso.com", user: "bob"))
        desk.publish("n1")
        let pushes = desk.pushes()
        #expect(pushes.map(\.device) == ["phone", "phone-2", "tablet"])
        #expect(pushes.map(\.channel.kind) == [.apns, .apns, .fcm])
        #expect(pushes.map(\.channel.token) == ["t-phone", "t-phone-2", "t-tablet"])
    }

    @Test("2: a subscription without pushes gets neither tap nor alert, and can fetch the changes")
    func quiet() {
        let desk = Desk()
        let (phone, _) = (desk.device("phone"), desk.device("tablet"))
        desk.run(.subscribe(.alice, device: "phone", appId: "app.phone", isQuiet: true))
        desk.publish("n1") { $0.visual = .init(title: "lunch") }
        desk.publish("n2") { $0.fallback = .init(delay: .seconds(600), visual: .init(title: "f")) }
        desk.wait(.seconds(600))
        desk.run(.sweep(.alice))
        #expect(Set(desk.pushes().map(\.device)) == ["tablet"])
        #expect(desk.page(by: phone)?.changes.map(\.id) == ["n1", "n2"])
        desk.run(.subscribe(.alice, device: "phone", appId: "app.phone"))
        _ = desk.delete("n1")
        #expect(desk.pushes().map(\.device) == ["phone", "tablet"])
    }

    @Test("3: every kind of change causes the same kind of signal")
    func sameSignal() throws {
        let desk = Desk()
        let phone = desk.device("phone")
        var heads: [String] = []
        func signal() throws {
            let pushes = desk.pushes()
            let tap = try #require(pushes.first?.tap)
            #expect(pushes.count == 1 && tap.host == "contoso.com" && tap.subscription == phone)
            #expect(tap.activities == ["n1"])
            heads.append(try #require(tap.head))
        }
        desk.publish("n1")
        try signal()
        _ = desk.save("n1", read: .read)
        try signal()
        _ = desk.delete("n1")
        try signal()
        desk.publish("n1")
        try signal()
        desk.wait(.days(7))
        desk.run(.sweep(.alice))
        try signal()
        #expect(heads == ["2-1", "2-2", "2-3", "2-4", "2-5"])
    }

    @Test("4: a signal has no content, and its head does not reveal how much was published")
    func noContent() throws {
        var store = MemoryFeedStore(FeedRules())
        var made: UInt64 = 0
        func run(_ act: FeedCommand.Act) {
            made += 1
            let fresh = Fresh(id: "f\(made)", number: 0xABCD_EF01_2345_6789)
            _ = store.run(FeedCommand(act, now: Instant(microseconds: 0), fresh: fresh))
        }
        run(.register(user: "alice", RegisterRequest(device: "d", channel: PushChannel(.apns, token: "t"), appId: "a")))
        run(.subscribe(.alice, device: "d", appId: "a"))
        var new = NewNotification(host: "contoso.com", appNotificationId: "n1", raw: "secret lunch")
        new.groupName = "secret group"
        run(.publish(.alice, Publication(new)))
        let item = try #require(store.claimOutbox(limit: 1, now: Instant(microseconds: 0), lease: .zero).first)
        let payload = String(decoding: try #require(item.row.tap?.payload), as: UTF8.self)
        #expect(!payload.contains("secret"))
        #expect(PushPayload.classify(Array(payload.utf8).span) == .shoulderTap)
        let head = item.row.tap?.head.flatMap(FeedPosition.init(text:))
        #expect(head == FeedPosition(epoch: 0xABCD_EF01, mask: 0x2345_6789, sequence: 1))
    }

    @Test("4: a device that has reached the head need not fetch")
    func headReached() throws {
        let desk = Desk()
        let phone = desk.device("phone")
        desk.publish("n1")
        desk.publish("n2")
        let taps = desk.pushes().compactMap { $0.tap?.head }.compactMap(FeedPosition.init(text:))
        let here = try #require(desk.page(by: phone)).position
        #expect(taps.count == 2 && taps.allSatisfy(here.covers))
        desk.publish("n3")
        let next = try #require(desk.pushes().first?.tap?.head.flatMap(FeedPosition.init(text:)))
        #expect(!here.covers(next))
        desk.run(.invalidateCursors(.alice))
        desk.publish("n4")
        let other = try #require(desk.pushes().first?.tap?.head.flatMap(FeedPosition.init(text:)))
        #expect(!next.covers(other) && !other.covers(next), "positions of two epochs have no order")
    }

    @Test("6: one tap is enough for all missed changes")
    func oneTapIsEnough() {
        let desk = Desk()
        let phone = desk.device("phone")
        for id in 1...30 { desk.publish("n\(id)") }
        let lost = desk.pushes().dropLast()
        #expect(lost.count == 29)
        #expect(desk.page(by: phone)?.changes.count == 30)
    }

    @Test("7: the originator is not signalled")
    func originatorIsNotSignalled() {
        let desk = Desk()
        let phone = desk.device("phone")
        _ = desk.device("tablet")
        desk.publish("n1")
        _ = desk.pushes()
        _ = desk.save("n1", action: .dismissed, by: phone)
        #expect(desk.pushes().tapped == ["tablet"])
        _ = desk.delete("n1", by: phone)
        #expect(desk.pushes().tapped == ["tablet"])
    }

    @Test("9: dismissed and read notifications stay as history until they expire")
    func dismissedStays() {
        let desk = Desk()
        desk.publish("n1")
        _ = desk.save("n1", read: .read, action: .dismissed)
        desk.wait(.days(7) - .microseconds(1))
        let change = desk.everything().first
        #expect(change?.kind == .new && change?.content?.raw == "raw" && change?.userActionState == .dismissed)
    }

    @Test("10: an expired notification is removed from store and history completely")
    func expiredLeaves() {
        let desk = Desk()
        desk.publish("n1")
        desk.wait(.days(7))
        #expect(desk.everything().isEmpty)
        desk.run(.sweep(.alice))
        #expect(desk.everything().isEmpty)
    }

    @Test("11: a deleted notification stays readable as deleted, without content")
    func deletedIsReadable() {
        let desk = Desk()
        desk.publish("n1")
        _ = desk.delete("n1")
        #expect(desk.everything().map(\.kind) == [.deleted])
    }

    @Test("12: the target policy filters pushes of new notifications; the default is all platforms")
    func targetPolicy() {
        let desk = Desk()
        _ = desk.device("phone")
        _ = desk.device("tablet", .fcm)
        desk.publish("n1")
        #expect(desk.pushes().tapped == ["phone", "tablet"])
        desk.publish("n2") { $0.targets = PlatformSet(.android) }
        #expect(desk.pushes().tapped == ["tablet"])
        #expect(desk.everything().count == 2)
    }

    @Test("13: a visual notification's push has what the system shows, and it can be updated later")
    func visualIsShown() {
        let desk = Desk()
        _ = desk.device("phone")
        desk.publish("n1") { notification in
            notification.raw = nil
            notification.visual = .init(title: "Lunch")
        }
        #expect(desk.pushes().alerted == ["phone"])
        #expect(desk.save("n1", read: .read)?.succeeded == true)
        #expect(desk.pushes().alerted.isEmpty)
    }

    @Test("14: state updates are not sent to web endpoints")
    func webIsSpared() {
        let desk = Desk()
        _ = desk.device("browser", .web)
        desk.publish("n1")
        #expect(desk.pushes().tapped == ["browser"])
        _ = desk.save("n1", read: .read)
        _ = desk.delete("n1")
        #expect(desk.pushes().isEmpty)
    }

    @Test("15: the fallback goes to each iOS subscription that did not fetch, and to no other")
    func fallback() {
        let desk = Desk()
        let (phone, tablet) = (desk.device("phone"), desk.device("tablet"))
        desk.publish("n1") { $0.fallback = .init(delay: .seconds(600), visual: .init(title: "f")) }
        _ = desk.pushes()
        _ = desk.page(by: tablet)
        desk.wait(.seconds(600))
        desk.run(.sweep(.alice))
        #expect(desk.pushes().map(\.subscription) == [phone])
    }

    @Test("17: a new device gets every notification that has not expired")
    func newDevice() {
        let desk = Desk()
        for id in 1...3 { desk.publish("n\(id)") }
        let phone = desk.device("phone")
        #expect(desk.page(by: phone)?.changes.map(\.id) == ["n1", "n2", "n3"])
    }

    @Test("18: up to ten apps per platform share one host, and no other app uses it")
    func tenAppsShareAHost() throws {
        let apps = Platform.allCases.flatMap { platform in
            (0..<10).map { AppDirectory.App(platform, "\(platform).\($0)") }
        }
        #expect(AppDirectory.Identity(host: "contoso.com", apps: apps + [.init(.iOS, "iOS.10")]) == nil)
        let identity = try #require(AppDirectory.Identity(host: "contoso.com", apps: apps))
        let other = try #require(AppDirectory.Identity(host: "contoso.org", apps: [.init(.iOS, "other")]))
        let desk = Desk(directory: .listed([identity, other]))
        for app in apps {
            guard case .subscribed = desk.run(.subscribe(.alice, device: app.id, appId: app.id)) else {
                Issue.record("\(app.id) is refused")
                return
            }
        }
        let strange: [FeedCommand.Act] = [
            .subscribe(.alice, device: "d", appId: "strange"), .subscribe(.alice, device: "d", appId: "other"),
            .subscribe(FeedKey(host: "contoso.net", user: "alice"), device: "d", appId: "iOS.0"),
            .fetch(FeedKey(host: "contoso.net", user: "alice"), Reading(.start)),
            .publish(.alice, Publication(NewNotification(host: "contoso.com", raw: "r"), appId: "strange")),
            .publish(FeedKey(host: "x", user: "alice"), Publication(NewNotification(host: "x", raw: "r"))),
        ]
        for act in strange { #expect(desk.run(act).refusal?.status == 403) }
        #expect(desk.run(strange[1]).refusal?.message.hasPrefix("The app does not belong to this host") == true)
        #expect(desk.run(strange[2]).refusal?.message.hasPrefix("The host is not registered") == true)
        let mine = Publication(NewNotification(host: "contoso.com", raw: "r"), appId: "windows.3")
        #expect(desk.run(.publish(.alice, mine)).receipt != nil)
    }

    @Test("20: without a registration no device is woken; new tokens, ends and dead channels take effect")
    func registrationComesFirst() {
        let desk = Desk()
        desk.run(.subscribe(.alice, device: "phone", appId: "app"))
        func wakes() -> [String] {
            desk.publish("n1")
            return desk.pushes().map(\.channel.token)
        }
        func register(_ token: String) {
            let channel = PushChannel(.apns, token: token)
            desk.run(.register(user: "alice", RegisterRequest(device: "phone", channel: channel, appId: "app")))
        }
        #expect(wakes().isEmpty)
        register("t1")
        #expect(wakes() == ["t1"])
        desk.wait(.hours(1))
        let died = desk.now
        desk.wait(.hours(1))
        register("t1")
        desk.run(.retire(user: "alice", device: "phone", token: "t1", since: died))
        #expect(wakes() == ["t1"], "a late word about the old life of the channel")
        register("t2")
        desk.run(.retire(user: "alice", device: "phone", token: "t1", since: desk.now))
        #expect(wakes() == ["t2"], "another token")
        desk.run(.retire(user: "alice", device: "phone", token: "t2", since: desk.now))
        #expect(wakes().isEmpty)
        register("t3")
        desk.run(.unregister(user: "alice", device: "phone", serial: nil))
        #expect(wakes().isEmpty)
        for kind in PushChannel.Kind.allCases {
            let empty = RegisterRequest(device: "phone", channel: PushChannel(kind), appId: "app")
            #expect(desk.run(.register(user: "alice", empty)).refusal?.status == (kind == .polling ? nil : 400))
        }
    }

    @Test("21: setting up again causes no second subscription")
    func setUpRepeated() {
        let desk = Desk()
        let ids = (0..<3).map { _ in desk.device("phone") }
        #expect(Set(ids).count == 1)
        desk.publish("n1")
        #expect(desk.pushes().count == 1)
    }

    @Test("22: a signal that comes twice causes no new change")
    func duplicatesAreHarmless() throws {
        let desk = Desk()
        let phone = desk.device("phone")
        desk.publish("n1")
        let place = try #require(desk.page(by: phone)).next
        #expect(desk.page(place, by: phone)?.changes.isEmpty == true)
    }

    @Test("24: days limit how far back a full read reaches, and never hide what a cursor's owner may have")
    func daysToSync() throws {
        let desk = Desk()
        desk.publish("old") { $0.expiration = desk.now + .days(30) }
        let place = try #require(desk.page()).next
        desk.wait(.days(10))
        desk.publish("new")
        #expect(desk.page(days: 9)?.changes.map(\.id) == ["new"])
        #expect(desk.page(days: 10)?.changes.map(\.id) == ["old", "new"])
        #expect(desk.page(days: 0)?.changes.count == 2 && desk.page(days: .max)?.changes.count == 2)
        _ = desk.delete("old")
        desk.wait(.days(5))
        #expect(desk.page(place, days: 1)?.changes.map(\.id) == ["new", "old"])
    }

    @Test("a publisher that names the user by a subscription needs a live subscription")
    func addressee() {
        let desk = Desk()
        let phone = desk.device("phone")
        let new = NewNotification(host: "contoso.com", appNotificationId: "n1", raw: "r")
        #expect(desk.store.feed(ofSubscription: phone) == .alice)
        #expect(desk.run(.publish(.alice, Publication(new, addressee: phone))).receipt != nil)
        #expect(desk.run(.publish(.alice, Publication(new, addressee: "unknown"))).refusal?.status == 403)
        desk.wait(.days(30))
        #expect(desk.run(.publish(.alice, Publication(new, addressee: phone))).refusal?.status == 403, "ended")
        #expect(desk.device("phone") == phone)
        #expect(desk.run(.publish(.alice, Publication(new, addressee: phone))).receipt != nil, "renewed")
        desk.run(.unsubscribe(.alice, subscription: phone))
        #expect(desk.run(.publish(.alice, Publication(new, addressee: phone))).refusal?.status == 403)
        #expect(desk.store.feed(ofSubscription: phone) == nil)
    }
}

extension FeedPosition {
    fileprivate init(epoch: UInt64, mask: UInt64, sequence: UInt64) { self.init(epoch: epoch, mark: mask + sequence) }
}
