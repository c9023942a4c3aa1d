import Basics
import FeedContract
import NotificationFeed

/// Compares the parts of the store outside the feed rules with their models: the outbox, the work that is due, and the
/// addresses of devices.
extension FeedComparison {
    /// Performs a random operation on the store, such as sending pushes, restarting or packing, and compares the
    /// answers with the model. Returns the first difference.
    mutating func tryStore() -> String? {
        let now = self.random.now
        switch self.random.dice.below(8) {
        case 0, 1:
            let (limit, lease) = (self.random.dice.below(4), Interval.seconds(Int64(self.random.dice.below(4_000))))
            return self.claim(limit: limit, now: now, lease: lease)
        case 2:
            let ids = (0..<3).map { _ in UInt64(self.random.dice.below(Int(self.outbox.last) + 2)) }
            _ = self.ask(.acknowledge(ids))
            self.outbox.acknowledge(ids)
        case 3:
            self.store.restart()
            self.outbox.release()
        case 4, 5: return self.pack()
        default: return self.compareDue(now) ?? self.compareAddresses(now)
        }
        return nil
    }

    private mutating func claim(limit: Int, now: Instant, lease: Interval) -> String? {
        guard case .claimed(let items) = self.ask(.claim(limit: limit, now: now, lease: lease)) else {
            return "the store does not answer a claim"
        }
        let expected = self.outbox.claim(limit: limit, now: now, lease: lease)
        return items == expected ? nil : "it hands out \(items.map(\.id)), the model \(expected.map(\.id))"
    }

    /// Sends all pushes, packs the store, and unpacks it again.
    mutating func pack() -> String? {
        self.store.restart()
        self.outbox.release()
        guard case .claimed(let items) = self.ask(.claim(limit: .max, now: self.random.now, lease: .zero)) else {
            return "the store does not answer a claim"
        }
        let expected = self.outbox.claim(limit: .max, now: self.random.now, lease: .zero)
        guard items == expected else { return "it sends \(items.map(\.id)), the model \(expected.map(\.id))" }
        _ = self.ask(.acknowledge(items.map(\.id)))
        self.outbox.acknowledge(items.map(\.id))
        self.store = self.store.packedAndUnpacked(near: self.random.now)
        return nil
    }

    private mutating func compareDue(_ now: Instant) -> String? {
        let dues = self.model.feeds.compactMap { key, feed in
            self.model.nextDue(of: feed).map { (key: key, due: $0) }
        }
        let answer = self.store.answer(.due(at: now, limit: .max), Ticket(0))
        guard case .due(let found) = answer.outcome else { return "the store does not say what is due" }
        let expected = dues.filter { $0.due <= now }.map { "\($0.key)" }.sorted()
        guard found.map({ "\($0)" }).sorted() == expected else { return "\(found) are due, the model has \(expected)" }
        let next = dues.map(\.due).min()
        guard answer.nextDue == next else {
            return "\(String(describing: answer.nextDue)) is due next, not \(String(describing: next))"
        }
        return nil
    }

    private mutating func compareAddresses(_ now: Instant) -> String? {
        let known = self.model.feeds.flatMap(\.feed.subscriptions).map(\.id)
        for id in self.random.subscriptions where !known.contains(id) {
            guard case .feedOfSubscription(nil) = self.ask(.feedOfSubscription(id)) else {
                return "it finds the feed of '\(id)', which is no subscription"
            }
        }
        for (key, feed) in self.model.feeds {
            for subscription in feed.subscriptions {
                guard case .feedOfSubscription(let found) = self.ask(.feedOfSubscription(subscription.id)), found == key
                else { return "the feed of \(subscription.id) is not \(key)" }
            }
            for device in RandomFeedCommands.devices {
                let isAwake = feed.subscriptions.contains { $0.device == device && $0.expiration > now && !$0.isQuiet }
                let hasAddress = self.model.registrations.contains {
                    $0.user == key.user && $0.row.device == device && $0.row.expiration > now
                        && $0.row.channel.kind != .polling
                }
                guard self.store.taps(device, for: key, at: now) == (isAwake && hasAddress) else {
                    return "it says the wrong thing of taps to \(device)"
                }
            }
        }
        return nil
    }

    /// Tries to read with two forged forms of a cursor, and with the cursor itself as another user. Returns a problem
    /// if one of these reads is not refused.
    mutating func forge(_ cursor: Cursor, of feed: FeedKey) -> String? {
        var text = Array(cursor.text.utf8)
        let place = self.random.dice.below(text.count)
        text[place] = text[place] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
        let changed = Cursor(String(decoding: text, as: UTF8.self))
        let cut = Cursor(String(cursor.text.dropLast(1 + self.random.dice.below(20))))
        let (longer, other) = (feed.user + "a", feed.user.dropLast() + "x")
        for (cursor, user) in [(changed, feed.user), (cut, feed.user), (cursor, longer), (cursor, String(other))] {
            let request = FetchRequest(host: feed.host, cursor: cursor)
            guard case .failure(let refusal) = self.desk.act(.fetch(request), of: user),
                refusal.code == .resyncRequired
            else { return "it takes the forged cursor \(cursor.text) of \(user)" }
        }
        return nil
    }
}

extension ReferenceService {
    /// The next time at which the service has work to do in a feed.
    func nextDue(of feed: ReferenceFeed) -> Instant? {
        feed.lasts.map { step in
            guard step.kind == .new || step.kind == .updated else { return step.time + self.limits.markLife }
            let fallback = feed.fallbacks.first { $0.generation == step.generation }
            return fallback.map { min($0.due, step.expiration) } ?? step.expiration
        }.min()
    }
}
