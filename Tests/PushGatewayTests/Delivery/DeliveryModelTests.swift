import Basics
import PushGateway
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
            for step in 0..<Self.stepsPerRun {
                run.step()
                let actions = run.bench.timedActions()
                let (said, expected) = (actions.map(\.action.word).sorted(), run.model.words.sorted())
                run.model.words = []
                let faults = run.judge.faults(actions, budget: run.budget) + run.bench.storeFaults()
                try #require(said == expected, "step \(step): \(repeatLine)")
                try #require(faults.isEmpty, "step \(step): \(faults) \(repeatLine)")
                try #require(run.bench.machine.pushesUnderWay == run.model.pushes.count, "\(repeatLine)")
            }
            run.calm()
            run.bench.advance(by: .days(31))
            #expect(run.bench.machine.pushesUnderWay == 0, "a push never ended: \(repeatLine)")
            #expect(run.bench.timers.isEmpty, "a timer is left: \(repeatLine)")
        }
    }
}
