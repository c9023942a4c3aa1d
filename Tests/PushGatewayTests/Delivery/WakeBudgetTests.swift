import Basics
import PushGateway
import ReferenceModels
import TestSupport
import Testing

@Suite("The budget of background wakes") struct WakeBudgetTests {
    @Test("a full bucket allows its burst, then one wake each twenty minutes")
    func guidance() {
        let budget = WakeBudget.appleGuidance
        var allowance = WakeAllowance.untouched
        var now = Instant(microseconds: 0)
        #expect(allowance.left(at: now, under: budget) == 3)
        for left in [2, 1, 0] {
            allowance.spend(at: now, under: budget)
            #expect(allowance.left(at: now, under: budget) == Int64(left))
        }
        #expect(allowance.payable(under: budget) == now + .minutes(20))
        now = now + .minutes(20)
        #expect(allowance.left(at: now, under: budget) == 1)
        #expect(allowance.left(at: now + .days(1), under: budget) == 3)
    }

    @Test("random use is what a bucket in microseconds allows, and never more than the burst")
    func random() {
        let seed = UInt64(Environment.number("SHOULDERTAP_BUDGET_SEED") ?? 1)
        var dice = SeededDice(seed: seed)
        for _ in 0..<50 {
            let budget = WakeBudget(perHour: Int64(1 + dice.below(60)), burst: Int64(1 + dice.below(5)))
            var (allowance, now) = (WakeAllowance.untouched, Instant(microseconds: 0))
            let full = budget.refill * budget.burst
            var saved = full
            for _ in 0..<200 {
                let pause = Interval(microseconds: Int64(dice.below(Int(budget.refill.microseconds) * 2)))
                now = now + pause
                saved = min(full, saved + pause)
                let left = allowance.left(at: now, under: budget)
                #expect(left == saved.microseconds / budget.refill.microseconds, "SHOULDERTAP_BUDGET_SEED=\(seed)")
                #expect(0...budget.burst ~= left)
                #expect((allowance.payable(under: budget) <= now) == (saved >= budget.refill))
                guard saved >= budget.refill else { continue }
                allowance.spend(at: now, under: budget)
                saved = saved - budget.refill
            }
        }
    }

    @Test("time does not overflow at its end")
    func ends() {
        var allowance = WakeAllowance.untouched
        allowance.spend(at: Instant(microseconds: .max), under: .appleGuidance)
        #expect(allowance.fullAgainAt == Instant(microseconds: .max))
        var bench = DeliveryBench()
        bench.tap("a", Fate(delay: Interval(microseconds: .min)))
        bench.tap("b", Fate(delay: Interval(microseconds: .max)))
        #expect(bench.words() == ["log a: Delivered", "wake a"])
    }
}
