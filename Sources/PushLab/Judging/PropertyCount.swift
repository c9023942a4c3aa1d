/// How much a promise was put to the test.
package struct PropertyCount: Hashable, Sendable {
    /// How many runs could threaten it at all.
    package var applicable = 0
    /// How often it was looked at.
    package var judged = 0
    /// How often what threatens it was under way: breaking it would have been seen.
    package var atRisk = 0
    package var violations = 0

    package init() {}

    package static func += (sum: inout PropertyCount, other: PropertyCount) {
        sum.applicable += other.applicable
        sum.judged += other.judged
        sum.atRisk += other.atRisk
        sum.violations += other.violations
    }
}
