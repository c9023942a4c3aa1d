package import FeedContract

/// The status of a notification, with the raw values of the original.
public enum UserNotificationStatus: Int, Hashable, Sendable, CaseIterable {
    /// The notification is active.
    case active = 0
    /// The notification was deleted or has expired. Only a mark of it remains.
    case deleted = 1
}

/// The read state of a notification, with the raw values of the original.
public enum UserNotificationReadState: Int, Hashable, Sendable, CaseIterable {
    /// The user has not seen the notification.
    case unread = 0
    /// The user has seen the notification.
    case read = 1

    init(_ state: ReadState) { self = state == .read ? .read : .unread }

    var inner: ReadState { self == .read ? .read : .unread }
}

/// The user's action on a notification, with the raw values of the original.
public enum UserNotificationUserActionState: Int, Hashable, Sendable, CaseIterable {
    /// The user has not acted on the notification.
    case noInteraction = 0
    /// The user opened the notification.
    case activated = 1
    /// The user swiped the notification away.
    case dismissed = 2
    /// The user snoozed the notification.
    case snoozed = 3

    init(_ state: UserActionState) {
        switch state {
        case .noInteraction: self = .noInteraction
        case .activated: self = .activated
        case .dismissed: self = .dismissed
        case .snoozed: self = .snoozed
        }
    }

    /// The corresponding state in the service's contract.
    package var inner: UserActionState {
        switch self {
        case .noInteraction: .noInteraction
        case .activated: .activated
        case .dismissed: .dismissed
        case .snoozed: .snoozed
        }
    }
}

/// The urgency of a notification, with the raw values of the original.
public enum UserNotificationPriority: Int, Hashable, Sendable, CaseIterable {
    /// Unspecified.
    case none = 0
    /// Urgent.
    case high = 1
    /// Low urgency.
    case low = 2

    init(_ priority: NotificationPriority) {
        switch priority {
        case .none: self = .none
        case .high: self = .high
        case .low: self = .low
        }
    }
}
