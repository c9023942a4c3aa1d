import FeedContract

/// The changes that a reader sees.
public struct UserNotificationReaderOptions: Hashable, Sendable {
    /// The place in the feed at which the reader begins.
    public var startPosition = UserNotificationReaderStartPosition.beginning
    /// Whether it sees notifications that are there, or deletions.
    public var statusFilter = UserNotificationStatusFilter.any
    /// Whether it sees what the user has read.
    public var readStateFilter = UserNotificationReadStateFilter.any
    /// The user's actions that it sees.
    public var userActionStateFilter = UserNotificationUserActionStateFilter.any

    /// Options of a reader that sees everything.
    public init() {}

    /// Everything from the beginning.
    public static var options: UserNotificationReaderOptions { UserNotificationReaderOptions() }

    var inner: ReaderOptions {
        ReaderOptions(
            start: self.startPosition == .end ? .end : .beginning, phase: self.statusFilter.phase,
            readState: self.readStateFilter.state, userActionState: self.userActionStateFilter.state)
    }
}

/// The place where a reader begins, with the raw values of the original.
public enum UserNotificationReaderStartPosition: Int, Hashable, Sendable, CaseIterable {
    /// At the first change.
    case beginning = 0
    /// After the last change.
    case end = 1
}

/// A filter by status, with the raw values of the original.
public enum UserNotificationStatusFilter: Int, Hashable, Sendable, CaseIterable {
    /// All of them.
    case any = 0
    /// Those that are there.
    case active = 1
    /// Those that were deleted or have expired.
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
    /// All of them.
    case any = 0
    /// Those that the user has not read.
    case unread = 1
    /// Those that the user has read.
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
    /// All of them.
    case any = 0
    /// Those without an action.
    case noInteraction = 1
    /// Those that the user opened.
    case activated = 2
    /// Those that the user swiped away.
    case dismissed = 3
    /// Those that the user put off.
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
