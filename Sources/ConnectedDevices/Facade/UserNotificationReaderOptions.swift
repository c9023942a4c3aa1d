import FeedContract

/// What a reader is to see.
package struct UserNotificationReaderOptions: Hashable, Sendable {
    package var startPosition = UserNotificationReaderStartPosition.beginning
    package var statusFilter = UserNotificationStatusFilter.any
    package var readStateFilter = UserNotificationReadStateFilter.any
    package var userActionStateFilter = UserNotificationUserActionStateFilter.any

    package init() {}

    /// Everything from the beginning.
    package static var options: UserNotificationReaderOptions { UserNotificationReaderOptions() }

    var inner: ReaderOptions {
        ReaderOptions(
            start: self.startPosition == .end ? .end : .beginning, phase: self.statusFilter.phase,
            readState: self.readStateFilter.state, userActionState: self.userActionStateFilter.state)
    }
}

/// Where a reader begins, with the raw values of the original.
package enum UserNotificationReaderStartPosition: Int, Hashable, Sendable, CaseIterable {
    case beginning = 0
    case end = 1
}

/// Which notifications a reader sees, with the raw values of the original.
package enum UserNotificationStatusFilter: Int, Hashable, Sendable, CaseIterable {
    case any = 0
    case active = 1
    case deleted = 2

    var phase: CachedNotification.Phase? {
        switch self {
        case .any: nil
        case .active: .active
        case .deleted: .deleted
        }
    }
}

/// Which notifications a reader sees, with the raw values of the original.
package enum UserNotificationReadStateFilter: Int, Hashable, Sendable, CaseIterable {
    case any = 0
    case unread = 1
    case read = 2

    var state: ReadState? {
        switch self {
        case .any: nil
        case .unread: .unread
        case .read: .read
        }
    }
}

/// Which notifications a reader sees, with the raw values of the original.
package enum UserNotificationUserActionStateFilter: Int, Hashable, Sendable, CaseIterable {
    case any = 0
    case noInteraction = 1
    case activated = 2
    case dismissed = 3
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
