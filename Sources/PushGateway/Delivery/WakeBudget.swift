package import Basics

/// The budget of background wakes of an app: a token bucket in whole microseconds.
package struct WakeBudget: Hashable, Sendable {
    package let burst: Int64
    /// The time that it takes to earn one more wake.
    package let refill: Interval

    /// Creates a bucket that holds at most `burst` wakes and earns `perHour` wakes in each hour.
    package init(perHour: Int64, burst: Int64) {
        precondition(1...3_600_000_000 ~= perHour, "a budget earns between one wake and one per microsecond an hour")
        precondition(1...1_000 ~= burst, "a budget holds between one and a thousand wakes")
        self.burst = burst
        self.refill = Interval(microseconds: Interval.hours(1).microseconds / perHour)
    }

    /// The budget that Apple's guidance suggests: two or three wakes per hour.
    package static let appleGuidance = WakeBudget(perHour: 3, burst: 3)
}

/// The remaining budget of an app, stored as the time at which the bucket will be full again.
package struct WakeAllowance: Hashable, Sendable {
    package var fullAgainAt: Instant

    /// A full bucket.
    package static let untouched = WakeAllowance(fullAgainAt: Instant(microseconds: .min))

    /// Returns the earliest time at which the budget can pay for a wake. This time is in the past if the budget can pay
    /// for a wake now.
    package func payable(under budget: WakeBudget) -> Instant {
        let spare = budget.refill * (budget.burst - 1)
        let (moment, overflow) = self.fullAgainAt.microseconds.subtractingReportingOverflow(spare.microseconds)
        return Instant(microseconds: overflow ? .min : moment)
    }

    package mutating func spend(at now: Instant, under budget: WakeBudget) {
        precondition(self.payable(under: budget) <= now, "a wake was spent that nobody had earned")
        self.fullAgainAt = max(self.fullAgainAt, now).later(by: budget.refill)
    }

    /// Returns the number of wakes that the budget can pay for right now.
    package func left(at now: Instant, under budget: WakeBudget) -> Int64 {
        guard self.fullAgainAt > now else { return budget.burst }
        let owed = (self.fullAgainAt - now).microseconds
        let refill = budget.refill.microseconds
        return max(0, budget.burst - (owed + refill - 1) / refill)
    }
}
