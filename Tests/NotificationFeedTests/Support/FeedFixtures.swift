import Basics
import FeedContract
import FeedTestSupport
import NotificationFeed
import TestSupport

extension FeedKey {
    static let alice = FeedKey(host: "contoso.com", user: "alice")
}

/// Runs commands against a memory store, one after the other, and counts what nobody has seen.
final class Desk {
    var store: MemoryFeedStore
    var now = Instant(microseconds: 1_600_000_000_000_000)
    private var made: UInt64 = 0

    init(_ limits: FeedLimits = FeedLimits(), directory: AppDirectory = .open) {
        self.store = MemoryFeedStore(FeedRules(limits, directory: directory))
    }

    func decide(_ act: FeedCommand.Act) -> FeedDecision {
        self.made += 1
        // The low half is the mask: none, so that positions read as sequences.
        let fresh = Fresh(id: "fresh-\(self.made)", number: self.made << 32)
        return self.store.run(FeedCommand(act, now: self.now, fresh: fresh))
    }

    @discardableResult
    func run(_ act: FeedCommand.Act) -> FeedOutcome { self.decide(act).outcome }

    func wait(_ interval: Interval) { self.now = self.now + interval }

    /// The pushes that wait to be sent; asking takes them.
    func pushes() -> [OutboxRow] {
        let items = self.store.claimOutbox(limit: .max, now: self.now, lease: .hours(1))
        self.store.acknowledgeOutbox(items.map(\.id))
        return items.map(\.row)
    }

    /// A device that is registered and subscribed; its subscription id.
    func device(
        _ name: String, _ channel: PushChannel.Kind = .apns, of feed: FeedKey = .alice
    ) -> String {
        let request = RegisterRequest(
            device: name, channel: PushChannel(channel, token: channel == .polling ? "" : "t-\(name)"),
            appId: "app.\(name)")
        self.run(.register(user: feed.user, request))
        guard case .subscribed(let row) = self.run(.subscribe(feed, device: name, appId: "app.\(name)")) else {
            return "refused"
        }
        return row.id
    }

    @discardableResult
    func publish(
        _ id: String?, in feed: FeedKey = .alice, requestId: String? = nil,
        _ edit: (inout NewNotification) -> Void = { _ in }
    ) -> FeedOutcome {
        var notification = NewNotification(host: feed.host, appNotificationId: id, raw: "raw")
        edit(&notification)
        return self.run(.publish(feed, Publication(notification, requestId: requestId)))
    }

    func save(
        _ id: String, read: ReadState? = nil, action: UserActionState? = nil, by author: String? = nil,
        generation: UInt64? = nil, in feed: FeedKey = .alice
    ) -> UpdateResult? {
        let update = StateUpdate(
            id: id, generation: generation, readState: read, userActionState: action, author: author)
        guard case .updated(let result) = self.run(.update(feed, update)) else { return nil }
        return result
    }

    func delete(
        _ id: String, by author: String? = nil, generation: UInt64? = nil, in feed: FeedKey = .alice
    ) -> UpdateResult? {
        let deletion = Deletion(id: id, generation: generation, author: author)
        guard case .updated(let result) = self.run(.delete(feed, deletion)) else { return nil }
        return result
    }

    func page(
        _ place: ReadingPlace = .start, limit: Int? = nil, days: Int? = nil, by reader: String? = nil,
        of feed: FeedKey = .alice
    ) -> OpenPage? {
        let reading = Reading(place, limit: limit, days: days, reader: reader)
        guard case .page(let page) = self.run(.fetch(feed, reading)) else { return nil }
        return page
    }

    /// What a device with nothing would see now.
    func everything(of feed: FeedKey = .alice) -> [Change] { self.page(of: feed)?.changes ?? [] }
}

extension [OutboxRow] {
    /// Who is tapped.
    var tapped: [String] {
        self.compactMap { row in
            if case .tap = row.push { return row.device }
            return nil
        }
    }

    /// Who gets something to show.
    var alerted: [String] {
        self.compactMap { row in
            if case .alert = row.push { return row.device }
            return nil
        }
    }
}

extension FeedOutcome {
    var receipt: PublishReceipt? {
        if case .published(let receipt) = self { return receipt }
        return nil
    }

    var refusal: FeedRefusal? {
        if case .refused(let refusal) = self { return refusal }
        return nil
    }
}
