/// The counts of how often a promise was tested.
package struct PropertyCount: Hashable, Sendable {
    /// The number of runs in which the promise could be threatened at all.
    package var applicable = 0
    /// The number of checks.
    package var judged = 0
    /// The number of checks during which the threat was present, so that a violation would have been visible.
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
