import Basics
import FeedContract
import FeedTestSupport
import NotificationFeed
import TestSupport
import Testing

@Suite("The service compared with a slow, simple model")
struct FeedModelTests {
    static let seeds: ClosedRange<UInt64> = {
        if let seed = Environment.number("SHOULDERTAP_FEED_SEED") { return UInt64(seed)...UInt64(seed) }
        return 1...UInt64(max(1, Environment.number("SHOULDERTAP_FEED_SEQUENCES") ?? 1_000))
    }()

    @Test("random commands: every answer, page, step and push agrees, and the pages add up to the feed")
    func agree() {
        var commands = 0
        for seed in Self.seeds {
            var run = FeedModelRun(seed: seed)
            let problem = run.play()
            commands += run.played
            if let problem {
                Issue.record(
                    """
                    seed \(seed), command \(run.played): \(problem)
                    repeat with: SHOULDERTAP_FEED_SEED=\(seed) swift test --filter FeedModelTests
                    """)
                return
            }
        }
        #expect(commands >= Self.seeds.count * 20)
    }
}

/// One sequence of commands, for the service and for its model.
struct FeedModelRun {
    private var random: RandomFeedCommands
    private var store: MemoryFeedStore
    private var model: ReferenceService
    private var readers: [FoldingReader]
    private let desk: FeedDesk
    private(set) var played = 0

    init(seed: UInt64) {
        var dice = SeededDice(seed: seed)
        self.desk = FeedDesk(CursorOffice(.test(key: dice.next())))
        self.random = RandomFeedCommands(dice)
        let limits = self.random.limits()
        self.store = MemoryFeedStore(FeedRules(limits))
        self.model = ReferenceService(limits)
        self.readers = (RandomFeedCommands.feeds + RandomFeedCommands.feeds.prefix(1)).map(FoldingReader.init)
    }

    /// Nil when all agreed, else what did not.
    mutating func play() -> String? {
        for _ in 0..<(20 + self.random.dice.below(21)) {
            // Pushes are sent at once, so that nothing is in the way of being bytes for a while.
            self.store.acknowledgeOutbox(self.store.claimOutboxNames(limit: .max, now: .distantFuture, lease: .zero))
            self.store = self.store.packedAndUnpacked(near: self.random.now)
            if let problem = self.step(self.random.next()).problem { return problem }
            let index = self.random.dice.below(3 * self.readers.count)
            if index < self.readers.count, let problem = self.read(index, mayStop: true) { return problem }
        }
        for index in self.readers.indices {
            if let problem = self.read(index, mayStop: false) { return problem }
            // From nothing it adds up to the same.
            self.readers[index] = FoldingReader(self.readers[index].feed)
            if let problem = self.read(index, mayStop: false) { return problem }
        }
        return nil
    }

    private mutating func step(_ command: FeedCommand) -> (outcome: FeedOutcome, problem: String?) {
        self.played += 1
        let decision = self.store.run(command)
        let expected = self.model.run(command)
        self.random.learn(decision.outcome)
        func problem(_ what: String, _ found: Any, _ expected: Any) -> (FeedOutcome, String?) {
            (decision.outcome, "\(what) to \(command)\n  found    \(found)\n  expected \(expected)")
        }
        guard decision.outcome.withoutWords == expected.outcome else {
            return problem("outcome", decision.outcome, expected.outcome)
        }
        let steps = expected.steps.map { step in
            [step.version, step.generation, UInt64(step.kind.rawValue)].map(String.init) + [step.id, step.author ?? ""]
        }
        let entries = decision.change.entries.map { entry in
            [entry.sequence, entry.generation, UInt64(entry.kind.rawValue)].map(String.init)
                + [entry.id, entry.author ?? ""]
        }
        guard entries == steps else { return problem("entries", entries, steps) }
        guard decision.change.outbox == expected.pushes else {
            return problem("pushes", decision.change.outbox, expected.pushes)
        }
        if case .refused = decision.outcome, !decision.change.isEmpty {
            return problem("a refusal wrote", decision.change, "nothing")
        }
        return (decision.outcome, nil)
    }

    /// Lets a reader read on, sometimes only a part of the way.
    private mutating func read(_ index: Int, mayStop: Bool) -> String? {
        for _ in 0..<1_000 {
            if mayStop, self.random.dice.below(4) == 0 {
                if self.random.dice.coin() { self.readers[index].interrupt() }
                return nil
            }
            let reader = self.readers[index]
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
}
