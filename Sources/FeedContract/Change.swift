package import Basics

/// What became of one notification since the reader last looked: its net effect, however many steps it took.
///
/// Versions and generations are places in the user's log. So they grow without ever starting again, also when an id
/// comes back after everything about it was forgotten.
package struct Change: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// This generation was published after the reader's cursor.
        case new
        /// The reader was told of this generation before, and its states changed.
        case updated
        /// Deleted on purpose. Kept readable as a mark without content until it is cleaned up.
        case deleted
        /// Past its expiration: it leaves store, history and trays.
        case expired
    }

    package var kind: Kind
    /// The id that the app server gave, the identity of a notification within its feed.
    package var id: String
    /// The service's own id, which stays when the same id is published again.
    package var serverId: String
    /// The place in the log where this generation was published. What is true of one generation says nothing of the
    /// next: an old dismissal does not hide a new notification with the same id.
    package var generation: UInt64
    /// The place in the log of the latest change, by which a reader tells newer from older.
    package var version: UInt64
    package var readState: ReadState
    package var userActionState: UserActionState
    /// Nothing for what is deleted or expired.
    package var content: Content?
    package var groupName: String?
    package var priority: NotificationPriority
    package var expiration: Instant
    /// When the service took the latest change in.
    package var time: Instant
    /// Whether the latest change came from the subscription that asks.
    package var isOwn: Bool

    /// The place in the log: a version by another name.
    package var sequence: UInt64 { self.version }
}

// Outside of the type, so that it is made of its parts at once: what is made bit by bit is copied.
extension Change {
    package init(
        _ kind: Kind, id: String, serverId: String, generation: UInt64, version: UInt64,
        readState: ReadState = .unread, userActionState: UserActionState = .noInteraction, content: Content? = nil,
        groupName: String? = nil, priority: NotificationPriority = .none, expiration: Instant, time: Instant,
        isOwn: Bool = false
    ) {
        self.init(
            kind: kind, id: id, serverId: serverId, generation: generation, version: version, readState: readState,
            userActionState: userActionState, content: content, groupName: groupName, priority: priority,
            expiration: expiration, time: time, isOwn: isOwn)
    }
}
