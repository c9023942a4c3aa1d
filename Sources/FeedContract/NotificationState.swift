/// The read state of a notification. It may change in both directions.
package enum ReadState: UInt8, Hashable, Sendable {
    case unread = 0
    case read = 1
}

/// The user's action on a notification. None of the actions deletes it.
package enum UserActionState: UInt8, Hashable, Sendable {
    case noInteraction = 0
    case activated = 1
    case dismissed = 2
    case snoozed = 3
}

/// The urgency that the app server gave a notification, with the raw values of the original.
package enum NotificationPriority: UInt8, Hashable, Sendable {
    case none = 0
    case high = 1
    case low = 2
}
