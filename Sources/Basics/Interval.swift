/// A duration in whole microseconds. It has no fractions, so that simulated time is never rounded.
package struct Interval: Hashable, Comparable, Sendable {
    package var microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    // Computed, like similar constants, because each access to a stored constant of another module is guarded.
    package static var zero: Interval { Interval(microseconds: 0) }

    package static func microseconds(_ count: Int64) -> Interval { Interval(microseconds: count) }
    package static func milliseconds(_ count: Int64) -> Interval { Interval(microseconds: count * 1_000) }
    package static func seconds(_ count: Int64) -> Interval { Interval(microseconds: count * 1_000_000) }
    package static func minutes(_ count: Int64) -> Interval { .seconds(count * 60) }
    package static func hours(_ count: Int64) -> Interval { .seconds(count * 3_600) }
    package static func days(_ count: Int64) -> Interval { .seconds(count * 86_400) }

    package static func < (left: Interval, right: Interval) -> Bool { left.microseconds < right.microseconds }
    // This operator is written out because the derived operators of the standard library are slow in other modules.
    package static func <= (left: Interval, right: Interval) -> Bool { left.microseconds <= right.microseconds }
    package static func > (left: Interval, right: Interval) -> Bool { left.microseconds > right.microseconds }
    package static func >= (left: Interval, right: Interval) -> Bool { left.microseconds >= right.microseconds }

    package static func + (left: Interval, right: Interval) -> Interval {
        Interval(microseconds: left.microseconds + right.microseconds)
    }

    package static func - (left: Interval, right: Interval) -> Interval {
        Interval(microseconds: left.microseconds - right.microseconds)
    }

    package static func * (left: Interval, factor: Int64) -> Interval {
        Interval(microseconds: left.microseconds * factor)
    }
}
