/// A moment in microseconds since 1970-01-01T00:00:00Z, in virtual time and behind real sockets alike.
package struct Instant: Hashable, Comparable, Sendable {
    package var microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    /// Whole seconds since 1970, rounded towards the past.
    package var seconds: Int64 { self.microseconds.floored(by: 1_000_000).quotient }

    package static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }
    // Those that the library would make of it are slow in other modules.
    package static func <= (left: Instant, right: Instant) -> Bool { left.microseconds <= right.microseconds }
    package static func > (left: Instant, right: Instant) -> Bool { left.microseconds > right.microseconds }
    package static func >= (left: Instant, right: Instant) -> Bool { left.microseconds >= right.microseconds }

    package static func + (left: Instant, right: Interval) -> Instant {
        Instant(microseconds: left.microseconds + right.microseconds)
    }

    package static func - (left: Instant, right: Interval) -> Instant {
        Instant(microseconds: left.microseconds - right.microseconds)
    }

    package static func - (left: Instant, right: Instant) -> Interval {
        Interval(microseconds: left.microseconds - right.microseconds)
    }
}
