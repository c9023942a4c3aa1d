import Basics
import FeedContract
import FeedTestSupport
import NotificationFeed
import TestSupport
import Testing

extension FeedStoreConformance {
    func answersEachTicketOnce() {
        var store = self.make(FeedRules())
        let answers = self.run((0..<20).map { self.publish("n\($0)", to: "u\($0 % 3)") }, &store)
        #expect(Set(answers.map(\.ticket)) == Set((1...20).map { Ticket($0) }))
        var more: [StoreAnswer] = []
        store.settle(into: &more)
        #expect(more.isEmpty, "an answer is given once")
    }

    /// Under whatever order the store picks for its tickets, the sequences of each user are 1, 2, 3 and so on.
    func sequencesHaveNoGap() {
        for seed in UInt64(1)...20 {
            var dice = SeededDice(seed: seed)
            var store = self.make(FeedRules())
            var entries: [String: [UInt64]] = [:]
            var number: UInt64 = 1
            var now = Self.start
            for _ in 0..<12 {
                // A mixture of what succeeds, what is refused, what expires, and what asks for no sequence.
                let acts = (0..<(1 + dice.below(9))).map { _ in self.something(&dice) }
                let answers = self.run(acts, &store, at: now, from: number)
                for answer in answers {
                    let user = self.user(of: acts[Int(answer.ticket.number - number)])
                    entries[user, default: []] += Self.entries([answer]).map(\.sequence)
                }
                number += UInt64(acts.count)
                now = now + .hours(Int64(dice.below(40)))
            }
            for user in ["alice", "bob"] {
                let found = entries[user] ?? []
                let wanted = found.indices.map { UInt64($0) + 1 }
                #expect(found == wanted, "seed \(seed), \(user): answers come in the order of commits, without a gap")
            }
        }
    }

    private func something(_ dice: inout SeededDice) -> FeedCommand.Act {
        let key = FeedKey(host: "contoso.com", user: dice.pick(["alice", "bob"]))
        let id = dice.pick(["n1", "n2", "n3"])
        switch dice.below(8) {
        case 0...2: return self.publish(id, to: key.user)
        case 3: return .update(key, StateUpdate(id: id, readState: dice.pick([.read, .unread])))
        case 4: return .delete(key, Deletion(id: id))
        case 5: return .fetch(key, Reading(.start, limit: 1))
        case 6: return .sweep(key)
        default: return .publish(key, Publication(NewNotification(host: key.host, appNotificationId: id)))
        }
    }

    private func user(of act: FeedCommand.Act) -> String {
        switch act {
        case .publish(let key, _), .update(let key, _), .delete(let key, _), .fetch(let key, _), .sweep(let key):
            key.user
        default: ""
        }
    }

    func refusalsWriteNothing() {
        var store = self.make(FeedRules())
        _ = self.device("phone", &store, from: 1)
        _ = self.run([self.publish("n1")], &store, from: 10)
        let key = FeedKey(host: "contoso.com", user: "alice")
        // At the same moment n1 is past its expiration, so a careless store would write that along with the refusal.
        let late = Self.start + .days(8)
        let pushes = store.claimOutbox(limit: 100, now: Self.start, lease: .zero).count
        let answers = self.run(
            [
                .publish(key, Publication(NewNotification(host: key.host, appNotificationId: "n2"))),
                .update(key, StateUpdate(id: "n1", readState: .read)), .delete(key, Deletion(id: "n1")),
                .fetch(key, Reading(.after(epoch: 99, sequence: 0))),
            ], &store, at: late, from: 20)
        #expect(Self.entries(answers).isEmpty)
        #expect(store.claimOutbox(limit: 100, now: late, lease: .zero).count == pushes)
        #expect(store.dueFeeds(at: late, limit: 10) == [key], "what is due is still due")
    }

    func requestsAreStoredOnce() {
        var store = self.make(FeedRules())
        let answers = self.run(
            (0..<5).map { _ in self.publish("n1", requestId: "r1") } + [self.publish("n1", requestId: "r2")], &store)
        var receipts: [PublishReceipt] = []
        for answer in answers {
            if case .feed(let result) = answer.outcome, case .published(let receipt) = result.outcome {
                receipts.append(receipt)
            }
        }
        #expect(receipts.count == 6 && Set(receipts).count == 2)
        #expect(Self.entries(answers).count == 2)
        let next = self.run([self.publish("n1", requestId: "r1")], &store, at: Self.start + .hours(24), from: 50)
        #expect(Self.entries(next).count == 1, "a day later the name is free")
    }

    /// Two ways to compose a letter are two users, ids, devices and requests, as they are two under a seal.
    func textsAreExact() {
        var store = self.make(FeedRules())
        let spellings = ["\u{E9}", "e\u{301}"]
        let request = RegisterRequest(device: "d", channel: PushChannel(.apns, token: "t"), appId: "a")
        let devices = spellings.flatMap { user in
            [
                .register(user: user, request),
                .subscribe(FeedKey(host: "contoso.com", user: user), device: "d", appId: "a"),
            ] as [FeedCommand.Act]
        }
        _ = self.run(devices, &store)
        let acts = spellings.flatMap { user in spellings.map { self.publish($0, to: user, requestId: $0) } }
        let answers = self.run(acts, &store, from: 10)
        #expect(Self.entries(answers).map(\.sequence).sorted() == [1, 1, 2, 2])
        for user in spellings {
            let key = FeedKey(host: "contoso.com", user: user)
            let page = self.run([.fetch(key, Reading(.start)), .delete(key, Deletion(id: user))], &store, from: 50)
            #expect(Self.entries(page).map { Array($0.id.utf8) } == [Array(user.utf8)])
        }
        #expect(store.dueFeeds(at: Self.start + .days(7), limit: 9).count == 2)
        let others = spellings.map { device in
            FeedCommand.Act.subscribe(FeedKey(host: "contoso.com", user: "u"), device: device, appId: "a")
        }
        #expect(Set(self.run(others, &store, from: 90).map(\.outcome)).count == 2)
        var taps: [String: Int] = [:]
        for item in store.claimOutbox(limit: 100, now: Self.start, lease: .minutes(1)) {
            taps[item.row.subscription, default: 0] += 1
        }
        #expect(taps.values.sorted() == [3, 3], "each user's device is woken by that user's changes alone")
    }

    func dueFeedsAreFound() {
        var store = self.make(FeedRules())
        #expect(store.nextDue() == nil)
        _ = self.run(["bob", "alice", "carol"].map { self.publish("n1", to: $0) }, &store)
        _ = self.run([self.publish("n2")], &store, at: Self.start - .days(1), from: 10)
        #expect(store.nextDue() == Self.start + .days(6))
        #expect(store.dueFeeds(at: Self.start + .days(6) - .microseconds(1), limit: 10).isEmpty)
        #expect(store.dueFeeds(at: Self.start + .days(6), limit: 10).map(\.user) == ["alice"])
        #expect(store.dueFeeds(at: Self.start + .days(7), limit: 10).map(\.user).first == "alice")
        #expect(store.dueFeeds(at: Self.start + .days(7), limit: 10).map(\.user).sorted() == ["alice", "bob", "carol"])
        #expect(store.dueFeeds(at: Self.start + .days(7), limit: 2).count == 2)
        // Sweeping until nothing is due empties feeds, then marks.
        var sweeps = 0
        while let due = store.nextDue(), sweeps < 100 {
            for key in store.dueFeeds(at: due, limit: 1) {
                sweeps += 1
                _ = self.run([.sweep(key)], &store, at: due, from: 100 + UInt64(sweeps))
            }
        }
        #expect(sweeps == 8, "four ends and four marks")
        #expect(self.changes(&store, at: Self.start + .days(60)).isEmpty)
    }
}
