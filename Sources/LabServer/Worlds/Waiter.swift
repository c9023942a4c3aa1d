import Basics

/// A request that waits until a condition is met in its world, or until it times out.
final class Waiter {
    /// Answers the request if its condition is met, or if `isOver` says that it has timed out.
    ///
    /// Returns whether the request was answered.
    let attempt: (_ isOver: Bool) -> Bool
    /// The uptime of the server at which the request times out.
    let deadline: Interval

    init(until deadline: Interval, _ attempt: @escaping (_ isOver: Bool) -> Bool) {
        (self.deadline, self.attempt) = (deadline, attempt)
    }
}
