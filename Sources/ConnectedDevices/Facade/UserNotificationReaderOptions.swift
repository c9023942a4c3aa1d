import FeedContract

/// The filters and the start of a reader.
public struct UserNotificationReaderOptions: Hashable, Sendable {
    /// The place in the feed at which the reader begins.
    public var startPosition = UserNotificationReaderStartPosition.beginning
    /// The filter by status.
    public var statusFilter = UserNotificationStatusFilter.any
    /// The filter by read state.
    public var readStateFilter = UserNotificationReadStateFilter.any
    /// The filter by the user's action.
    public var userActionStateFilter = UserNotificationUserActionStateFilter.any

    /// Creates options for a reader that sees everything.
    public init() {}

    /// The default options, with which a reader reads all changes from the beginning.
    public static var options: UserNotificationReaderOptions { UserNotificationReaderOptions() }

    var inner: ReaderOptions {
        ReaderOptions(
            start: self.startPosition == .end ? .end : .beginning, phase: self.statusFilter.phase,
            readState: self.readStateFilter.state, userActionState: self.userActionStateFilter.state)
    }
}

/// The place where a reader begins, with the raw values of the original.
public enum UserNotificationReaderStartPosition: Int, Hashable, Sendable, CaseIterable {
    /// The place before the first change.
    case beginning = 0
    /// The place after the last change.
    case end = 1
}

/// A filter by status, with the raw values of the original.
public enum UserNotificationStatusFilter: Int, Hashable, Sendable, CaseIterable {
    /// All notifications.
    case any = 0
    /// Active notifications.
    case active = 1
    /// Notifications that were deleted or have expired.
    case deleted = 2

    var phase: CachedNotification.Phase? {
        switch self {
        case .any: nil
        case .active: .active
        case .deleted: .deleted
        }
    }
}

/// A filter by read state, with the raw values of the original.
public enum UserNotificationReadStateFilter: Int, Hashable, Sendable, CaseIterable {
    /// All notifications.
    case any = 0
    /// Notifications that the user has not read.
    case unread = 1
    /// Notifications that the user has read.
    case read = 2

    var state: ReadState? {
        switch self {
        case .any: nil
        case .unread: .unread
        case .read: .read
        }
    }
}

/// A filter by the user's action, with the raw values of the original.
public enum UserNotificationUserActionStateFilter: Int, Hashable, Sendable, CaseIterable {
    /// All notifications.
    case any = 0
    /// Notifications without an action.
    case noInteraction = 1
    /// Notifications that the user opened.
    case activated = 2
    /// Notifications that the user swiped away.
    case dismissed = 3
    /// Notifications that the user snoozed.
    case snoozed = 4

    var state: UserActionState? {
        switch self {
        case .any: nil
        case .noInteraction: .noInteraction
        case .activated: .activated
        case .dismissed: .dismissed
        case .snoozed: .snoozed
        }
    }
}
