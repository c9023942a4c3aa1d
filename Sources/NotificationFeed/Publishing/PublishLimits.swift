package import Basics

/// The limits of a publish request. Characters are Unicode scalars.
package enum PublishLimits {
    /// The maximum number of bytes of a body, as sent and as inflated.
    package static let body = 100 * 1024
    /// The maximum number of characters of a title.
    package static let title = 256
    /// The maximum number of characters of the id of a notification, a group or a request.
    package static let id = 128
    /// The maximum number of bytes of a channel's token at its push service. Browsers use whole URLs as tokens.
    package static let token = 4096
    /// The maximum number of characters of a host, the same as for a domain name.
    package static let host = 253
    /// The allowed seconds between a raw notification and its fallback.
    package static let fallbackDelay: ClosedRange<Int32> = 60...600
    /// The default lifetime of a notification.
    package static let lifetime = Interval.days(7)
    /// The maximum lifetime of a notification.
    package static let longestLifetime = Interval.days(30)
}
