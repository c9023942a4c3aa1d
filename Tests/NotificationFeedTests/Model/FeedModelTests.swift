import ReferenceModels
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
            var run = FeedComparison(seed: seed)
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
