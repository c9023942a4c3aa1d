/// A time in microseconds since 1970-01-01T00:00:00Z, virtual or real.
package struct Instant: Hashable, Comparable, Sendable {
    package var microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    /// The whole seconds since 1970, rounded down.
    package var seconds: Int64 { self.microseconds.floored(by: 1_000_000).quotient }

    package static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }
    // This operator is written out because the derived operators of the standard library are slow in other modules.
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
