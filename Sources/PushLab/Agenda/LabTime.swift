import Basics

/// The time of every lab.
///
/// It begins at a fixed moment, and histories count their times from that moment.
enum LabTime {
    /// The beginning of every lab: a whole second, so that the times of its history are easy to read.
    static var start: Instant { Instant(microseconds: 1_767_225_600_000_000) }
    /// The end of every lab. Later times cannot be represented.
    static var end: Instant { LabTime.start + .days(365_250) }

    /// Returns the number of microseconds from the beginning of the lab to `moment`.
    ///
    /// Returns zero if `moment` is before the beginning.
    static func number(of moment: Instant) -> UInt64 { UInt64(clamping: (moment - LabTime.start).microseconds) }
}
