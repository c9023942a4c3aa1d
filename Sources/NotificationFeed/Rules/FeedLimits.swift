package import Basics

/// The limits and lifetimes of the service.
package struct FeedLimits: Hashable, Sendable {
    /// The lifetime of a notification whose publisher does not specify one.
    package var defaultLife = PublishLimits.lifetime
    package var longestLife = PublishLimits.longestLifetime
    /// The time for which the mark of an ended notification can still be read.
    ///
    /// It must be at least as long as the maximum time between two reads with a cursor.
    package var markLife = Interval.days(30)
    package var subscriptionLife = Interval.days(30)
    package var registrationLife = Interval.days(30)
    /// The time for which a request id is remembered.
    package var requestLife = Interval.hours(24)
    /// The maximum number of changes in a page.
    package var pageSize = 100
    /// The number of bytes of content after which a page ends early.
    package var pageBytes = 256 << 10
    /// The rate limit for one user of an app, or nil for no limit.
    package var userThrottle: Throttle?
    /// The rate limit for one app, or nil for no limit.
    package var appThrottle: Throttle?

    package init() {}
}

/// A rate limit: at most `count` attempts in each interval. All of these attempts may happen at the same time.
package struct Throttle: Hashable, Sendable {
    package var count: Int64
    package var interval: Interval

    package init(_ count: Int64, each interval: Interval) {
        precondition(count > 0 && interval.microseconds >= count, "a throttle lets through at least one")
        self.count = count
        self.interval = interval
    }

    /// The result of a check against the limit.
    enum Verdict: Equatable {
        case pass(paidUntil: Instant)
        /// The attempt must wait for this number of seconds, rounded up.
        case wait(seconds: Int)
    }

    /// Checks one attempt against the limit.
    ///
    /// Each attempt uses an equal share of the interval, and the shares follow one another in time. At most one
    /// interval may be used in advance.
    func attempt(paidUntil: Instant?, now: Instant) -> Verdict {
        let share = Interval.microseconds(self.interval.microseconds / self.count)
        let paid = max(paidUntil ?? now, now) + share
        let early = paid - now - share * self.count
        guard early.microseconds > 0 else { return .pass(paidUntil: paid) }
        return .wait(seconds: Int((early.microseconds + 999_999) / 1_000_000))
    }
}
