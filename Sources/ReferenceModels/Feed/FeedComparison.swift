import Basics
import FeedContract
import NotificationFeed

/// A sequence of random commands that both the service and its model carry out. Their results are compared.
package struct FeedComparison {
    var random: RandomFeedCommands
    var store: MemoryFeedStore
    var model: ReferenceService
    private var readers: [FoldingReader]
    var outbox = ReferenceOutbox()
    let desk: FeedDesk
    package private(set) var played = 0

    package init(seed: UInt64) {
        var dice = RollingDie(seed: seed)
        self.desk = FeedDesk(CursorOffice(.test(key: dice.next())))
        self.random = RandomFeedCommands(dice)
        let limits = self.random.limits()
        self.store = MemoryFeedStore(FeedRules(limits))
        self.model = ReferenceService(limits)
        self.readers = (RandomFeedCommands.feeds + RandomFeedCommands.feeds.prefix(1)).map(FoldingReader.init)
    }

    /// Plays the commands. Returns the first difference; nil when all agreed.
    package mutating func play() -> String? {
        if self.random.dice.coin() {
            for act in self.random.beginning() {
                if let problem = self.step(self.random.command(act)).problem { return problem }
            }
        }
        for _ in 0..<(20 + self.random.dice.below(21)) {
            if let problem = self.tryStore() { return problem }
            if let problem = self.step(self.random.next()).problem { return problem }
            let index = self.random.dice.below(3 * self.readers.count)
            if index < self.readers.count, let problem = self.read(index, mayStop: true) { return problem }
        }
        for index in self.readers.indices {
            if let problem = self.read(index, mayStop: false) { return problem }
            // A read from the start must give the same result.
            self.readers[index] = FoldingReader(self.readers[index].feed)
            if let problem = self.read(index, mayStop: false) { return problem }
        }
        return nil
    }

    mutating func ask(_ work: StoreWork) -> StoreAnswer.Outcome { self.store.answer(work, Ticket(0)).outcome }

    private mutating func step(_ command: FeedCommand) -> (outcome: FeedOutcome, problem: String?) {
        self.played += 1
        let lease: Interval? = self.random.dice.coin() ? nil : .seconds(Int64(self.random.dice.below(900)))
        guard case .feed(let decision) = self.ask(.feed(command, lease: lease)) else {
            return (.done, "the store does not decide about \(command)")
        }
        let expected = self.model.run(command, like: decision)
        let held = self.outbox.append(decision.change.outbox, heldUntil: lease.map { command.now + $0 })
        self.random.learn(decision.outcome)
        func problem(_ what: String, _ found: Any, _ expected: Any) -> (FeedOutcome, String?) {
            (decision.outcome, "\(what) to \(command)\n  found    \(found)\n  expected \(expected)")
        }
        guard Self.agree(decision.outcome, expected.outcome) else {
            return problem("outcome", decision.outcome, expected.outcome)
        }
        if case .fetch(_, let reading) = command.act, case .page(let page) = decision.outcome,
            !Self.isProgress(from: reading.place, to: page.next)
        {
            return problem("a page without progress", page.next, "a later place")
        }
        let steps = expected.steps.map { step in
            [step.version, step.generation, UInt64(step.kind.rawValue)].map(String.init) + [step.id, step.author ?? ""]
        }
        let entries = decision.change.entries.map { entry in
            [entry.sequence, entry.generation, UInt64(entry.kind.rawValue)].map(String.init)
                + [entry.id, entry.author ?? ""]
        }
        guard entries == steps else { return problem("entries", entries, steps) }
        guard Self.counted(decision.change.outbox) == Self.counted(expected.pushes) else {
            return problem("pushes", decision.change.outbox, expected.pushes)
        }
        guard decision.held == (lease == nil ? [] : held) else { return problem("held pushes", decision.held, held) }
        if case .refused = decision.outcome, !decision.change.isEmpty {
            return problem("a refusal wrote", decision.change, "nothing")
        }
        return (decision.outcome, nil)
    }

    /// Returns how often each push occurs.
    ///
    /// The pushes of one change may leave in any order, and a tap may name its notifications in any order.
    private static func counted(_ pushes: [OutboxRow]) -> [OutboxRow: Int] {
        let sorted = pushes.map { row in
            var row = row
            if case .tap(let head, let activities) = row.push {
                row.push = .tap(head: head, activities: activities.sorted())
            }
            return row
        }
        return Dictionary(grouping: sorted, by: \.self).mapValues(\.count)
    }

    /// Whether a read that continues after a page moves forward.
    private static func isProgress(from place: ReadingPlace, to next: ReadingPlace) -> Bool {
        guard case .within(_, let session) = next else { return true }
        return switch place {
        case .start: session.position > 0
        case .after(_, let sequence): session.position > sequence
        case .within(_, let before): session.position > before.position
        }
    }

    /// Lets a reader continue. Sometimes the reader stops before the last page.
    private mutating func read(_ index: Int, mayStop: Bool) -> String? {
        for _ in 0..<1_000 {
            if mayStop, self.random.dice.below(4) == 0 {
                if self.random.dice.coin() { self.readers[index].interrupt() }
                return nil
            }
            let reader = self.readers[index]
            if let cursor = reader.request.cursor, self.random.dice.below(6) == 0,
                let problem = self.forge(cursor, of: reader.feed)
            {
                return problem
            }
            guard case .success(let act) = self.desk.act(.fetch(reader.request), of: reader.feed.user) else {
                return "the desk refuses its own cursor \(reader.request)"
            }
            let (outcome, problem) = self.step(self.random.command(act))
            if let problem { return problem }
            guard self.readers[index].take(self.desk.answer(outcome, to: act)) else { continue }
            let found = self.readers[index].view.values.map { "\($0.version) \($0.id)" }.sorted()
            let visible = self.model.feed(reader.feed)?.visible(at: self.random.now) ?? []
            let expected = visible.map { "\($0.version) \($0.id)" }.sorted()
            return found == expected ? nil : "pages add up to \(found), the feed is \(expected)"
        }
        return "a read of 1,000 pages has no end"
    }

    /// Whether two outcomes are the same. The text of a refusal is for humans. A publisher may have to wait for one
    /// second more than necessary.
    private static func agree(_ found: FeedOutcome, _ expected: FeedOutcome) -> Bool {
        guard case .refused(let refusal) = found, case .refused(let known) = expected else { return found == expected }
        let mayWait =
            switch (refusal.retryAfter, known.retryAfter) {
            case (nil, nil): true
            case (let wait?, let least?): wait == least || wait == least + 1
            default: false
            }
        return mayWait && refusal.code == known.code && refusal.serial == known.serial
    }
}
