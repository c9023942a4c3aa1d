package import Basics

/// How long a registration or subscription still holds.
package enum RegistrationState: UInt8, Hashable, Sendable {
    case unregistered = 0
    case registered = 1
    /// Holds, and should be renewed now.
    case expiring = 2
    case expired = 3

    /// How long before its end a registration should be renewed.
    package static var renewalLead: Interval { .hours(24) }

    /// The state at `now` of what ends at `end`.
    package init(end: Instant, now: Instant) {
        self = now >= end ? .expired : now >= end - Self.renewalLead ? .expiring : .registered
    }
}
