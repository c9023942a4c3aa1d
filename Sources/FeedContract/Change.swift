package import Basics

/// The combined effect of all steps on one notification since the reader's cursor.
///
/// Versions and generations are places in the user's log. They never start again, even if an id is published again
/// after all data about it was removed.
package struct Change: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// A generation that was published after the reader's cursor.
        case new
        /// A generation that the reader already knows, with changed states.
        case updated
        /// The notification was deleted on purpose. The service keeps a record without content until a cleanup removes
        /// it.
        case deleted
        /// The notification has expired. It is removed from the store, the history and the trays.
        case expired
    }

    package var kind: Kind
    /// The id from the app server, which identifies a notification within its feed.
    package var id: String
    /// The service's own id. It stays the same when the id of the app server is published again.
    package var serverId: String
    /// The place in the log where this generation was published.
    ///
    /// The state of one generation does not apply to the next. For example, an old dismissal does not hide a new
    /// notification with the same id.
    package var generation: UInt64
    /// The place of the latest change in the log. A higher version is newer.
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

    /// The place in the log. It is equal to the version.
    package var sequence: UInt64 { self.version }
}

// The initializer is in an extension, so that the type keeps its memberwise initializer. A value that is built field by
// field would be copied.
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
