package import Basics
package import FeedContract

/// An installation of an app that wants to be woken for a feed.
///
/// An ended subscription wakes no device. Its row is kept only for the request number: without the row, an earlier
/// request that arrives late would count as new. A store may drop the row when no such request can still arrive.
package struct SubscriptionRow: Hashable, Sendable {
    package var id: String
    /// The id of the installation. Each installation has at most one subscription.
    package var device: String
    package var appId: String
    package var expiration: Instant
    /// The number of the latest numbered request for this subscription. The installation numbers its requests.
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

/// The channel through which an installation of an app is woken for a user. When a registration has ended, its row is
/// kept for the same reason as an ended ``SubscriptionRow``.
package struct RegistrationRow: Hashable, Sendable {
    package var device: String
    package var channel: PushChannel
    package var appId: String
    package var appDisplayName: String
    /// The time of the latest renewal. If a report says that the channel was dead before this time, the report is
    /// ignored.
    package var registered: Instant
    package var expiration: Instant
    /// The number of the latest numbered request for this channel. The installation numbers its requests.
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

    /// Returns the row that remains after an installation has removed its channel.
    static func takenBack(by device: String, serial: UInt64, at now: Instant) -> RegistrationRow {
        RegistrationRow(
            device: device, channel: PushChannel(.polling, token: ""), appId: "", appDisplayName: "", registered: now,
            expiration: now, serial: serial)
    }
}

/// The stored answer to a publish request that has a request id.
///
/// After its expiration, the row counts as absent, and a store may drop it.
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
