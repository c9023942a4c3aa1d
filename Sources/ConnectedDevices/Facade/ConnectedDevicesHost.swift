package import Basics
package import FeedContract

/// Whoever runs a platform: the lab, or a process with sockets.
///
/// A platform and all that it gives out belong to one executor, the host's: none of it is `Sendable`, every call into
/// it and every callback out of it happens there.
package protocol ConnectedDevicesHost: AnyObject {
    /// The installation of the app, as the service is to know it.
    var installation: String { get }
    /// The app as its platform knows it, its bundle id on iOS.
    var appId: String { get }
    /// What the clock of the device says, which may be wrong and may jump.
    var now: Instant { get }
    /// A clock that nobody can set. Alarms are told in its time.
    var uptime: Instant { get }
    var rules: DeviceRules { get }

    /// A roll of the die, another one each time.
    func draw() -> Draw

    /// What was last stored under a path.
    func load(_ storagePath: String) -> [UInt8]?

    /// A platform was made, which is to be abandoned when the process ends, even if it never wants anything.
    func made(_ platform: ConnectedDevicesPlatform)

    /// Carries out what the platform wants, in order.
    func perform(_ action: PlatformAction, for platform: ConnectedDevicesPlatform)
}

/// What a platform wants done.
package enum PlatformAction: Hashable, Sendable {
    /// To be written before what comes behind it is carried out.
    case store(path: String, [UInt8])
    case connect
    case request(TicketNumber, token: String, FeedRequest)
    /// Feed `.timer` then, instead of when was said before; nil is never.
    case timer(Instant?)
    /// Call ``ConnectedDevicesPlatform/deliver()`` once, later.
    case deliver
    /// Nothing to be done: what the SDK says of itself, for whoever keeps a history.
    case said(PlatformClaim)
}

/// What the SDK says of itself.
package enum PlatformClaim: Hashable, Sendable {
    /// A push is a tap, and is taken up.
    case tapped
    case dataChanged
    case syncStatus(isSynchronized: Bool)
    case registrationState(RegistrationState)
}

/// What a host tells a platform.
package enum PlatformEvent: Hashable, Sendable {
    case foreground
    case connected
    case connectionFailed(ConnectionFault)
    case answer(TicketNumber, FeedAnswer)
    /// One request got no answer and will get none.
    case lost(TicketNumber, ConnectionFault)
    case timer
}
