package import Basics
import FeedContract
package import FeedService
package import NotificationFeed
import PushGateway

/// The service with a store that answers at once and push services that take every push.
package struct DeskService {
    /// A tap that a push service accepted.
    package struct SentTap {
        package let device: String
        package let address: String
        package let payload: [UInt8]
    }

    package var machine: ServiceMachine
    package var store: MemoryFeedStore
    package var fresh = CountedFresh()
    /// The rows of notifications that were written, in order.
    private(set) var history: [NotificationRow] = []
    private var sent: [SentTap] = []
    /// The taps that the last call of ``takeTaps()`` returned.
    package private(set) var lastTaps: [SentTap] = []
    private var outcome: FeedOutcome?

    package init(_ rules: FeedRules, _ desk: FeedDesk) {
        self.store = MemoryFeedStore(rules)
        self.machine = ServiceMachine(
            desk: desk, office: TokenOffice(rules: TokenOffice.Rules(clients: .anyone)))
    }

    /// Carries out an act and all its consequences.
    package mutating func run(_ act: FeedCommand.Act, at now: Instant) -> FeedOutcome {
        self.outcome = nil
        var actions = ServiceActions()
        self.machine.carryOut(act, for: Caller(1), at: now, &self.fresh, into: &actions)
        self.carryOut(actions, at: now)
        guard let outcome = self.outcome else { preconditionFailure("a store on a desk answers at once") }
        return outcome
    }

    /// Does all work that is due.
    package mutating func tend(at now: Instant) {
        var actions = ServiceActions()
        self.machine.ring(at: now, &self.fresh, into: &actions)
        self.carryOut(actions, at: now)
    }

    /// Returns the taps that were sent since the last call.
    package mutating func takeTaps() -> [SentTap] {
        self.lastTaps = self.sent
        self.sent = []
        return self.lastTaps
    }

    private mutating func carryOut(_ actions: ServiceActions, at now: Instant) {
        for id in actions.pushes {
            var next = ServiceActions()
            if let push = self.machine.push(id, into: &next) {
                if case .wake(let wake) = push.content {
                    self.sent.append(
                        SentTap(device: push.row.device, address: push.row.channel.token, payload: wake.payload))
                }
                self.machine.pushEnded(id, .accepted, at: now, &self.fresh, into: &next)
            }
            self.carryOut(next, at: now)
        }
        self.history += actions.commit?.result.change.notifications ?? []
        if case .owner = actions.reply?.words { self.outcome = actions.commit?.result.outcome }
        for work in actions.work {
            self.store.submit(work.work, as: work.ticket)
            var answers: [StoreAnswer] = []
            self.store.settle(into: &answers)
            for answer in answers {
                var next = ServiceActions()
                self.machine.settle(answer, at: now, &self.fresh, inflate: { _, _, _ in .damaged }, into: &next)
                self.carryOut(next, at: now)
            }
        }
    }
}

/// A source of ids that counts up.
package struct CountedFresh: FreshSource {
    package private(set) var count: UInt64 = 0

    package init() {}

    package mutating func next() -> Fresh {
        self.count += 1
        return Fresh(id: "fresh-\(self.count)", number: self.count << 32 | 7)
    }
}
