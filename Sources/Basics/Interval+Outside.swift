extension Interval {
    /// The units of intervals.
    package enum Unit: Int64, CaseIterable, Sendable {
        case microseconds = 1
        case milliseconds = 1_000
        case seconds = 1_000_000
        case minutes = 60_000_000
        case hours = 3_600_000_000
        case days = 86_400_000_000

        /// The suffix in durations.
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

    /// Creates an interval from an external number. Returns nil when the number is too large for microseconds.
    package init?(exactly count: Int64, _ unit: Unit) {
        let (microseconds, overflow) = count.multipliedReportingOverflow(by: unit.rawValue)
        guard !overflow else { return nil }
        self.init(microseconds: microseconds)
    }

    /// Returns the sum; nil on overflow.
    package func adding(_ other: Interval) -> Interval? {
        let (sum, overflow) = self.microseconds.addingReportingOverflow(other.microseconds)
        return overflow ? nil : Interval(microseconds: sum)
    }
}

extension Instant {
    /// Creates an instant from external seconds, such as `iat` of a provider token. Returns nil when the number is too
    /// large.
    package init?(unixSeconds seconds: Int64) {
        guard let interval = Interval(exactly: seconds, .seconds) else { return nil }
        self.init(microseconds: interval.microseconds)
    }

    /// Creates an instant from external milliseconds, such as `timestamp` of a 410. Returns nil when the number is too
    /// large.
    package init?(unixMilliseconds milliseconds: Int64) {
        guard let interval = Interval(exactly: milliseconds, .milliseconds) else { return nil }
        self.init(microseconds: interval.microseconds)
    }

    /// The whole milliseconds since 1970, rounded down.
    package var milliseconds: Int64 { self.microseconds.floored(by: 1_000).quotient }

    /// Returns the instant after an interval; nil on overflow.
    package func adding(_ interval: Interval) -> Instant? {
        let (sum, overflow) = self.microseconds.addingReportingOverflow(interval.microseconds)
        return overflow ? nil : Instant(microseconds: sum)
    }
}
