import Basics
import FeedContract
import FeedTestSupport
import NotificationFeed
import ShoulderTap
import Testing

extension DecisionTests {
    @Test("expirationDateTime: seven days unless said, thirty at most, not in the past")
    func expirationDateTime() {
        let desk = Desk()
        let now = desk.now
        #expect(desk.publish("n1").receipt?.expiration == now + .days(7))
        #expect(desk.publish("n1") { $0.expiration = now + .days(30) }.receipt?.expiration == now + .days(30))
        let far = desk.publish("n2") { $0.expiration = now + .days(30) + .microseconds(1) }.refusal
        #expect(far?.status == 400 && far?.message.contains("30 days") == true)
        #expect(desk.publish("n2") { $0.expiration = now }.refusal?.status == 400)
        #expect(desk.publish("n2") { $0.expiration = now - .days(1) }.refusal?.status == 400)
        #expect(desk.everything().map(\.id) == ["n1"])
    }

    @Test("expirationDateTime: what is expired vanishes from store, history and trays, with one expiry change")
    func expired() throws {
        let desk = Desk()
        desk.publish("n1") { $0.expiration = desk.now + .hours(1) }
        let before = try #require(desk.page()).next
        desk.wait(.hours(1))
        // Not swept yet: the server's clock alone decides.
        #expect(desk.save("n1", read: .read)?.succeeded == false)
        #expect(desk.everything().isEmpty)
        let after = try #require(desk.page(before))
        #expect(after.changes.map(\.kind) == [.expired] && after.changes.map(\.content) == [nil])
        #expect(desk.run(.sweep(.alice)) == .swept(entries: 0))
        #expect(desk.page(after.next)?.changes.isEmpty == true)
    }

    @Test("deleted: a mark without content, readable for thirty days")
    func deleted() {
        let desk = Desk()
        desk.publish("n1") { $0.groupName = "g" }
        #expect(desk.delete("n1") == UpdateResult(id: "n1", succeeded: true, version: 2))
        let mark = desk.everything().first
        #expect(mark?.kind == .deleted && mark?.content == nil && mark?.groupName == nil)
        desk.publish("n2") { $0.fallback = Self.fallback }
        let rows = desk.decide(.delete(.alice, Deletion(id: "n2"))).change.notifications
        #expect(rows.map(\.content) == [nil] && rows.map(\.fallback) == [nil], "nothing of it is kept")
        desk.wait(.days(30) - .microseconds(1))
        #expect(desk.everything().map(\.kind) == [.deleted, .deleted])
        desk.wait(.microseconds(1))
        #expect(desk.everything().isEmpty)
    }

    @Test("concurrent saves: per field the later sequence wins, and versions only grow")
    func concurrentSaves() {
        let desk = Desk()
        let (phone, tablet) = (desk.device("phone"), desk.device("tablet"))
        desk.publish("n1")
        #expect(desk.save("n1", read: .read, by: phone)?.version == 2)
        #expect(desk.save("n1", action: .dismissed, by: tablet)?.version == 3)
        #expect(desk.save("n1", action: .snoozed, by: phone)?.version == 4)
        let change = desk.everything().first
        #expect(change?.readState == .read && change?.userActionState == .snoozed && change?.version == 4)
    }

    @Test("concurrent saves: one save of both states is one entry, and a save without a change is none")
    func entriesOfSaves() {
        let desk = Desk()
        _ = desk.device("phone")
        desk.publish("n1")
        _ = desk.pushes()
        let both = StateUpdate(id: "n1", readState: .read, userActionState: .activated)
        #expect(desk.decide(.update(.alice, both)).change.entries.map(\.sequence) == [2])
        #expect(desk.pushes().count == 1)
        // Sent again because its answer was lost.
        let again = desk.decide(.update(.alice, both))
        #expect(again.change.isEmpty && again.outcome == .updated(UpdateResult(id: "n1", succeeded: true, version: 2)))
        #expect(desk.save("n1") == UpdateResult(id: "n1", succeeded: true, version: 2))
    }

    @Test("dismissed or read: never deletes, and every transition is allowed")
    func dismissed() {
        let desk = Desk()
        desk.publish("n1")
        for read in [ReadState.read, .unread, .read] {
            for action in [UserActionState.dismissed, .noInteraction, .snoozed, .activated, .noInteraction] {
                #expect(desk.save("n1", read: read, action: action)?.succeeded == true)
                let change = desk.everything().first
                #expect(change?.readState == read && change?.userActionState == action && change?.kind == .new)
            }
        }
    }

    @Test(
        "save or delete of an expired, deleted or unknown id: not succeeded, nothing written",
        arguments: ["expired", "deleted", "unknown"])
    func saveOfNothing(id: String) {
        let desk = Desk()
        desk.publish("expired") { $0.expiration = desk.now + .hours(1) }
        desk.publish("deleted")
        _ = desk.delete("deleted")
        desk.wait(.hours(2))
        for act in [
            FeedCommand.Act.update(.alice, StateUpdate(id: id, readState: .read)),
            .delete(.alice, Deletion(id: id)),
        ] {
            let decision = desk.decide(act)
            #expect(decision.outcome == .updated(UpdateResult(id: id, succeeded: false)))
            #expect(decision.change.isEmpty)
        }
        #expect(
            desk.run(.update(FeedKey(host: "contoso.com", user: "nobody"), StateUpdate(id: "n1", readState: .read)))
                == .updated(UpdateResult(id: "n1", succeeded: false)))
    }

    @Test("targetPolicy: filters taps of new notifications, never what sync sees; web gets no state taps")
    func targetPolicy() throws {
        let desk = Desk()
        for kind in PushChannel.Kind.allCases { _ = desk.device("\(kind)", kind) }
        for platform in Platform.allCases {
            desk.publish("n1") { $0.targets = PlatformSet(platform) }
            #expect(desk.pushes().compactMap { $0.channel.kind.platform } == [platform])
        }
        desk.publish("n2") { $0.targets = [] }
        #expect(desk.pushes().isEmpty)
        #expect(desk.everything().map(\.id) == ["n1", "n2"])
        _ = desk.save("n2", read: .read)
        #expect(desk.pushes().tapped == ["apns", "fcm", "wns"])
        _ = desk.delete("n2")
        #expect(desk.pushes().tapped == ["apns", "fcm", "wns"])
    }

    private static let fallback = NewNotification.Fallback(delay: .seconds(60), visual: .init(title: "f", body: "b"))

    @Test("fallbackPolicy: a visible push to each iOS subscription that has not fetched within the delay")
    func fallbackPolicy() throws {
        let desk = Desk()
        let phone = desk.device("phone")
        _ = desk.device("tablet")
        _ = desk.device("android", .fcm)
        desk.publish("n1") { $0.fallback = Self.fallback }
        #expect(desk.pushes().alerted.isEmpty)
        desk.wait(.seconds(59))
        #expect(desk.page(by: phone)?.changes.count == 1)
        #expect(desk.page(by: phone)?.changes.count == 1)
        desk.run(.sweep(.alice))
        #expect(desk.pushes().isEmpty)
        desk.wait(.seconds(1))
        #expect(desk.store.dueFeeds(at: desk.now, limit: 1) == [.alice])
        #expect(desk.run(.sweep(.alice)) == .swept(entries: 0), "no new version")
        let pushes = desk.pushes()
        #expect(pushes.alerted == ["tablet"] && pushes.tapped.isEmpty)
        #expect(desk.run(.sweep(.alice)) == .swept(entries: 0))
        #expect(desk.pushes().isEmpty, "once")
    }

    @Test(
        "fallbackPolicy: no fallback for a notification that was handled, deleted, expired or replaced",
        arguments: ["read", "dismissed", "deleted", "expired", "replaced"])
    func fallbackIsMoot(why: String) {
        let desk = Desk()
        _ = desk.device("phone")
        desk.publish("n1") { notification in
            notification.fallback = Self.fallback
            if why == "expired" { notification.expiration = desk.now + .seconds(30) }
        }
        switch why {
        case "read": _ = desk.save("n1", read: .read)
        case "dismissed": _ = desk.save("n1", action: .dismissed)
        case "deleted": _ = desk.delete("n1")
        case "replaced": desk.publish("n1")
        default: break
        }
        desk.wait(.seconds(60))
        desk.run(.sweep(.alice))
        #expect(desk.pushes().alerted.isEmpty)
    }

    @Test("fallbackPolicy: a notification that did not fit the page was not fetched")
    func fallbackBehindPage() throws {
        var limits = FeedLimits()
        limits.pageBytes = 10
        let desk = Desk(limits)
        let phone = desk.device("phone")
        desk.publish("n1") { $0.raw = String(repeating: "x", count: 10) }
        desk.publish("n2") { $0.fallback = Self.fallback }
        _ = desk.pushes()
        let page = try #require(desk.page(by: phone))
        #expect(page.changes.map(\.id) == ["n1"] && !page.isLast)
        desk.wait(.seconds(60))
        desk.run(.sweep(.alice))
        #expect(desk.pushes().alerted == ["phone"])
    }

    @Test("fallbackPolicy: a fallback that was not needed when it was due does not come back")
    func fallbackStaysMoot() {
        let desk = Desk()
        _ = desk.device("phone")
        desk.publish("n1") { $0.fallback = Self.fallback }
        _ = desk.save("n1", read: .read)
        desk.wait(.seconds(60))
        _ = desk.save("n1", read: .unread)
        desk.run(.sweep(.alice))
        #expect(desk.pushes().alerted.isEmpty)
        #expect(desk.store.nextDue() == desk.now + .days(7) - .seconds(60))
    }

    @Test("sizes: ids from clients have 1 to 128 characters, tokens at most 4096 bytes, and 400 names the limit")
    func sizes() {
        let desk = Desk()
        let (longest, tooLong) = (String(repeating: "é", count: 128), String(repeating: "é", count: 129))
        func register(_ device: String, token: String = "t", app: String = "a", name: String = "") -> FeedCommand.Act {
            let channel = PushChannel(.apns, token: token)
            return .register(
                user: "alice", RegisterRequest(device: device, channel: channel, appId: app, appDisplayName: name))
        }
        let table: [(FeedCommand.Act, String?)] = [
            (.subscribe(.alice, device: longest, appId: longest), nil),
            (.subscribe(.alice, device: tooLong, appId: "a"), "device is over the limit of 128 characters"),
            (.subscribe(.alice, device: "d", appId: tooLong), "appId is over the limit of 128 characters"),
            (.subscribe(.alice, device: "", appId: "a"), "device is empty"),
            (register(longest, token: String(repeating: "t", count: 4096), app: longest, name: longest + longest), nil),
            (register(tooLong), "device is over"), (register("d", app: ""), "appId is empty"),
            (register("d", token: String(repeating: "t", count: 4097)), "token is over the limit of 4096 bytes"),
            (register("d", name: tooLong + longest), "appDisplayName is over the limit of 256 characters"),
        ]
        for (act, words) in table {
            let decision = desk.decide(act)
            #expect(decision.outcome.refusal?.status == (words == nil ? nil : 400))
            #expect(decision.outcome.refusal?.message.hasPrefix(words ?? "") != false)
            #expect(decision.change.isEmpty == (words != nil))
        }
        for id in ["", tooLong] { #expect(desk.publish(id).refusal?.status == 400) }
        #expect(desk.publish(longest).receipt != nil)
        #expect(desk.pushes().compactMap(\.tap?.activities) == [[longest]])
        #expect(desk.publish("n1", in: FeedKey(host: "", user: "alice")).refusal?.status == 403)
    }

    @Test("throttling: off by default; per user and per app; answers 406 with Retry-After and writes nothing")
    func throttling() {
        #expect(FeedLimits().userThrottle == nil && FeedLimits().appThrottle == nil)
        var limits = FeedLimits()
        limits.userThrottle = Throttle(2, each: .seconds(60))
        limits.appThrottle = Throttle(3, each: .seconds(60))
        let desk = Desk(limits)
        let bob = FeedKey(host: "contoso.com", user: "bob")
        #expect(desk.publish("n1").receipt != nil && desk.publish("n2").receipt != nil)
        let refusal = desk.publish("n3").refusal
        #expect(refusal?.status == 406 && refusal?.retryAfter == 30)
        #expect(desk.everything().map(\.id) == ["n1", "n2"])
        #expect(desk.publish("n1", in: bob).receipt != nil, "another user of the app")
        #expect(desk.publish("n2", in: bob).refusal?.retryAfter == 20, "the app has used up its share")
        #expect(desk.publish("n2", in: FeedKey(host: "contoso.net", user: "bob")).receipt != nil, "another app")
        desk.wait(.seconds(20))
        #expect(desk.publish("n2", in: bob).receipt != nil)
        #expect(desk.publish("n3").refusal?.retryAfter == 20, "the longer wait counts")
        desk.wait(.days(1) + .milliseconds(1))
        #expect(desk.publish("n3").receipt != nil && desk.publish("n4").receipt != nil)
        desk.publish("n1", in: bob)
        desk.wait(.milliseconds(400))
        #expect(desk.publish("n5").refusal?.retryAfter == 30, "the user's wait, longer than the app's, rounded up")
        desk.wait(.days(1))
        #expect(desk.publish("n3").receipt != nil && desk.publish("n4").receipt != nil)
        #expect(desk.publish("n5").refusal?.status == 406, "idle time is not saved up")
    }

    @Test("registration and subscription life: thirty days, late renewals keep the id too, expired ones are not tapped")
    func life() {
        let desk = Desk()
        let phone = desk.device("phone")
        #expect(desk.device("phone") == phone, "registering twice is idempotent")
        desk.publish("n1")
        #expect(desk.pushes().count == 1)
        desk.wait(.days(29))
        #expect(desk.device("phone") == phone)
        desk.wait(.days(30) - .microseconds(1))
        desk.publish("n2")
        #expect(desk.pushes().tapped == ["phone"])
        desk.wait(.microseconds(1))
        desk.publish("n3")
        #expect(desk.pushes().isEmpty)
        #expect(desk.run(.fetch(.alice, Reading(.start, reader: phone))).refusal?.code == .unknownSubscription)
        desk.wait(.days(60))
        #expect(desk.device("phone") == phone, "the app's server knows the user by it, and hears of no renewal")
        #expect(desk.store.feed(ofSubscription: phone) == .alice)
        desk.publish("n4")
        #expect(desk.pushes().tapped == ["phone"])
    }

    @Test("registration life: Expiring from 24 hours before the end")
    func expiring() {
        let end = Instant(microseconds: 0) + .days(30)
        let table: [(Interval, RegistrationState)] = [
            (.zero, .registered), (.days(29) - .microseconds(1), .registered), (.days(29), .expiring),
            (.days(30) - .microseconds(1), .expiring), (.days(30), .expired), (.days(99), .expired),
        ]
        for (age, state) in table {
            #expect(RegistrationState(end: end, now: Instant(microseconds: 0) + age) == state)
        }
    }

    @Test("idempotency: the same request id within 24 hours stores once")
    func idempotency() {
        let desk = Desk()
        _ = desk.device("phone")
        let first = desk.publish("n1", requestId: "r1")
        desk.wait(.hours(24) - .microseconds(1))
        #expect(desk.publish("n1", requestId: "r1") == first)
        #expect(desk.publish(nil, requestId: "r1") == first)
        #expect(desk.pushes().count == 1)
        desk.wait(.microseconds(1))
        #expect(desk.publish("n1", requestId: "r1").receipt?.generation == 2)
        #expect(
            desk.publish("n1", in: FeedKey(host: "contoso.com", user: "bob"), requestId: "r1").receipt?.generation == 1)
    }

    @Test("idempotency: a refused request is not remembered")
    func refusedRequest() {
        let desk = Desk()
        #expect(desk.publish("n1", requestId: "r1") { $0.raw = nil }.refusal?.status == 400)
        #expect(desk.publish("n1", requestId: "r1").receipt != nil)
    }
}
