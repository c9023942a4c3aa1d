import Basics
import FeedContract
import FeedTestSupport
import NotificationFeed
import TestSupport
import Testing

/// What every store must pass. A store's own tests say how to make one and how to open it again, and run all of it.
struct FeedStoreConformance<Store: FeedStore> {
    /// A new, empty store with these rules.
    let make: (FeedRules) -> Store
    /// The store as it is found after its process ended, with all that it had answered.
    let reopen: (Store) -> Store

    static var start: Instant { Instant(microseconds: 1_600_000_000_000_000) }

    func all() {
        self.answersEachTicketOnce()
        self.sequencesHaveNoGap()
        self.refusalsWriteNothing()
        self.outboxKeepsItsOrder()
        self.leasesRunOut()
        self.requestsAreStoredOnce()
        self.textsAreExact()
        self.dueFeedsAreFound()
        self.rowsAreTransactions()
        self.openedAgain()
    }

    func publish(_ id: String, to user: String = "alice", requestId: String? = nil) -> FeedCommand.Act {
        .publish(
            FeedKey(host: "contoso.com", user: user),
            Publication(NewNotification(host: "contoso.com", appNotificationId: id, raw: id), requestId: requestId))
    }

    /// Submits work, and settles until all of it is answered.
    func run(_ acts: [FeedCommand.Act], _ store: inout Store, at now: Instant = Self.start, from first: UInt64 = 1)
        -> [StoreAnswer]
    {
        for (index, act) in acts.enumerated() {
            let number = first + UInt64(index)
            let command = FeedCommand(act, now: now, fresh: Fresh(id: "fresh-\(number)", number: number << 32))
            store.submit(.feed(command), as: Ticket(number))
        }
        return self.settle(&store, acts.count)
    }

    func settle(_ store: inout Store, _ count: Int) -> [StoreAnswer] {
        var answers: [StoreAnswer] = []
        for _ in 0..<(1_000 + count) where answers.count < count { store.settle(into: &answers) }
        #expect(answers.count == count, "every ticket is answered")
        return answers
    }

    /// A device of alice that is woken by every change; its subscription id.
    func device(_ name: String, _ store: inout Store, from first: UInt64) -> String? {
        let request = RegisterRequest(device: name, channel: PushChannel(.apns, token: name), appId: "app")
        let answers = self.run(
            [
                .register(user: "alice", request),
                .subscribe(FeedKey(host: "contoso.com", user: "alice"), device: name, appId: "app"),
            ], &store, from: first)
        for answer in answers {
            if case .feed(let result) = answer.outcome, case .subscribed(let row) = result.outcome { return row.id }
        }
        return nil
    }

    func changes(_ store: inout Store, at now: Instant = Self.start, ticket: UInt64 = 900_000) -> [Change] {
        let key = FeedKey(host: "contoso.com", user: "alice")
        for answer in self.run([.fetch(key, Reading(.start))], &store, at: now, from: ticket) {
            if case .feed(let result) = answer.outcome, case .page(let page) = result.outcome { return page.changes }
        }
        return []
    }

    static func entries(_ answers: [StoreAnswer]) -> [LogEntry] {
        answers.flatMap { answer in
            if case .feed(let result) = answer.outcome { return result.change.entries }
            return []
        }
    }
}
