package import Basics

/// The validity of a registration or subscription.
package enum RegistrationState: UInt8, Hashable, Sendable {
    case unregistered = 0
    case registered = 1
    /// Valid, and should be renewed now.
    case expiring = 2
    case expired = 3

    /// A registration should be renewed this long before its end.
    package static var renewalLead: Interval { .hours(24) }

    /// Creates the state at `now` of a registration that ends at `end`.
    package init(end: Instant, now: Instant) {
        self = now >= end ? .expired : now >= end - Self.renewalLead ? .expiring : .registered
    }
}
