import TestSupport
import Testing

@testable import PushLab

/// One after the other, since a process that traps leaves one note.
@Suite("Random short worlds", .serialized)
struct RandomWorldTests {
    static let seeds: ClosedRange<UInt64> = {
        if let seed = Environment.number("SHOULDERTAP_LAB_SEED") { return UInt64(seed)...UInt64(seed) }
        let first = UInt64(max(1, Environment.number("SHOULDERTAP_LAB_FIRST") ?? 1))
        return first...(first + UInt64(max(1, Environment.number("SHOULDERTAP_LAB_WORLDS") ?? 300)) - 1)
    }()

    @Test("after any events, once nothing gets lost every device shows what the log adds up to")
    func converge() {
        var events = 0
        for seed in Self.seeds {
            var run = RandomWorld(seed: seed)
            guard Self.passes(&run, seed) else { return }
            events += run.lab.world.record.history.count
        }
        #expect(events > Self.seeds.count * 50)
    }

    @Test("a world that traps is reported by the process that it ends")
    func trap() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            CrashNote.leave("seed 7 of a world that was longer\n")
            CrashNote.leave("seed 8\n")
            fatalError()
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("seed 8\n") && !said.contains("seed 7"))
    }

    /// Whether a world ends well; if not, how to see it again is told.
    private static func passes(_ run: inout RandomWorld, _ seed: UInt64, of test: String = #function) -> Bool {
        let name = "RandomWorldTests/\(test.prefix { $0 != "(" })"
        let again = "SHOULDERTAP_LAB_SEED=\(seed) swift test --filter \(name)"
        CrashNote.leave("a random world was under way; repeat with: \(again)\n")
        defer { CrashNote.leave("") }
        let problem = run.play() ?? run.lab.violations.first.map { "\($0)" }
        guard let problem else { return true }
        Issue.record("seed \(seed): \(problem)\nthe steps: \(run.steps.joined(separator: "; "))\nrepeat with: \(again)")
        return false
    }

    /// 87915: a token is forgotten and another issued with as many there as before, and with the same bytes.
    /// 9543: what was asked for behind a token's refusal failed with it, and nobody asked again.
    @Test("worlds that failed before pass", arguments: [87_915, 9_543] as [UInt64])
    func pinned(_ seed: UInt64) {
        var run = RandomWorld(seed: seed)
        #expect(run.play() == nil)
    }

    @Test("and when users sign in and out all the time, and lock their devices")
    func comeAndGo() {
        for seed in Self.seeds.count == 1 ? Self.seeds : 1...100 {
            var run = RandomWorld(seed: seed, usersComeAndGo: true)
            guard Self.passes(&run, seed) else { return }
        }
    }

    @Test("an app that dies finds the same state whether the lab kept it as a value or as bytes", arguments: 1...60)
    func keepsEitherWay(seed: UInt64) {
        var asValue = RandomWorld(seed: seed, usersComeAndGo: true)
        // Of an app that somebody else makes the lab knows bytes only.
        var asBytes = RandomWorld(seed: seed, usersComeAndGo: true) { _ in ReferenceApp(appId: "com.contoso.app") }
        _ = (asValue.play(), asBytes.play())
        #expect(asValue.lab.world.people.appId == "com.contoso.app")
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
