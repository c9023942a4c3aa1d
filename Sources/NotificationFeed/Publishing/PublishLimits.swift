package import Basics

/// What a publish request may hold at most. Characters are Unicode scalars.
package enum PublishLimits {
    /// Bytes of a body, as sent and as inflated.
    package static let body = 100 * 1024
    /// Characters of a title.
    package static let title = 256
    /// Characters of an id: the notification's, its group's, the request's.
    package static let id = 128
    /// Bytes of what a push service calls a channel; browsers give whole addresses.
    package static let token = 4096
    /// Characters of a host, as many as a domain name has at most.
    package static let host = 253
    /// Seconds between a raw notification and its fallback.
    package static let fallbackDelay: ClosedRange<Int32> = 60...600
    /// How long a notification lives unless it says.
    package static let lifetime = Interval.days(7)
    /// How long it may live.
    package static let longestLifetime = Interval.days(30)
}
