package import Basics
package import FeedContract

/// An installation of an app that wants to be woken for a feed.
///
/// Once ended it wakes nobody, and is there for its number alone. A store may drop it when no request from before its
/// end can be under way any more: from then on one would be taken for new.
package struct SubscriptionRow: Hashable, Sendable {
    package var id: String
    /// At most one subscription for each installation.
    package var device: String
    package var appId: String
    package var expiration: Instant
    /// The installation's number of the request that is the reason for the row.
    package var serial: UInt64?
    /// Whether nothing wakes the installation.
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

/// How an installation of an app can be woken for a user; it ends like a ``SubscriptionRow``.
package struct RegistrationRow: Hashable, Sendable {
    package var device: String
    package var channel: PushChannel
    package var appId: String
    package var appDisplayName: String
    /// When it was last renewed, against which a late word about a dead channel is measured.
    package var registered: Instant
    package var expiration: Instant
    /// The installation's number of the request that is the reason for the row.
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

    /// What is left when an installation has taken its channel back.
    static func takenBack(by device: String, serial: UInt64, at now: Instant) -> RegistrationRow {
        RegistrationRow(
            device: device, channel: PushChannel(.polling, token: ""), appId: "", appDisplayName: "", registered: now,
            expiration: now, serial: serial)
    }
}

/// What was answered to a publish request that named itself. Once ended it counts as absent, and a store may drop it.
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
