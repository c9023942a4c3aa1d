package import Basics

/// A command on its way to its commit. It is a class because a command is large and is passed on often.
package final class FeedTransaction: Sendable {
    package let command: FeedCommand
    /// The time for which the command's pushes are reserved for its caller, counted from the transaction.
    ///
    /// Without a lease, any caller may claim the pushes at once.
    package let lease: Interval?

    package init(_ command: FeedCommand, lease: Interval? = nil) {
        self.command = command
        self.lease = lease
    }
}

/// The result of a transaction.
package final class FeedResult: Hashable, Sendable {
    package let outcome: FeedOutcome
    package let change: FeedChange
    /// The ids of the pushes that are reserved for the caller, in the order of `change.outbox`.
    package let held: [UInt64]

    package init(_ outcome: FeedOutcome, _ change: FeedChange, held: [UInt64] = []) {
        self.outcome = outcome
        self.change = change
        self.held = held
    }

    package static func == (left: FeedResult, right: FeedResult) -> Bool {
        left.outcome == right.outcome && left.change == right.change && left.held == right.held
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(self.outcome)
        hasher.combine(self.held)
    }
}
