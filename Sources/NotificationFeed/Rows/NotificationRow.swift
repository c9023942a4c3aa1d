package import Basics
package import FeedContract

/// The current state of one notification.
///
/// The rows of a feed, in the order of their versions, form the log that readers see.
package struct NotificationRow: Hashable, Sendable {
    package enum Phase: UInt8, Hashable, Sendable {
        case active
        /// Deleted. A mark stays in place of the notification, so that devices that sync later learn of the deletion.
        case deleted
        case expired
    }

    package var id: String
    package var serverId: String
    package var generation: UInt64
    package var version: UInt64
    package var phase: Phase = .active
    package var readState: ReadState = .unread
    package var userActionState: UserActionState = .noInteraction
    package var content: Content?
    package var groupName: String?
    package var priority: NotificationPriority = .none
    package var expiration: Instant
    /// The time at which the latest change was accepted.
    package var time: Instant
    /// The subscription that made the latest change, or nil when no device made it.
    package var author: String?
    package var fallback: PendingFallback?
    /// The time at which the mark of an ended notification is removed. Nil for an active notification.
    package var removal: Instant?

    package init(id: String, serverId: String, generation: UInt64, expiration: Instant, time: Instant) {
        self.id = id
        self.serverId = serverId
        self.generation = generation
        self.version = generation
        self.expiration = expiration
        self.time = time
    }

    package func isActive(at now: Instant) -> Bool { self.phase == .active && now < self.expiration }

    /// The next time at which the service must do some work on this row by itself.
    package var due: Instant? {
        guard self.phase == .active else { return self.removal }
        return self.fallback.map { min($0.due, self.expiration) } ?? self.expiration
    }

    /// Turns the row into a mark: removes the content, the group and the fallback, and records how the notification
    /// ended.
    package mutating func end(as phase: Phase, removal: Instant) {
        self.phase = phase
        self.content = nil
        self.groupName = nil
        self.fallback = nil
        self.removal = removal
    }
}

/// A visible push that is sent to the devices that have not fetched in time.
package struct PendingFallback: Hashable, Sendable {
    package var due: Instant
    package var visual: Content.Visual
    /// The subscriptions that got the notification in a page.
    package var fetched: [String] = []

    package init(due: Instant, visual: Content.Visual) {
        self.due = due
        self.visual = visual
    }
}
