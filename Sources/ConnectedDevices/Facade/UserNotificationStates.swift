package import FeedContract

/// Whether a notification is there or only its mark, with the raw values of the original.
package enum UserNotificationStatus: Int, Hashable, Sendable, CaseIterable {
    case active = 0
    case deleted = 1
}

/// Whether the user has seen a notification, with the raw values of the original.
package enum UserNotificationReadState: Int, Hashable, Sendable, CaseIterable {
    case unread = 0
    case read = 1

    init(_ state: ReadState) { self = state == .read ? .read : .unread }

    var inner: ReadState { self == .read ? .read : .unread }
}

/// What the user did with a notification, with the raw values of the original.
package enum UserNotificationUserActionState: Int, Hashable, Sendable, CaseIterable {
    case noInteraction = 0
    case activated = 1
    case dismissed = 2
    case snoozed = 3

    init(_ state: UserActionState) {
        switch state {
        case .noInteraction: self = .noInteraction
        case .activated: self = .activated
        case .dismissed: self = .dismissed
        case .snoozed: self = .snoozed
        }
    }

    /// The same in the words of the service.
    package var inner: UserActionState {
        switch self {
        case .noInteraction: .noInteraction
        case .activated: .activated
        case .dismissed: .dismissed
        case .snoozed: .snoozed
        }
    }
}

/// How urgent the app server called a notification, with the raw values of the original.
package enum UserNotificationPriority: Int, Hashable, Sendable, CaseIterable {
    /// Not known.
    case none = 0
    case high = 1
    case low = 2

    init(_ priority: NotificationPriority) {
        switch priority {
        case .none: self = .none
        case .high: self = .high
        case .low: self = .low
        }
    }
}
