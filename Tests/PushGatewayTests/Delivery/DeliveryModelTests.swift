import ReferenceModels
import TestSupport
import Testing

@Suite("Delivery compared with a slow model") struct DeliveryModelTests {
    private static let steps = Environment.number("SHOULDERTAP_DELIVERY_STEPS") ?? 12_000
    private static let stepsPerRun = 200

    @Test("random runs with crashes agree with the model, and break no promise")
    func agrees() throws {
        let first = UInt64(Environment.number("SHOULDERTAP_DELIVERY_SEED") ?? 1)
        for seed in first..<first + UInt64(max(1, Self.steps / Self.stepsPerRun)) {
            let repeatLine = "SHOULDERTAP_DELIVERY_SEED=\(seed) SHOULDERTAP_DELIVERY_STEPS=1 swift test --filter agrees"
            var run = DeliveryRun(seed: seed)
            try #require(run.play(steps: Self.stepsPerRun) == nil, "\(repeatLine)")
        }
    }
}
