package import Basics

/// The numbers of the SDK.
package struct DeviceRules: Hashable, Sendable {
    /// The longest wait before the first retry of a sync or of a refused write; each further one waits twice as long.
    package var retryBase = Interval.seconds(2)
    package var longestRetry = Interval.minutes(15)
    /// When an answer is given up; nil where every request is known to end.
    package var answerLimit: Interval? = .seconds(20)
    /// When the handling of a push is called off, before the system would; nil where nobody counts.
    package var processingLimit: Interval? = .seconds(25)
    /// How long the mark of what ended is kept, as the service keeps it.
    package var markLife = Interval.days(30)
    /// The most changes wanted in a page; nil leaves it to the service.
    package var pageLimit: Int?
    /// How often a sync begins again from nothing before it waits for a retry.
    package var mostResyncs = 3

    package init() {}

    /// The wait before retry number `attempt`: half of it fixed, half rolled, so that a fleet does not come at once.
    func wait(beforeRetry attempt: UInt8, _ draw: Draw) -> Interval {
        let doubled = self.retryBase.microseconds.multipliedReportingOverflow(by: 1 << Int64(min(attempt, 30)))
        let longest = doubled.overflow ? self.longestRetry.microseconds : doubled.partialValue
        let wait = max(min(longest, self.longestRetry.microseconds), 2)
        return Interval(microseconds: draw.within((wait / 2)...wait))
    }
}
