import Basics
import FeedContract
import FeedTestSupport
import NotificationFeed
import TestSupport
import Testing

extension FeedStoreConformance {
    func outboxKeepsItsOrder() {
        var store = self.make(FeedRules())
        let phone = self.device("phone", &store, from: 1)
        let tablet = self.device("tablet", &store, from: 10)
        let answers = self.run((0..<30).map { self.publish("n\($0)") }, &store, from: 20)
        let items = store.claimOutbox(limit: 100, now: Self.start, lease: .minutes(1))
        #expect(items.count == 60)
        #expect(items.map(\.id) == items.map(\.id).sorted())
        // One after the other in the order of the commits, for each device.
        let sequences = Self.entries(answers).map(\.id)
        for subscription in [phone, tablet] {
            let taps = items.filter { $0.row.subscription == subscription }
            let ids = taps.flatMap { item -> [String] in
                if case .tap(_, let activities) = item.row.push { return activities }
                return []
            }
            #expect(ids == sequences)
        }
        #expect(
            store.claimOutbox(limit: 100, now: Self.start, lease: .minutes(1)).isEmpty, "held rows stay with who holds")
        store.acknowledgeOutbox(items.prefix(10).map(\.id) + [0, .max])
        store.acknowledgeOutbox(items.prefix(10).map(\.id))
        let rest = store.claimOutbox(limit: 100, now: Self.start + .hours(1), lease: .minutes(1))
        #expect(rest == Array(items.dropFirst(10)), "what was not acknowledged comes again, in the same order")
        store.acknowledgeOutbox(rest.map(\.id))
        #expect(store.claimOutbox(limit: 100, now: Self.start + .hours(2), lease: .zero).isEmpty)
        let more = self.run((0..<200).map { self.publish("n\($0 % 7)") }, &store, from: 100)
        var last = rest.last?.id ?? 0
        for _ in 0..<Self.entries(more).count * 2 {
            let one = store.claimOutbox(limit: 1, now: Self.start, lease: .minutes(1))
            #expect(one.count == 1 && one[0].id > last, "names grow and are not used again")
            last = one.first?.id ?? .max
            store.acknowledgeOutbox(one.map(\.id))
        }
    }

    func leasesRunOut() {
        var store = self.make(FeedRules())
        _ = self.device("phone", &store, from: 1)
        _ = self.run([self.publish("n1"), self.publish("n2"), self.publish("n3")], &store, from: 10)
        let first = store.claimOutbox(limit: 1, now: Self.start, lease: .seconds(10))
        let others = store.claimOutbox(limit: 5, now: Self.start + .seconds(5), lease: .seconds(10))
        #expect(first.count == 1 && others.count == 2)
        #expect(store.claimOutbox(limit: 5, now: Self.start + .seconds(9), lease: .seconds(10)).isEmpty)
        #expect(store.claimOutbox(limit: 5, now: Self.start + .seconds(10), lease: .seconds(10)) == first)
    }

    func rowsAreTransactions() {
        var store = self.make(FeedRules())
        // A counter that many tickets raise loses no step, and another space's row with the same key is another row.
        for number in UInt64(1)...50 {
            let count = RowTransaction([key("count")]) { rows in
                let next = (rows[0]?.first ?? 0) + 1
                return .init([.init(key("count"), [next])], answer: [next])
            }
            store.submit(.rows(count), as: Ticket(number))
        }
        let answers = self.settle(&store, 50)
        #expect(answers.map(\.outcome) == (1...50).map { .rows([$0]) })
        #expect(store.rows(in: 2, after: nil, limit: 10).isEmpty)

        let several = RowTransaction([key("count"), key("absent")]) { rows in
            .init(
                [
                    .init(key("b"), [2]), .init(key("a"), rows[0]), .init(key("c"), rows[1] ?? []),
                    .init(key("count"), nil), .init(key("a", in: 2), [9]),
                ])
        }
        store.submit(.rows(several), as: Ticket(60))
        #expect(self.settle(&store, 1).map(\.outcome) == [.rows([])])
        let rows = store.rows(in: 1, after: nil, limit: 10)
        #expect(rows == [("a", [50]), ("b", [2]), ("c", [])].map { StoredRow(key: Array($0.utf8), bytes: $1) })
        #expect(store.rows(in: 1, after: Array("a".utf8), limit: 1) == [rows[1]])
        #expect(store.rows(in: 2, after: nil, limit: 10).map(\.bytes) == [[9]])
    }

    /// What was answered is there after the process ended, exactly once.
    func openedAgain() {
        var store = self.make(FeedRules())
        let phone = self.device("phone", &store, from: 1)
        _ = self.run([self.publish("n1", requestId: "r1"), self.publish("n2")], &store, from: 10)
        let row = RowTransaction([]) { _ in .init([.init(RowKey(space: 7, key: [1]), [42])]) }
        store.submit(.rows(row), as: Ticket(20))
        _ = self.settle(&store, 1)
        let before = self.changes(&store)
        store = self.reopen(store)
        #expect(self.changes(&store) == before)
        #expect(store.feed(ofSubscription: phone ?? "") == FeedKey(host: "contoso.com", user: "alice"))
        #expect(store.feed(ofSubscription: "unknown") == nil)
        #expect(store.rows(in: 7, after: nil, limit: 1) == [StoredRow(key: [1], bytes: [42])])
        #expect(store.nextDue() == Self.start + .days(7))
        let answers = self.run(
            [self.publish("n1", requestId: "r1"), self.publish("n3")], &store, from: 30)
        #expect(Self.entries(answers).map(\.sequence) == [3], "the request is known, and sequences go on")
        #expect(store.claimOutbox(limit: 10, now: Self.start, lease: .minutes(1)).count == 3)
        // A claim is not kept from whoever comes after the process that held it, once its lease has run out.
        store = self.reopen(store)
        #expect(store.claimOutbox(limit: 10, now: Self.start + .minutes(1), lease: .minutes(1)).count == 3)
    }
}

/// A row with a short name.
private func key(_ name: String, in space: UInt8 = 1) -> RowKey { RowKey(space: space, key: Array(name.utf8)) }
