package import Basics

/// What a store must read before the rules can decide about a command. The rules see nothing else.
package struct FeedNeeds: Hashable, Sendable {
    /// The feed whose row is read and, if anything is written, held against everybody else.
    package var feed: FeedKey?
    /// All notifications of the feed with something due at this moment or before.
    package var dueBy: Instant?
    /// One notification, by its id.
    package var notification: String?
    /// Notifications with a version above this, in the order of their versions…
    package var changesAfter: UInt64?
    /// …so many at most…
    package var changesLimit = 0
    /// …without the marks of what expired, up to this version: who reads everything need not hear of them.
    package var expiredHiddenUpTo: UInt64 = 0
    /// All subscriptions of the feed.
    package var subscriptions = false
    /// All registrations of this user.
    package var registrations: String?
    /// Whether they may be left out when nothing is due.
    package var registrationsOnlyWhenDue = false
    /// One request, by its id.
    package var request: String?
    /// The row of a host, where apps are limited.
    package var app: String?
}

/// What a store read for a command.
package struct FeedRows: Sendable {
    /// Nil for a user who has no feed yet.
    package var feed: FeedRow?
    package var due: [NotificationRow] = []
    package var notification: NotificationRow?
    package var changes: [NotificationRow] = []
    /// Whether there are changes behind those that were read.
    package var hasMoreChanges = false
    package var subscriptions: [SubscriptionRow] = []
    package var registrations: [RegistrationRow] = []
    package var request: RequestRow?
    package var app: AppRow?

    package init() {}
}

/// The row of a host, read and written only where apps are limited.
package struct AppRow: Hashable, Sendable {
    package var paidUntil: Instant

    package init(paidUntil: Instant) { self.paidUntil = paidUntil }
}
