package import Basics

/// A token bucket. Each use takes from it and time refills it, so it allows bursts but no floods.
package struct Allowance: Hashable, Sendable {
    /// The size of a bucket, and its refill rate.
    package struct Rule: Hashable, Sendable {
        package var burst: Int
        package var perSecond: Int

        package init(burst: Int, perSecond: Int) {
            self.burst = burst
            self.perSecond = perSecond
        }
    }

    private let rule: Rule
    /// The current level, in millionths of a use.
    private var level: Int64
    private var filledAt: Interval

    package init(_ rule: Rule, at now: Interval) {
        self.rule = rule
        self.level = Int64(rule.burst) * 1_000_000
        self.filledAt = now
    }

    /// Takes one use from the bucket, or returns false when no use is left.
    package mutating func spend(at now: Interval) -> Bool {
        let passed = min(max(0, (now - self.filledAt).microseconds), 3_600_000_000)
        self.filledAt = now
        self.level = min(Int64(self.rule.burst) * 1_000_000, self.level + passed * Int64(self.rule.perSecond))
        guard self.level >= 1_000_000 else { return false }
        self.level -= 1_000_000
        return true
    }
}
