package import Basics
package import FeedContract

/// The rows that a store writes for a command. It writes either all of them or none.
package struct FeedChange: Hashable, Sendable {
    package var feed: FeedRow?
    package var notifications: [NotificationRow] = []
    /// The ids of marks that are removed.
    package var removedNotifications: [String] = []
    package var subscriptions: [SubscriptionRow] = []
    package var removedSubscriptions: [String] = []
    package var registrations: [RegistrationRow] = []
    package var removedRegistrations: [String] = []
    package var request: RequestRow?
    package var app: AppRow?
    package var outbox: [OutboxRow] = []
    /// The log entries of the change, one for each sequence number that was assigned.
    ///
    /// These are not rows. They report to observers what was committed.
    package var entries: [LogEntry] = []

    package var isEmpty: Bool {
        // Field by field: comparing with an empty change costs ten times as much.
        self.entries.isEmpty && self.notifications.isEmpty && self.removedNotifications.isEmpty
            && self.subscriptions.isEmpty && self.removedSubscriptions.isEmpty && self.registrations.isEmpty
            && self.removedRegistrations.isEmpty && self.outbox.isEmpty && self.feed == nil && self.request == nil
            && self.app == nil
    }
}

/// One entry of a feed's log.
package struct LogEntry: Hashable, Sendable {
    package var sequence: UInt64
    package var kind: Change.Kind
    package var id: String
    package var generation: UInt64
    /// The subscription that made the change, or nil when no device made it.
    package var author: String?
    package var time: Instant

    package init(_ row: NotificationRow, _ kind: Change.Kind) {
        self.sequence = row.version
        self.kind = kind
        self.id = row.id
        self.generation = row.generation
        self.author = row.author
        self.time = row.time
    }
}

/// The decision of the rules about a command.
package struct FeedDecision: Hashable, Sendable {
    package var change: FeedChange
    package var outcome: FeedOutcome
}

// This initializer is in an extension, so that the type keeps its memberwise initializer. A value that is built field
// by field would be copied.
extension FeedDecision {
    package init(_ outcome: FeedOutcome) { self.init(change: FeedChange(), outcome: outcome) }

    package init(_ outcome: FeedOutcome, _ change: FeedChange) { self.init(change: change, outcome: outcome) }
}
