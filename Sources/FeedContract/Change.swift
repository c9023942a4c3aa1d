package import Basics

/// The net effect on one notification since the reader's cursor, however many steps it took.
///
/// Versions and generations are places in the user's log. They never start again, even when an id is published again
/// after everything about it was forgotten.
package struct Change: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// A generation that was published after the reader's cursor.
        case new
        /// A generation that the reader already knows, with changed states.
        case updated
        /// Deleted on purpose. A mark without content remains until it is cleaned up.
        case deleted
        /// Past its expiration: it is removed from store, history and trays.
        case expired
    }

    package var kind: Kind
    /// The id from the app server, which identifies a notification within its feed.
    package var id: String
    /// The service's own id, which stays the same when the id is published again.
    package var serverId: String
    /// The place in the log where this generation was published.
    ///
    /// The state of one generation does not apply to the next: an old dismissal does not hide a new notification with
    /// the same id.
    package var generation: UInt64
    /// The place in the log of the latest change: a higher version is newer.
    package var version: UInt64
    package var readState: ReadState
    package var userActionState: UserActionState
    /// The content; nil for a deleted or expired notification.
    package var content: Content?
    package var groupName: String?
    package var priority: NotificationPriority
    package var expiration: Instant
    /// The time at which the service accepted the latest change.
    package var time: Instant
    /// Whether the reader's own subscription made the latest change.
    package var isOwn: Bool

    /// The place in the log, equal to the version.
    package var sequence: UInt64 { self.version }
}

// In an extension, so that the type keeps its memberwise initializer: a value built bit by bit is copied.
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
