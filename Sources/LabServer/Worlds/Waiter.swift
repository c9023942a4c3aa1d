import Basics

/// A request that waits for a condition in its world, or until it times out.
final class Waiter {
    /// Answers the request if its condition is met, or if its time `isOver`.
    ///
    /// Returns whether it has answered.
    let attempt: (_ isOver: Bool) -> Bool
    /// The server's uptime at which it times out.
    let deadline: Interval

    init(until deadline: Interval, _ attempt: @escaping (_ isOver: Bool) -> Bool) {
        (self.deadline, self.attempt) = (deadline, attempt)
    }
}
