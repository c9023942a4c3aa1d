import Basics

/// The time of every lab: it begins at one moment, which histories count from.
enum LabTime {
    /// The beginning of every lab: a whole second, so that the times of its history are easy to read.
    static var start: Instant { Instant(microseconds: 1_767_225_600_000_000) }
    /// The end of every lab: nobody could count on after it.
    static var end: Instant { LabTime.start + .days(365_250) }

    /// Microseconds since the lab was opened; what came before counts as its beginning.
    static func number(of moment: Instant) -> UInt64 { UInt64(clamping: (moment - LabTime.start).microseconds) }
}
