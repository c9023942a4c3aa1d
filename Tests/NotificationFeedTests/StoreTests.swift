import Basics
import FeedContract
import FeedTestSupport
import NotificationFeed
import TestSupport
import Testing

@Suite("Stores")
struct StoreTests {
    @Test("the memory store keeps the promises of a store")
    func memory() {
        FeedStoreConformance(make: MemoryFeedStore.init, reopen: { $0 }).all()
    }

    @Test(
        "so does a store that answers late, in any order and in batches, as several servers would",
        arguments: [1, 2, 3, 4, 5] as [UInt64])
    func shuffling(seed: UInt64) {
        FeedStoreConformance(make: { ShufflingStore(MemoryFeedStore($0), seed: seed) }, reopen: { $0 }).all()
    }

    @Test("a failed transaction writes nothing, and the next one continues")
    func faults() {
        var store = MemoryFeedStore(FeedRules())
        let publish = FeedCommand.Act.publish(.alice, Publication(NewNotification(host: "contoso.com", raw: "r")))
        store.fault = "disk full"
        store.submit(
            .feed(FeedCommand(publish, now: Instant(microseconds: 0), fresh: Fresh(id: "f1", number: 1))),
            as: Ticket(1))
        store.submit(.rows(RowTransaction([]) { _ in .init([.init(RowKey(space: 1, key: []), [1])]) }), as: Ticket(2))
        var answers: [StoreAnswer] = []
        store.settle(into: &answers)
        #expect(answers.map(\.outcome) == [.failed("disk full"), .failed("disk full")])
        #expect(store.rows(in: 1, after: nil, limit: 1).isEmpty)
        store.fault = nil
        let decision = store.run(FeedCommand(publish, now: Instant(microseconds: 0), fresh: Fresh(id: "f2", number: 1)))
        #expect(decision.change.entries.map(\.sequence) == [1])
    }

    @Test("a copy is a snapshot: a crash returns to it, and unanswered work is lost")
    func snapshots() {
        let desk = Desk()
        desk.publish("n1")
        let snapshot = desk.store
        desk.publish("n2")
        desk.store.submit(
            .feed(FeedCommand(.sweep(.alice), now: desk.now, fresh: Fresh(id: "f", number: 0))), as: Ticket(1))
        desk.store = snapshot
        #expect(desk.everything().map(\.id) == ["n1"])
        var answers: [StoreAnswer] = []
        desk.store.settle(into: &answers)
        #expect(answers.isEmpty)
    }

    @Test("a restarted process holds no push, and finds all unacknowledged pushes")
    func restart() {
        let desk = Desk()
        _ = desk.device("phone")
        for id in ["n1", "n2", "n3"] { desk.publish(id) }
        let held = desk.store.claimOutbox(limit: 9, now: desk.now, lease: .hours(1)).map(\.id)
        #expect(held.count == 3 && desk.store.claimOutbox(limit: 9, now: desk.now, lease: .hours(1)).isEmpty)
        desk.store.acknowledgeOutbox([held[1]])
        desk.store.restart()
        let again = desk.store.claimOutbox(limit: 9, now: desk.now, lease: .hours(1)).map(\.id)
        #expect(again == [held[0], held[2]])
        #expect(desk.store.claimOutbox(limit: 9, now: desk.now, lease: .hours(1)).isEmpty)
    }

    @Test("a push that is handed over is thereby acknowledged permanently")
    func takenPushes() {
        let desk = Desk()
        _ = desk.device("phone")
        for number in 0..<70 { desk.publish("n\(number)") }
        let held = desk.store.claimOutbox(limit: 70, now: desk.now, lease: .hours(1))
        // Last first, and then so many at the front that they are swept away.
        for item in held.suffix(2) + held.prefix(67) {
            #expect(desk.store.takeOutboxRow(item.id) == item.row)
            #expect(desk.store.takeOutboxRow(item.id) == nil && desk.store.outboxRow(item.id) == nil)
        }
        for id in [0, held[69].id + 1, .max] { #expect(desk.store.takeOutboxRow(id) == nil) }
        desk.store.restart()
        #expect(desk.store.claimOutbox(limit: 9, now: desk.now, lease: .hours(1)) == [held[67]])
    }

    @Test("due times that move earlier repeatedly are found, each feed once")
    func movingDues() {
        let desk = Desk()
        for step in Int64(1)...60 { desk.publish("n1") { $0.expiration = desk.now + .days(7) - .hours(step) } }
        let due = desk.now + .days(7) - .hours(60)
        #expect(desk.store.nextDue() == due)
        #expect(desk.store.dueFeeds(at: desk.now + .days(8), limit: 9) == [.alice])
        // And later: what was due first is replaced.
        desk.publish("n1") { $0.expiration = desk.now + .days(9) }
        #expect(desk.store.nextDue() == desk.now + .days(9))
        desk.wait(.days(9))
        #expect(desk.run(.sweep(.alice)) == .swept(entries: 1))
    }

    @Test("many feeds are due in the order of their due times")
    func dueOrder() {
        let desk = Desk()
        let users: [String] = (0..<50).map { number in "u\(number * 37 % 50)" }
        for (index, user) in users.enumerated() {
            desk.publish("n1", in: FeedKey(host: "contoso.com", user: user)) { notification in
                notification.expiration = desk.now + .hours(Int64(1 + index * 17 % 50))
            }
        }
        let places: [Int] = (0..<50).sorted { left, right in left * 17 % 50 < right * 17 % 50 }
        let order: [String] = places.map { users[$0] }
        #expect(desk.store.dueFeeds(at: desk.now + .days(7), limit: 50).map(\.user) == order)
        #expect(desk.store.dueFeeds(at: desk.now + .hours(10), limit: 50).map(\.user) == Array(order.prefix(10)))
        for step in 1...50 {
            #expect(desk.store.nextDue() == desk.now + .hours(1))
            desk.wait(.hours(1))
            #expect(desk.store.dueFeeds(at: desk.now, limit: 50).map(\.user) == [order[step - 1]])
            desk.run(.sweep(FeedKey(host: "contoso.com", user: order[step - 1])))
        }
    }

    @Test("a user without a feed has nothing to sweep, and no cursors to lose")
    func unknownFeeds() {
        let desk = Desk()
        #expect(desk.run(.sweep(.alice)) == .swept(entries: 0))
        #expect(desk.run(.invalidateCursors(.alice)) == .done)
        #expect(desk.run(.unsubscribe(.alice, subscription: "unknown")) == .done)
        #expect(desk.run(.unregister(user: "alice", device: "unknown", serial: nil)) == .done)
    }

    @Test("two epochs of a log differ, even if they draw the same number")
    func sameNumber() throws {
        var store = MemoryFeedStore(FeedRules())
        let fresh = Fresh(id: "f", number: 7 << 32)
        func run(_ act: FeedCommand.Act) -> FeedOutcome {
            store.run(FeedCommand(act, now: Instant(microseconds: 0), fresh: fresh)).outcome
        }
        guard case .page(let page) = run(.fetch(.alice, Reading(.start))) else {
            Issue.record("no page")
            return
        }
        _ = run(.invalidateCursors(.alice))
        #expect(run(.fetch(.alice, Reading(page.next))).refusal?.code == .resyncRequired)
    }

    @Test("a long run keeps only live data in memory")
    func manyGenerations() {
        let desk = Desk()
        for round in 0..<500 {
            desk.publish("n\(round % 5)")
            if round % 3 == 0 { _ = desk.save("n\(round % 5)", read: .read) }
            if round % 7 == 0 { _ = desk.delete("n\(round % 5)") }
            desk.wait(.hours(30))
            desk.run(.sweep(.alice))
        }
        desk.wait(.days(40))
        desk.run(.sweep(.alice))
        desk.wait(.days(40))
        desk.run(.sweep(.alice))
        #expect(desk.everything().isEmpty)
        #expect(desk.store.nextDue() == nil)
    }
}

/// Answers what it likes of what waits, in whatever order: nothing more than the port promises.
struct ShufflingStore: FeedStore {
    private var store: MemoryFeedStore
    private var dice: SeededDice
    private var waiting: [(work: StoreWork, ticket: Ticket)] = []

    init(_ store: MemoryFeedStore, seed: UInt64) {
        self.store = store
        self.dice = SeededDice(seed: seed)
    }

    mutating func submit(_ work: StoreWork, as ticket: Ticket) { self.waiting.append((work, ticket)) }

    mutating func settle(into answers: inout [StoreAnswer]) {
        guard !self.waiting.isEmpty else { return }
        for _ in 0..<(1 + self.dice.below(self.waiting.count)) {
            let (work, ticket) = self.waiting.remove(at: self.dice.below(self.waiting.count))
            self.store.submit(work, as: ticket)
        }
        self.store.settle(into: &answers)
    }
}
