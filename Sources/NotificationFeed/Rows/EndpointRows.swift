package import Basics
package import FeedContract

/// An installation of an app that wants to be woken for a feed.
///
/// An ended subscription wakes no device and is kept only for its number. A store may drop it when no request from
/// before its end can still arrive: without the row, such a request would count as new.
package struct SubscriptionRow: Hashable, Sendable {
    package var id: String
    /// The id of the installation. Each installation has at most one subscription.
    package var device: String
    package var appId: String
    package var expiration: Instant
    /// The installation's number for the request that caused the row.
    package var serial: UInt64?
    /// Whether the installation is never woken.
    package var isQuiet: Bool

    package init(
        id: String, device: String, appId: String, expiration: Instant, serial: UInt64? = nil, isQuiet: Bool = false
    ) {
        self.id = id
        self.device = device
        self.appId = appId
        self.expiration = expiration
        self.serial = serial
        self.isQuiet = isQuiet
    }
}

/// The channel by which an installation of an app is woken for a user; it ends like a ``SubscriptionRow``.
package struct RegistrationRow: Hashable, Sendable {
    package var device: String
    package var channel: PushChannel
    package var appId: String
    package var appDisplayName: String
    /// The time of the latest renewal. A late report of a dead channel is compared with it.
    package var registered: Instant
    package var expiration: Instant
    /// The installation's number for the request that caused the row.
    package var serial: UInt64?

    package init(
        device: String, channel: PushChannel, appId: String, appDisplayName: String, registered: Instant,
        expiration: Instant, serial: UInt64? = nil
    ) {
        self.device = device
        self.channel = channel
        self.appId = appId
        self.appDisplayName = appDisplayName
        self.registered = registered
        self.expiration = expiration
        self.serial = serial
    }

    /// Returns the row that is left when an installation has removed its channel.
    static func takenBack(by device: String, serial: UInt64, at now: Instant) -> RegistrationRow {
        RegistrationRow(
            device: device, channel: PushChannel(.polling, token: ""), appId: "", appDisplayName: "", registered: now,
            expiration: now, serial: serial)
    }
}

/// The answer to a publish request with a request id.
///
/// Once ended it counts as absent, and a store may drop it.
package struct RequestRow: Hashable, Sendable {
    package var id: String
    package var receipt: PublishReceipt
    package var expiration: Instant

    package init(id: String, receipt: PublishReceipt, expiration: Instant) {
        self.id = id
        self.receipt = receipt
        self.expiration = expiration
    }
}
