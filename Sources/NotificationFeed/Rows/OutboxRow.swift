package import Basics
package import FeedContract
package import ShoulderTap

/// A push to be sent, written in the same transaction as the change that caused it.
package struct OutboxRow: Hashable, Sendable {
    package enum Push: Hashable, Sendable {
        /// A silent push without content, which tells the app to fetch.
        case tap(head: FeedPosition, activities: [String])
        /// A push that the system shows.
        case alert(Alert)
    }

    package struct Alert: Hashable, Sendable {
        package var visual: Content.Visual
        package var id: String
        package var generation: UInt64
        /// The collapse id. All alerts of one notification have the same collapse id, so a later alert replaces an
        /// earlier alert.
        package var collapseId: String
        /// The time after which the alert must not be shown.
        package var expiration: Instant
        /// Whether the alert is shown in place of a notification that the device has not fetched in time.
        package var isFallback: Bool

        package init(
            visual: Content.Visual, id: String, generation: UInt64, collapseId: String, expiration: Instant,
            isFallback: Bool = false
        ) {
            self.visual = visual
            self.id = id
            self.generation = generation
            self.collapseId = collapseId
            self.expiration = expiration
            self.isFallback = isFallback
        }
    }

    /// The collapse key of taps. A later tap may replace an earlier tap, but never an alert.
    package static let tapCollapseKey = "tap"

    package var feed: FeedKey
    package var subscription: String
    package var device: String
    package var appId: String
    package var channel: PushChannel
    package var push: Push
    package var created: Instant

    package init(
        feed: FeedKey, subscription: String, device: String, appId: String, channel: PushChannel, push: Push,
        created: Instant
    ) {
        self.feed = feed
        self.subscription = subscription
        self.device = device
        self.appId = appId
        self.channel = channel
        self.push = push
        self.created = created
    }

    /// The tap to encode for the device's push service. Nil for an alert, and for an address that does not fit into a
    /// push.
    package var tap: Tap? {
        guard case .tap(let head, let activities) = self.push else { return nil }
        return try? Tap(
            host: self.feed.host, subscription: self.subscription, head: head.text, activities: activities)
    }
}

extension OutboxRow.Alert {
    private static func isFree(_ id: String) -> Bool {
        id.utf8.count <= Self.longestCollapseId && !id.isExactly(OutboxRow.tapCollapseKey)
    }

    /// The maximum length of a collapse id at APNs.
    static let longestCollapseId = 64

    init(_ visual: Content.Visual, of row: NotificationRow, isFallback: Bool = false) {
        self.init(
            visual: visual, id: row.id, generation: row.generation,
            // The service's own id for the same notification always fits.
            collapseId: Self.isFree(row.id) ? row.id : row.serverId,
            expiration: row.expiration, isFallback: isFallback)
    }
}
