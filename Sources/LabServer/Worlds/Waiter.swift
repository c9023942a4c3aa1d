import Basics

/// A request that waits until something in its world is so, or until its time is over.
final class Waiter {
    /// Answers the request if what it waits for is so, or if its time `isOver`. Returns whether it has answered.
    let attempt: (_ isOver: Bool) -> Bool
    /// The server's uptime at which its time is over.
    let deadline: Interval

    init(until deadline: Interval, _ attempt: @escaping (_ isOver: Bool) -> Bool) {
        (self.deadline, self.attempt) = (deadline, attempt)
    }
}
