package import Basics

/// The numbers of the service.
package struct FeedLimits: Hashable, Sendable {
    /// How long a notification lives whose publisher does not say.
    package var defaultLife = PublishLimits.lifetime
    package var longestLife = PublishLimits.longestLifetime
    /// How long the mark of what ended stays readable: no shorter than anybody stays away with a cursor.
    package var markLife = Interval.days(30)
    package var subscriptionLife = Interval.days(30)
    package var registrationLife = Interval.days(30)
    /// How long a request id is remembered.
    package var requestLife = Interval.hours(24)
    /// The most changes in a page.
    package var pageSize = 100
    /// The content of a page, after which it is closed early.
    package var pageBytes = 256 << 10
    /// How often may be published for one user of an app; nil is as often as one likes.
    package var userThrottle: Throttle?
    /// How often one app may publish.
    package var appThrottle: Throttle?

    package init() {}
}

/// So many in each interval, all at once if need be.
package struct Throttle: Hashable, Sendable {
    package var count: Int64
    package var interval: Interval

    package init(_ count: Int64, each interval: Interval) {
        precondition(count > 0 && interval.microseconds >= count, "a throttle lets through at least one")
        self.count = count
        self.interval = interval
    }

    /// What an attempt came to.
    enum Verdict: Equatable {
        case pass(paidUntil: Instant)
        /// Seconds to wait, rounded up.
        case wait(seconds: Int)
    }

    /// Each attempt pays for its share of the interval, from the end of what is paid; an interval may be paid ahead.
    func attempt(paidUntil: Instant?, now: Instant) -> Verdict {
        let share = Interval.microseconds(self.interval.microseconds / self.count)
        let paid = max(paidUntil ?? now, now) + share
        let early = paid - now - share * self.count
        guard early.microseconds > 0 else { return .pass(paidUntil: paid) }
        return .wait(seconds: Int((early.microseconds + 999_999) / 1_000_000))
    }
}
