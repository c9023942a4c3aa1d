extension Interval {
    /// What lengths of time are counted in.
    package enum Unit: Int64, CaseIterable, Sendable {
        case microseconds = 1
        case milliseconds = 1_000
        case seconds = 1_000_000
        case minutes = 60_000_000
        case hours = 3_600_000_000
        case days = 86_400_000_000

        /// As durations spell it.
        var suffix: String {
            switch self {
            case .microseconds: "us"
            case .milliseconds: "ms"
            case .seconds: "s"
            case .minutes: "m"
            case .hours: "h"
            case .days: "d"
            }
        }
    }

    /// A number from outside; nil when it is too large for microseconds.
    package init?(exactly count: Int64, _ unit: Unit) {
        let (microseconds, overflow) = count.multipliedReportingOverflow(by: unit.rawValue)
        guard !overflow else { return nil }
        self.init(microseconds: microseconds)
    }

    /// The sum, or nil when it is too long.
    package func adding(_ other: Interval) -> Interval? {
        let (sum, overflow) = self.microseconds.addingReportingOverflow(other.microseconds)
        return overflow ? nil : Interval(microseconds: sum)
    }
}

extension Instant {
    /// A number of seconds from outside, such as `iat` of a provider token; nil when it is too large.
    package init?(unixSeconds seconds: Int64) {
        guard let interval = Interval(exactly: seconds, .seconds) else { return nil }
        self.init(microseconds: interval.microseconds)
    }

    /// A number of milliseconds from outside, such as `timestamp` of an answer 410; nil when it is too large.
    package init?(unixMilliseconds milliseconds: Int64) {
        guard let interval = Interval(exactly: milliseconds, .milliseconds) else { return nil }
        self.init(microseconds: interval.microseconds)
    }

    /// Whole milliseconds since 1970, rounded towards the past.
    package var milliseconds: Int64 { self.microseconds.floored(by: 1_000).quotient }

    /// The instant an interval later, or nil when there is none.
    package func adding(_ interval: Interval) -> Instant? {
        let (sum, overflow) = self.microseconds.addingReportingOverflow(interval.microseconds)
        return overflow ? nil : Instant(microseconds: sum)
    }
}
