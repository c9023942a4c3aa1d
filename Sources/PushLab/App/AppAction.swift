package import Basics
package import ConnectedDevices
package import FeedContract

/// An action that an app requests.
package enum AppAction: Hashable, Sendable {
    case request(Int, token: String?, FeedRequest)
    case askForToken
    case timer(Int, Instant, isIdle: Bool)
    case cancelTimer(Int)
    case show(String, Showing)
    case hide(String)
    case alert(String)
    case withdraw(String)
    case badge(Int)
    case store([UInt8])
    case finished(Int, PushResult)
    case log(String)
    case tellServer(String)
    /// The app's process has ended.
    case ended(PortEnd)
    /// The process crashes because of a fault of its own.
    case crash(String)
    /// An action of an app that is built on the SDK.
    case sdk(SDKAction)
}

/// An action or a report of the SDK in an app.
package enum SDKAction: Hashable, Sendable {
    case connect
    /// Stores the state of the reference app, and replaces the previous state.
    case keep([ReferenceApp.Kept], count: Int)
    case request(TicketNumber, token: String, FeedRequest)
    /// Like `AppAction.show`, but with a `Name` for the id.
    case show(Name, Showing)
    case hide(Name)
    case alert(Name)
    case withdraw(Name)
    /// Requests a `.timer` event at this time, which replaces the previous time.
    ///
    /// An idle alarm is for maintenance only.
    case alarm(Instant?, isIdle: Bool)
    case parsed(push: Int, isTap: Bool)
    case dataChanged
    case syncStatus(isSynchronized: Bool)
    case registrationState(RegistrationState)
}

/// The state of a notification in an app's list.
package struct Showing: Hashable, Sendable {
    package var generation: UInt64
    package var version: UInt64
    package var isRead: Bool
    package var action: AppChange.Action

    package init(_ generation: UInt64, _ version: UInt64, isRead: Bool, _ action: AppChange.Action) {
        self.generation = generation
        self.version = version
        self.isRead = isRead
        self.action = action
    }

    /// Whether the user has handled the notification.
    package var isHandled: Bool { self.action == .dismissed || self.action == .activated }
}
