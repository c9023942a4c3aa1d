package import Basics
package import FeedContract

/// One notification as it stands. The rows of a feed in the order of their versions are its log, as readers see it.
package struct NotificationRow: Hashable, Sendable {
    package enum Phase: UInt8, Hashable, Sendable {
        case active
        /// Only marks are left, so that devices which come late hear of the end.
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
    /// When the latest change was taken in.
    package var time: Instant
    /// The subscription that made the latest change; nil when no device did.
    package var author: String?
    package var fallback: PendingFallback?
    /// When a mark is cleaned up.
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

    /// When the service has something to do about this row without being asked.
    package var due: Instant? {
        guard self.phase == .active else { return self.removal }
        return self.fallback.map { min($0.due, self.expiration) } ?? self.expiration
    }

    /// Leaves a mark in the place of the notification.
    package mutating func end(as phase: Phase, removal: Instant) {
        self.phase = phase
        self.content = nil
        self.groupName = nil
        self.fallback = nil
        self.removal = removal
    }
}

/// A visible push that waits for those who do not fetch.
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
