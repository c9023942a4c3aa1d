import Basics
import PushGateway
import ReferenceModels
import Testing

/// The promises of the original, by number, that the push service keeps; the others are with the service's tests.
@Suite("Promises of the push service") struct PromiseTests {
    @Test("16: background pushes may be delayed, batched or dropped, which is why there is a fallback")
    func delayedBatchedDropped() {
        var bench = DeliveryBench()
        bench.set(.lowPower)
        for id in ["a", "b", "c"] { bench.tap(id) }
        bench.advance(by: .hours(5))
        #expect(!bench.words().contains { $0.hasPrefix("wake") }, "delayed")
        // What the fallback relies on: something to see goes through meanwhile.
        bench.send(.alert("fallback"))
        #expect(bench.words().contains("show fallback"))
        bench.set(.normalPower)
        #expect(bench.words() == ["wake c"], "of three, the newest")
        bench.set(.forceQuit)
        bench.tap("d")
        #expect(bench.words() == ["log d: Delivered", "drop 5 forceQuit"], "dropped")
    }

    @Test("23: no order, no deadline, and neither exactly nor at least once")
    func noGuarantee() {
        var bench = DeliveryBench()
        bench.send(.alert("slow"), Fate(delay: .hours(3)))
        bench.send(.alert("fast"))
        bench.send(.alert("twice"), Fate(copyAfter: .seconds(1)))
        bench.send(.alert("never"), Fate(isLost: true))
        bench.advance(by: .days(1))
        let shown = bench.words().filter { $0.hasPrefix("show") }
        #expect(shown == ["show fast", "show twice", "show twice", "show slow"])
        #expect(bench.machine.pushesUnderWay == 0)
    }
}
