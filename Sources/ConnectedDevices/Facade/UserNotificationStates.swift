package import FeedContract

/// Whether a notification is there or only its mark, with the raw values of the original.
public enum UserNotificationStatus: Int, Hashable, Sendable, CaseIterable {
    /// It is there.
    case active = 0
    /// It was deleted or has expired.
    case deleted = 1
}

/// Whether the user has seen a notification, with the raw values of the original.
public enum UserNotificationReadState: Int, Hashable, Sendable, CaseIterable {
    /// The user has not seen it.
    case unread = 0
    /// The user has seen it.
    case read = 1

    init(_ state: ReadState) { self = state == .read ? .read : .unread }

    var inner: ReadState { self == .read ? .read : .unread }
}

/// The user's action on a notification, with the raw values of the original.
public enum UserNotificationUserActionState: Int, Hashable, Sendable, CaseIterable {
    /// None yet.
    case noInteraction = 0
    /// The user opened it.
    case activated = 1
    /// The user swiped it away.
    case dismissed = 2
    /// The user put it off.
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

/// The urgency of a notification, with the raw values of the original.
public enum UserNotificationPriority: Int, Hashable, Sendable, CaseIterable {
    /// Not known.
    case none = 0
    /// Urgent.
    case high = 1
    /// Not urgent.
    case low = 2

    init(_ priority: NotificationPriority) {
        switch priority {
        case .none: self = .none
        case .high: self = .high
        case .low: self = .low
        }
    }
}
