import ConnectedDevices
import FeedContract

/// The states that a user gave a notification, as histories record them.
struct NotificationStates: Hashable, Sendable {
    var isRead: Bool
    var action: AppChange.Action

    init(isRead: Bool, action: AppChange.Action) {
        self.isRead = isRead
        self.action = action
    }

    init(_ read: ReadState, _ action: UserActionState) {
        self.init(isRead: read == .read, action: AppChange.Action(action))
    }

    static let untouched = NotificationStates(isRead: false, action: .none)

    /// Whether the user has not touched the notification.
    var isUntouched: Bool { !self.isRead && self.action == .none }
    /// Whether the user has dismissed or activated the notification.
    var isHandled: Bool { self.action == .dismissed || self.action == .activated }

    var words: String {
        if self.action == .none { return self.isRead ? "read" : "untouched" }
        return self.isRead ? "\(self.action.rawValue) and read" : self.action.rawValue
    }
}
