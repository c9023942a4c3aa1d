package import Basics
package import ConnectedDevices
package import FeedContract

/// What an app wants done.
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
    /// Its process is no more.
    case ended(PortEnd)
    /// The process dies of its own mistake.
    case crash(String)
    /// Of an app that is built on the SDK.
    case sdk(SDKAction)
}

/// What the SDK in an app wants, or says.
package enum SDKAction: Hashable, Sendable {
    case connect
    /// Of the reference app, in place of what it kept before.
    case keep([ReferenceApp.Kept], count: Int)
    case request(TicketNumber, token: String, FeedRequest)
    /// What the app's own actions with these names want, of a notification whose id is known by its name.
    case show(Name, Showing)
    case hide(Name)
    case alert(Name)
    case withdraw(Name)
    /// Feed `.timer` then, instead of when was said before. An idle alarm only keeps house.
    case alarm(Instant?, isIdle: Bool)
    case parsed(push: Int, isTap: Bool)
    case dataChanged
    case syncStatus(isSynchronized: Bool)
    case registrationState(RegistrationState)
}

/// How an app shows a notification in its list.
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

    /// Whether the user is done with it on this and every other device.
    package var isHandled: Bool { self.action == .dismissed || self.action == .activated }
}
