import ReferenceModels
import TestSupport
import Testing

@Suite("Devices against the service, in a storm and after it")
struct ConvergenceTests {
    static let seeds: [UInt64] = {
        if let seed = Environment.number("SHOULDERTAP_DEVICES_SEED") { return [UInt64(seed)] }
        // The last seed raised a false alarm: of two requested states, another device had already changed one.
        return Array(1...UInt64(max(1, Environment.number("SHOULDERTAP_DEVICES_WORLDS") ?? 80))) + [201_336]
    }()

    @Test("after any storm every device's view, and every reader's, is the fold of the log")
    func converge() {
        for seed in Self.seeds {
            var storm = DeviceStorm(seed: seed)
            let problem = storm.play()
            if let problem {
                Issue.record(
                    """
                    seed \(seed), step \(storm.step): \(problem)
                    repeat with: SHOULDERTAP_DEVICES_SEED=\(seed) swift test --filter ConvergenceTests
                    """)
                return
            }
        }
    }
}
