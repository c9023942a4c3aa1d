import Basics
import FeedContract
import NotificationFeed
import ShoulderTap
import Testing

/// One test for each decision about what the original left open, named after it.
///
/// Elsewhere: *identity* is kept by the token office and tested with it; *sizes* of a publish body are tested with
/// that; the second half of *originator*, the local event after a save, is the client's.
@Suite("Decisions")
struct DecisionTests {
    @Test("shape: the rules see only the requested rows, and the same rows give the same decision")
    func shape() {
        let rules = FeedRules()
        let publish = FeedCommand(
            .publish(.alice, Publication(NewNotification(host: "contoso.com", appNotificationId: "n1", raw: "r"))),
            now: Instant(microseconds: 0), fresh: Fresh(id: "f", number: 1 << 32))
        let needs = rules.needs(publish)
        #expect(needs.feed == .alice && needs.notification == "n1" && needs.registrations == "alice")
        #expect(needs.subscriptions && needs.dueBy == publish.now && needs.changesAfter == nil && needs.app == nil)
        #expect(rules.decide(publish, FeedRows()) == rules.decide(publish, FeedRows()))
    }

    @Test("order: the tap is in the outbox together with the change, never without it")
    func order() {
        let desk = Desk()
        let phone = desk.device("phone")
        let publish = Publication(NewNotification(host: "contoso.com", appNotificationId: "n1", raw: "r"))
        let decision = desk.decide(.publish(.alice, publish))
        #expect(decision.change.notifications.map(\.id) == ["n1"])
        #expect(decision.change.outbox.map(\.subscription) == [phone])
        desk.store.fault = "disk full"
        var answers: [StoreAnswer] = []
        let second = FeedCommand(.publish(.alice, publish), now: desk.now, fresh: Fresh(id: "f", number: 0))
        desk.store.submit(.feed(second), as: Ticket(1))
        desk.store.settle(into: &answers)
        desk.store.fault = nil
        #expect(desk.pushes().count == 1)
    }

    @Test(
        "sizes: a title and a payload over their limits are refused, for every publisher",
        arguments: [(256, 1_000, nil), (257, 1_000, FeedRefusal.Code.invalidRequest), (1, 102_400, .tooLarge)])
    func sizes(_ title: Int, _ raw: Int, _ code: FeedRefusal.Code?) {
        let text = { String(repeating: "ä", count: $0) }
        let notification = NewNotification(
            host: "contoso.com", appNotificationId: "n1", raw: String(repeating: "r", count: raw),
            visual: Content.Visual(title: text(title)))
        let outcome = Desk().decide(.publish(.alice, Publication(notification))).outcome
        guard case .refused(let refusal) = outcome else { return #expect(code == nil) }
        #expect(refusal.code == code && refusal.message.contains("shorten it"))
    }

    @Test("collapsing: an alert replaces the alert of its notification, and no tap")
    func collapsing() {
        let desk = Desk()
        _ = desk.device("phone")
        let long = String(repeating: "n", count: 65)
        for (id, isOwn) in [("n1", true), (OutboxRow.tapCollapseKey, false), (long, false)] {
            let notification = NewNotification(
                host: "contoso.com", appNotificationId: id, visual: Content.Visual(title: "t"))
            let change = desk.decide(.publish(.alice, Publication(notification))).change
            let alerts = change.outbox.compactMap { if case .alert(let alert) = $0.push { alert } else { nil } }
            #expect(alerts.map(\.collapseId) == [isOwn ? id : change.notifications[0].serverId])
        }
    }

    @Test("versions: each change has a higher one, even when a forgotten id is published again")
    func versions() throws {
        let desk = Desk()
        desk.publish("n1")
        _ = desk.save("n1", read: .read)
        let updated = try #require(desk.everything().first)
        #expect(updated.version == 2 && updated.generation == 1)
        _ = desk.delete("n1")
        desk.wait(.days(31))
        desk.run(.sweep(.alice))
        #expect(desk.everything().isEmpty, "not even a mark is left")
        let receipt = try #require(desk.publish("n1").receipt)
        #expect(receipt.generation == 4)
        #expect(desk.everything().map(\.version) == [4])
    }

    @Test("visual notifications: a tap, and one alert that replaces the earlier, to each iOS subscription and no other")
    func visual() throws {
        let desk = Desk()
        for kind in PushChannel.Kind.allCases { _ = desk.device("\(kind)", kind) }
        desk.publish("n1") { $0.visual = .init(title: "Lunch", body: "at noon") }
        let pushes = desk.pushes()
        #expect(pushes.tapped.sorted() == ["apns", "fcm", "web", "wns"])
        #expect(pushes.alerted == ["apns"])
        #expect(desk.everything().map(\.priority) == [.high], "what the system shows goes out high")
        guard case .alert(let alert) = try #require(pushes.first { $0.device == "apns" && $0.tap == nil }).push else {
            Issue.record("no alert")
            return
        }
        #expect(alert.visual == .init(title: "Lunch", body: "at noon"))
        #expect(alert.collapseId == "n1" && alert.id == "n1" && alert.generation == 1)
        #expect(alert.expiration == desk.now + .days(7))
        // APNs takes 64 bytes; the service's own id names the same notification.
        desk.publish(String(repeating: "é", count: 33)) { $0.visual = .init(title: "t") }
        let long = desk.pushes().compactMap { row -> String? in
            if case .alert(let alert) = row.push { return alert.collapseId }
            return nil
        }
        #expect(long.allSatisfy { $0.hasPrefix("fresh-") } && long.count == 1)
        desk.publish("n2") { notification in
            notification.visual = .init(title: "t")
            notification.targets = PlatformSet(.android)
        }
        #expect(desk.pushes().alerted.isEmpty)
    }

    @Test("change log: one for each host and user, without gaps, whoever else publishes in between")
    func changeLog() {
        let desk = Desk()
        let feeds = [
            FeedKey.alice, FeedKey(host: "contoso.com", user: "bob"), FeedKey(host: "contoso.net", user: "alice"),
        ]
        for round in UInt64(1)...5 {
            for feed in feeds { #expect(desk.publish("n\(round)", in: feed).receipt?.generation == round) }
        }
        for feed in feeds { #expect(desk.everything(of: feed).map(\.version) == [1, 2, 3, 4, 5]) }
    }

    @Test("fetch: only the last page has a cursor to keep, and the next read continues there")
    func fetchPages() throws {
        let desk = Desk()
        for id in 1...5 { desk.publish("n\(id)") }
        var page = try #require(desk.page(limit: 2))
        #expect(page.changes.map(\.id) == ["n1", "n2"] && !page.isLast)
        page = try #require(desk.page(page.next, limit: 2))
        #expect(page.changes.map(\.id) == ["n3", "n4"] && !page.isLast)
        page = try #require(desk.page(page.next, limit: 2))
        #expect(page.changes.map(\.id) == ["n5"] && page.isLast && page.isFull)
        #expect(page.next == .after(epoch: 1, sequence: 5))
        let nothing = try #require(desk.page(page.next))
        #expect(nothing.changes.isEmpty && nothing.isLast && !nothing.isFull && nothing.next == page.next)
    }

    @Test("fetch: a change between pages reaches the reader, including deletions")
    func changesBetweenPages() throws {
        let desk = Desk()
        for id in 1...4 { desk.publish("n\(id)") }
        let first = try #require(desk.page(limit: 2))
        #expect(first.changes.map(\.id) == ["n1", "n2"])
        _ = desk.delete("n1")
        _ = desk.save("n3", read: .read)
        desk.publish("n2")
        let second = try #require(desk.page(first.next, limit: 2))
        #expect(second.changes.map(\.id) == ["n4", "n1"] && second.changes.map(\.kind) == [.new, .deleted])
        let third = try #require(desk.page(second.next, limit: 2))
        #expect(third.changes.map(\.id) == ["n3", "n2"] && third.changes.map(\.kind) == [.new, .new])
        #expect(third.isLast && third.next == .after(epoch: 1, sequence: 7))
    }

    @Test("fetch: long content closes a page early, but never before its first change")
    func pageBytes() throws {
        var limits = FeedLimits()
        limits.pageBytes = 100
        let desk = Desk(limits)
        for id in 1...3 { desk.publish("n\(id)") { $0.raw = String(repeating: "x", count: id == 2 ? 500 : 60) } }
        var place = ReadingPlace.start
        var pages: [[String]] = []
        repeat {
            let page = try #require(desk.page(place))
            pages.append(page.changes.map(\.id))
            place = page.next
            if page.isLast { break }
        } while pages.count < 9
        #expect(pages == [["n1"], ["n2"], ["n3"]])
    }

    @Test("fetch: a cursor below the retention floor or from another epoch requires a full read")
    func resync() throws {
        let desk = Desk()
        desk.publish("n1")
        let old = try #require(desk.page()).next
        _ = desk.delete("n1")
        let knowing = try #require(desk.page(old)).next
        desk.wait(.days(30))
        desk.run(.sweep(.alice))
        let resync = { (outcome: FeedOutcome) in outcome.refusal?.code == .resyncRequired }
        #expect(resync(desk.run(.fetch(.alice, Reading(old)))), "the deletion it missed is forgotten")
        #expect(desk.page(knowing) != nil, "it missed nothing")
        let ahead = ReadingPlace.Session(from: 1, position: 3, anchor: 3, isFull: false)
        for place in [ReadingPlace.after(epoch: 1, sequence: 3), .within(epoch: 1, ahead)] {
            #expect(resync(desk.run(.fetch(.alice, Reading(place)))), "the log went back behind it")
        }
        desk.publish("n2") { $0.expiration = desk.now + .hours(1) }
        desk.wait(.hours(1))
        #expect(
            resync(desk.run(.fetch(.alice, Reading(.after(epoch: 1, sequence: 4))))),
            "nobody was told of an end that is only written now")
        desk.run(.invalidateCursors(.alice))
        #expect(resync(desk.run(.fetch(.alice, Reading(knowing)))))
        let full = try #require(desk.page())
        #expect(full.isFull && full.isLast)
    }

    @Test("fetch: a full read continues although older marks are removed, and restarts when it needs one of them")
    func floorDuringFullRead() throws {
        var limits = FeedLimits()
        limits.markLife = .hours(1)
        let desk = Desk(limits)
        for id in ["old", "n1", "n2", "n3"] { desk.publish(id) }
        _ = desk.delete("old")
        let first = try #require(desk.page(limit: 1))
        #expect(first.changes.map(\.id) == ["n1"])
        desk.wait(.hours(1))
        desk.run(.sweep(.alice))
        let second = try #require(desk.page(first.next, limit: 1))
        #expect(second.changes.map(\.id) == ["n2"])
        _ = desk.delete("n1")
        desk.wait(.hours(1))
        desk.run(.sweep(.alice))
        #expect(desk.run(.fetch(.alice, Reading(second.next))).refusal?.code == .resyncRequired)
    }

    @Test("fetch: a read from a cursor restarts when a mark between its pages is removed")
    func floorDuringRead() throws {
        var limits = FeedLimits()
        limits.markLife = .hours(1)
        let desk = Desk(limits)
        desk.publish("n1")
        let cursor = try #require(desk.page()).next
        for id in ["n2", "n3"] { desk.publish(id) }
        _ = desk.delete("n1")
        let first = try #require(desk.page(cursor, limit: 1))
        #expect(first.changes.map(\.id) == ["n2"] && !first.isLast)
        desk.wait(.hours(1))
        desk.run(.sweep(.alice))
        #expect(desk.run(.fetch(.alice, Reading(first.next))).refusal?.code == .resyncRequired)
    }

    @Test("fetch: the floor never sinks, even when marks are removed in another order than they were made")
    func floorNeverSinks() throws {
        var limits = FeedLimits()
        limits.markLife = .hours(1)
        let desk = Desk(limits)
        for id in ["n1", "n2"] { desk.publish(id) }
        let cursor = try #require(desk.page()).next
        desk.wait(.minutes(10))
        _ = desk.delete("n1")
        let between = try #require(desk.page(cursor)).next
        // Another server's clock is behind.
        desk.wait(.minutes(-10))
        _ = desk.delete("n2")
        for minutes in [60, 10] as [Int64] {
            desk.wait(.minutes(minutes))
            desk.run(.sweep(.alice))
            #expect(desk.run(.fetch(.alice, Reading(between))).refusal?.code == .resyncRequired)
        }
    }

    @Test("fetch: a full read that has passed an end continues when its mark is removed")
    func floorBehindFullRead() throws {
        var limits = FeedLimits()
        limits.markLife = .hours(1)
        let desk = Desk(limits)
        for id in ["n1", "n2"] { desk.publish(id) }
        var page = try #require(desk.page(limit: 1))
        _ = desk.delete("n1")
        for id in ["n3", "n4"] { desk.publish(id) }
        page = try #require(desk.page(page.next, limit: 1))
        page = try #require(desk.page(page.next, limit: 1))
        #expect(page.changes.map(\.kind) == [.deleted], "told in the same read that began with it")
        desk.wait(.hours(1))
        desk.run(.sweep(.alice))
        #expect(desk.page(page.next, limit: 1)?.changes.map(\.id) == ["n3"])
    }

    @Test(
        "who is tapped: every live subscription except that of the author, for each kind of change",
        arguments: ["publish", "update", "delete", "expire"])
    func whoIsTapped(kind: String) {
        let desk = Desk()
        let phone = desk.device("phone")
        _ = desk.device("tablet", .fcm)
        _ = desk.device("laptop", .wns)
        _ = desk.device("kiosk", .polling)
        desk.publish("n1") { $0.expiration = desk.now + .days(2) }
        if kind == "publish" {
            #expect(desk.pushes().tapped == ["phone", "tablet", "laptop"])
            return
        }
        _ = desk.pushes()
        switch kind {
        case "update": _ = desk.save("n1", action: .dismissed, by: phone)
        case "delete": _ = desk.delete("n1", by: phone)
        default:
            desk.wait(.days(2))
            desk.run(.sweep(.alice))
        }
        #expect(desk.pushes().tapped == (kind == "expire" ? ["phone"] : []) + ["tablet", "laptop"])
    }

    @Test("originator: it is tapped if the same step has changes by others")
    func originatorWithForeignChange() {
        let desk = Desk()
        let phone = desk.device("phone")
        desk.publish("n1") { $0.expiration = desk.now + .minutes(1) }
        desk.publish("n2")
        _ = desk.pushes()
        desk.wait(.minutes(1))
        _ = desk.save("n2", read: .read, by: phone)
        let pushes = desk.pushes()
        #expect(pushes.compactMap(\.tap).map(\.activities) == [["n1"]])
    }

    @Test("originator: the page marks the reader's own changes")
    func ownChange() {
        let desk = Desk()
        let (phone, tablet) = (desk.device("phone"), desk.device("tablet"))
        desk.publish("n1")
        _ = desk.save("n1", read: .read, by: phone)
        #expect(desk.page(by: phone)?.changes.map(\.isOwn) == [true])
        #expect(desk.page(by: tablet)?.changes.map(\.isOwn) == [false])
        #expect(desk.page()?.changes.map(\.isOwn) == [false])
    }

    @Test("same appNotificationId published again: content replaced, states reset, an old dismissal does not hide it")
    func publishedAgain() throws {
        let desk = Desk()
        let first = try #require(desk.publish("n1").receipt)
        _ = desk.save("n1", read: .read, action: .dismissed)
        let second = try #require(desk.publish("n1") { $0.raw = "new" }.receipt)
        #expect(second.serverId == first.serverId && second.generation > first.generation)
        let change = try #require(desk.everything().first)
        #expect(change.content?.raw == "new" && change.readState == .unread)
        #expect(change.userActionState == .noInteraction && change.generation == 3)
        #expect(desk.save("n1", action: .dismissed, generation: 1)?.succeeded == false)
        #expect(desk.delete("n1", generation: 1)?.succeeded == false)
        #expect(desk.everything().map(\.version) == [3])
        _ = desk.delete("n1", generation: 3)
        #expect(desk.publish("n1").receipt?.serverId == first.serverId)
        #expect(desk.everything().map(\.kind) == [.new])
    }
}
