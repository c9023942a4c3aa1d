package import Basics

/// The limits and waits of the SDK.
package struct DeviceRules: Hashable, Sendable {
    /// The maximum wait before the first retry of a sync or of a refused write. The maximum wait doubles with each
    /// further retry.
    package var retryBase = Interval.seconds(2)
    package var longestRetry = Interval.minutes(15)
    /// The timeout for an answer. Nil if every request is guaranteed to end.
    package var answerLimit: Interval? = .seconds(20)
    /// The maximum time for the handling of a push. It has to be shorter than the time after which the system ends the
    /// app. Nil if there is no limit.
    package var processingLimit: Interval? = .seconds(25)
    /// The time for which a write without an answer may still be on its way to the service.
    package var lateWriteLimit = Interval.seconds(30)
    /// The time for which a device keeps the mark of a deleted or expired notification. The service uses the same time.
    package var markLife = Interval.days(30)
    /// The maximum number of changes requested in a page. Nil uses the service's default.
    package var pageLimit: Int?
    /// The number of times that a sync may start again from the beginning. After that, it waits for a retry.
    package var mostResyncs = 3

    package init() {}

    /// Returns the wait before retry number `attempt`. Half of it is fixed and half is random, so that the devices of a
    /// fleet do not retry at the same time.
    func wait(beforeRetry attempt: UInt8, _ draw: Draw) -> Interval {
        let doubled = self.retryBase.microseconds.multipliedReportingOverflow(by: 1 << Int64(min(attempt, 30)))
        let longest = doubled.overflow ? self.longestRetry.microseconds : doubled.partialValue
        let wait = max(min(longest, self.longestRetry.microseconds), 2)
        return Interval(microseconds: draw.within((wait / 2)...wait))
    }
}
