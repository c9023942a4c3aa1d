package import Basics

/// The settings of a service.
package struct ServiceRules: Hashable, Sendable {
    /// The time for which a process holds the pushes that it is about to send. After this time, another process may
    /// send them.
    package var lease: Interval
    /// Whether a newer tap replaces a tap that is still waiting for its device.
    package var coalescesTaps = false
    /// The minimum and the maximum pause before a retry of a push. Within these limits, the pause is equal to the age
    /// of the push.
    package var pushPause = Interval.seconds(1)...Interval.minutes(1)
    /// The pause before the service retries after a failure of the store.
    package var storePause = Interval.seconds(1)
    /// The maximum number of feeds with due work that one request to the store returns.
    package var dueLimit = Int.max
    /// The maximum number of pushes that this process takes over from other processes in one request.
    package var claimLimit = Int.max

    package init(lease: Interval = .minutes(5)) { self.lease = lease }
}
