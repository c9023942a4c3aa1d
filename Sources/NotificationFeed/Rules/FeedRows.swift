package import Basics

/// The rows that a store must read before the rules can decide about a command. The rules see nothing else.
package struct FeedNeeds: Hashable, Sendable {
    /// The feed whose row is read and, if anything is written, locked against other transactions.
    package var feed: FeedKey?
    /// All notifications of the feed that are due at this time or earlier.
    package var dueBy: Instant?
    /// One notification, by its id.
    package var notification: String?
    /// Notifications with a version above this, in the order of their versions.
    package var changesAfter: UInt64?
    /// The maximum number of these changes.
    package var changesLimit = 0
    /// The version up to which marks of expired notifications are left out: a full read does not need them.
    package var expiredHiddenUpTo: UInt64 = 0
    /// All subscriptions of the feed.
    package var subscriptions = false
    /// All registrations of this user.
    package var registrations: String?
    /// Whether the registrations may be left out when nothing is due.
    package var registrationsOnlyWhenDue = false
    /// One request, by its id.
    package var request: String?
    /// The row of a host, where apps are rate-limited.
    package var app: String?
}

/// The rows that a store read for a command.
package struct FeedRows: Sendable {
    /// The row of the feed; nil for a user who has no feed yet.
    package var feed: FeedRow?
    package var due: [NotificationRow] = []
    package var notification: NotificationRow?
    package var changes: [NotificationRow] = []
    /// Whether there are more changes after those that were read.
    package var hasMoreChanges = false
    package var subscriptions: [SubscriptionRow] = []
    package var registrations: [RegistrationRow] = []
    package var request: RequestRow?
    package var app: AppRow?

    package init() {}
}

/// The row of a host, read and written only where apps are rate-limited.
package struct AppRow: Hashable, Sendable {
    package var paidUntil: Instant

    package init(paidUntil: Instant) { self.paidUntil = paidUntil }
}
