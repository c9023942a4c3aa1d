import TestSupport
import Testing

@testable import PushLab

@Suite("Random short worlds")
struct RandomWorldTests {
    static let seeds: ClosedRange<UInt64> = {
        if let seed = Environment.number("SHOULDERTAP_LAB_SEED") { return UInt64(seed)...UInt64(seed) }
        let first = UInt64(max(1, Environment.number("SHOULDERTAP_LAB_FIRST") ?? 1))
        return first...(first + UInt64(max(1, Environment.number("SHOULDERTAP_LAB_WORLDS") ?? 300)) - 1)
    }()

    @Test("whatever happened, once nothing gets lost every device shows what the log adds up to")
    func converge() {
        var events = 0
        for seed in Self.seeds {
            var run = RandomWorld(seed: seed)
            let problem = run.play()
            events += run.lab.world.history.count
            guard let problem else { continue }
            Issue.record(
                """
                seed \(seed): \(problem)
                the steps: \(run.steps.joined(separator: "; "))
                repeat with: SHOULDERTAP_LAB_SEED=\(seed) swift test --filter RandomWorldTests
                """)
            return
        }
        #expect(events > Self.seeds.count * 50)
    }

    /// 87915: a token is forgotten and another issued with as many there as before, and with the same bytes.
    @Test("worlds that went wrong once go well", arguments: [87_915] as [UInt64])
    func pinned(_ seed: UInt64) {
        var run = RandomWorld(seed: seed)
        #expect(run.play() == nil)
    }

    @Test("and when users sign in and out all the while")
    func comeAndGo() {
        for seed in 1...100 as ClosedRange<UInt64> {
            var run = RandomWorld(seed: seed, usersComeAndGo: true)
            let problem = run.play()
            guard problem != nil || !run.lab.violations.isEmpty else { continue }
            let steps = run.steps.joined(separator: "; ")
            Issue.record("seed \(seed): \(problem ?? "\(run.lab.violations)")\nthe steps: \(steps)")
            return
        }
    }

    @Test("an app that dies finds the same whether the lab kept its state as a value or as bytes", arguments: 1...60)
    func keepsEitherWay(seed: UInt64) {
        var asValue = RandomWorld(seed: seed, usersComeAndGo: true)
        // Of an app that somebody else makes the lab knows bytes only.
        var asBytes = RandomWorld(seed: seed, usersComeAndGo: true) { _ in ReferenceApp(appId: "com.contoso.app") }
        _ = (asValue.play(), asBytes.play())
        #expect(asValue.lab.world.appId == "com.contoso.app")
        #expect(asValue.lab.fingerprint == asBytes.lab.fingerprint, "steps: \(asValue.steps)")
    }

    @Test("the same seed gives the same history", arguments: [3, 14, 159] as [UInt64])
    func repeats(seed: UInt64) {
        var (first, second, other) = (RandomWorld(seed: seed), RandomWorld(seed: seed), RandomWorld(seed: seed + 1))
        _ = (first.play(), second.play(), other.play())
        #expect(first.lab.fingerprint == second.lab.fingerprint)
        #expect(first.lab.historyLines == second.lab.historyLines)
        #expect(first.lab.fingerprint != other.lab.fingerprint)
    }
}
