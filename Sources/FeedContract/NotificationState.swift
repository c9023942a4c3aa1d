/// Whether the user has seen a notification. Both directions are free.
package enum ReadState: UInt8, Hashable, Sendable {
    case unread = 0
    case read = 1
}

/// What the user did with a notification. None of it deletes.
package enum UserActionState: UInt8, Hashable, Sendable {
    case noInteraction = 0
    case activated = 1
    case dismissed = 2
    case snoozed = 3
}

/// How urgent the app server calls a notification, with the raw values of the original.
package enum NotificationPriority: UInt8, Hashable, Sendable {
    case none = 0
    case high = 1
    case low = 2
}
