package import Basics
package import NotificationFeed

/// Asking a store one thing at a time, for tests in which nobody else waits for an answer.
extension FeedStore {
    /// Submits one access and settles until it is answered.
    package mutating func ask(_ work: StoreWork) -> StoreAnswer {
        self.submit(work, as: Ticket(.max))
        var answers: [StoreAnswer] = []
        while true {
            self.settle(into: &answers)
            if let answer = answers.first(where: { $0.ticket == Ticket(.max) }) { return answer }
        }
    }

    package mutating func claimOutbox(limit: Int, now: Instant, lease: Interval) -> [OutboxItem] {
        guard case .claimed(let items) = self.ask(.claim(limit: limit, now: now, lease: lease)).outcome else {
            return []
        }
        return items
    }

    package mutating func acknowledgeOutbox(_ ids: [UInt64]) { _ = self.ask(.acknowledge(ids)) }

    package mutating func dueFeeds(at now: Instant, limit: Int) -> [FeedKey] {
        guard case .due(let feeds) = self.ask(.due(at: now, limit: limit)).outcome else { return [] }
        return feeds
    }

    /// When something falls due next, as the store says with any answer.
    package mutating func nextDue() -> Instant? { self.ask(.acknowledge([])).nextDue }

    package mutating func feed(ofSubscription id: String) -> FeedKey? {
        guard case .feedOfSubscription(let feed) = self.ask(.feedOfSubscription(id)).outcome else { return nil }
        return feed
    }

    package mutating func rows(in space: UInt8, after key: [UInt8]?, limit: Int) -> [StoredRow] {
        guard case .scanned(let rows) = self.ask(.scan(space: space, after: key, limit: limit)).outcome else {
            return []
        }
        return rows
    }
}
