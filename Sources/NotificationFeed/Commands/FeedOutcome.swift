package import Basics
package import FeedContract

/// The outcome of a command.
package enum FeedOutcome: Hashable, Sendable {
    case published(PublishReceipt)
    case updated(UpdateResult)
    case page(OpenPage)
    /// The due work is done; `entries` is the number of log entries written.
    case swept(entries: Int)
    case subscribed(SubscriptionRow)
    case registered(RegistrationRow)
    case done
    case refused(FeedRefusal)
}

/// The answer to a publisher. If the publisher repeats its request, it gets the same answer again.
package struct PublishReceipt: Hashable, Sendable {
    /// The id from the publisher, or the id that the service created.
    package var id: String
    package var serverId: String
    package var generation: UInt64
    package var created: Instant
    package var expiration: Instant
    package var displayTimeToLive: Int32?
    package var groupName: String?
    package var priority: NotificationPriority
    package var visual: Content.Visual?

    package init(
        id: String, serverId: String, generation: UInt64, created: Instant, expiration: Instant,
        displayTimeToLive: Int32? = nil, groupName: String? = nil, priority: NotificationPriority = .none,
        visual: Content.Visual? = nil
    ) {
        self.id = id
        self.serverId = serverId
        self.generation = generation
        self.created = created
        self.expiration = expiration
        self.displayTimeToLive = displayTimeToLive
        self.groupName = groupName
        self.priority = priority
        self.visual = visual
    }

    /// Creates the receipt of a notification that was just published.
    init(_ row: NotificationRow, displayTimeToLive: Int32?) {
        self.init(
            id: row.id, serverId: row.serverId, generation: row.generation, created: row.time,
            expiration: row.expiration, displayTimeToLive: displayTimeToLive, groupName: row.groupName,
            priority: row.priority, visual: row.content?.visual)
    }

    /// Returns the number of whole seconds that the notification can still be displayed after `now`.
    ///
    /// At least one second is subtracted, because an answer always takes some time.
    func displaySeconds(after now: Instant) -> Int64? {
        self.displayTimeToLive.map { seconds in
            let elapsed = max(now.microseconds - self.created.microseconds, 0)
            return max((Int64(seconds) * 1_000_000 - elapsed - 1) / 1_000_000, 0)
        }
    }
}

/// A page as it is before its place for the next page is sealed into a cursor.
package struct OpenPage: Hashable, Sendable {
    package var changes: [Change]
    /// The place at which the next page begins.
    package var next: ReadingPlace
    package var position: FeedPosition
    package var isFull: Bool

    /// Whether this page is the last one of its read. If so, the next place is worth keeping.
    package var isLast: Bool {
        if case .within = self.next { return false }
        return true
    }

    package init(changes: [Change], next: ReadingPlace, position: FeedPosition, isFull: Bool) {
        self.changes = changes
        self.next = next
        self.position = position
        self.isFull = isFull
    }
}
