package import Basics

/// The rows that a store must read before the rules can decide about a command. The rules see nothing else.
package struct FeedNeeds: Hashable, Sendable {
    /// The key of the feed row to read. If anything is written, the row is also locked against other transactions.
    package var feed: FeedKey?
    /// A time. All notifications of the feed that are due at this time are read.
    package var dueBy: Instant?
    /// The id of one notification to read.
    package var notification: String?
    /// The version after which reading starts. Notifications are read in the order of their versions. If nil, no
    /// changes are read.
    package var changesAfter: UInt64?
    /// The maximum number of notifications that `changesAfter` reads.
    package var changesLimit = 0
    /// Up to this version, a full read leaves out the marks of expired notifications, because it does not need them.
    package var expiredHiddenUpTo: UInt64 = 0
    /// All subscriptions of the feed.
    package var subscriptions = false
    /// The user whose registrations are all read.
    package var registrations: String?
    /// Whether the registrations are needed only if some work is due.
    package var registrationsOnlyWhenDue = false
    /// The id of one request to read.
    package var request: String?
    /// The host whose row is read, if apps are rate-limited.
    package var app: String?
}

/// The rows that a store read for a command.
package struct FeedRows: Sendable {
    /// The row of the feed, or nil for a user who has no feed yet.
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
