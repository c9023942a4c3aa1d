package import Basics

/// What a service may be told about its own ways.
package struct ServiceRules: Hashable, Sendable {
    /// How long a process holds the pushes that it is about to send. Behind it another one may send them.
    package var lease: Interval
    /// Whether a tap that waits for its device gives way to a newer one.
    package var coalescesTaps = false
    /// How long a push waits for its next attempt: as long as it has waited already, within these bounds.
    package var pushPause = Interval.seconds(1)...Interval.minutes(1)
    /// How long the service waits before it tries a store again that failed.
    package var storePause = Interval.seconds(1)
    /// How many feeds with something due are asked for at once.
    package var dueLimit = Int.max
    /// How many pushes of others are claimed at once.
    package var claimLimit = Int.max

    package init(lease: Interval = .minutes(5)) { self.lease = lease }
}
