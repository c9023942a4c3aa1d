package import Basics
package import FeedContract

/// The environment that runs a platform. It is either the lab or a process with sockets.
///
/// A platform and its objects belong to the executor of the host. None of them is `Sendable`. Every call and every
/// callback happens on that executor.
package protocol ConnectedDevicesHost: AnyObject {
    /// The name of the app's installation at the service.
    var installation: String { get }
    /// The app's id on its platform, its bundle id on iOS.
    var appId: String { get }
    /// The time of the device's clock, which may be wrong and may jump.
    var now: Instant { get }
    /// The time of a monotonic clock. Alarms use it.
    var uptime: Instant { get }
    var rules: DeviceRules { get }

    /// Returns a new random value each time.
    func draw() -> Draw

    /// Returns the bytes last stored under a path.
    func load(_ storagePath: String) -> [UInt8]?

    /// Reports that a platform was created.
    ///
    /// The host must abandon the platform when the process ends, even if the platform was never used.
    func made(_ platform: ConnectedDevicesPlatform)

    /// Carries out an action of the platform. Actions are carried out in order.
    func perform(_ action: PlatformAction, for platform: ConnectedDevicesPlatform)
}

/// An action that a platform requests.
package enum PlatformAction: Hashable, Sendable {
    /// Write the bytes before you carry out later actions.
    case store(path: String, [UInt8])
    case connect
    case request(TicketNumber, token: String, FeedRequest)
    /// Deliver `.timer` at this time. This time replaces the earlier one, and nil cancels the timer.
    case timer(Instant?)
    /// Call ``ConnectedDevicesPlatform/deliver()`` once, later.
    case deliver
    /// Record that the SDK made this claim. Only the recorder needs this action, so a host may ignore it.
    case said(PlatformClaim)
}

/// A claim of the SDK about its own state.
package enum PlatformClaim: Hashable, Sendable {
    /// A push is a tap and will be handled.
    case tapped
    case dataChanged
    case syncStatus(isSynchronized: Bool)
    case registrationState(RegistrationState)
}

/// An event that a host reports to a platform.
package enum PlatformEvent: Hashable, Sendable {
    case foreground
    case connected
    case connectionFailed(ConnectionFault)
    case answer(TicketNumber, FeedAnswer)
    /// One of the requests will get no answer.
    case lost(TicketNumber, ConnectionFault)
    case timer
}
