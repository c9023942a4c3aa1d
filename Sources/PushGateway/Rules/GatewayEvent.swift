package import Basics

/// An event for a push service that is kept in rows.
///
/// New numbers come in with the event, from sequences of the store. Of two pushes for one app the later one must have
/// the greater number: draw it after the row of the app is locked. The number behind that of a push is set aside for
/// its copy.
package enum GatewayEvent: Hashable, Sendable {
    /// A push was accepted. Its row is written and its timer set; `ring` sends it on its way.
    case take(AcceptedPush, as: PushNumber, Fate)
    /// `take` and `ring` in one: the push is on its way when its sender is told.
    case accept(AcceptedPush, as: PushNumber, Fate)
    /// The timer of a push rang. After a restart of the process every push that is left may ring: one that is not due
    /// gets its timer again. For a push that is gone, nothing happens.
    case ring(PushNumber)

    /// The app called the handler of a push.
    case finished(AppNumber, PushNumber, HandlingResult)
    /// The process of an app died by itself.
    case ended(AppNumber)
    case state(AppNumber, AppState)
    case switches(AppNumber, AppSwitches)
    /// Senders are told of the dead tokens `answerLag` later.
    case uninstall(AppNumber, answerLag: Interval)

    case addDevice(DeviceNumber)
    /// An app that came back has the number that it had, and the new one is not used.
    case install(String, on: DeviceNumber, as: AppNumber, AppSwitches)
    /// What was stored goes out with `redelivery`. Its copies have numbers from `copies` on, one for each app of the
    /// device at most.
    case link(DeviceNumber, LinkState, redelivery: Fate, copies: PushNumber)
    case power(DeviceNumber, PowerState)
    case lock(DeviceNumber, LockState)
    case restart(DeviceNumber)

    /// An app gets a token, whose number is new unless the token was known. The topic is the bundle id unless it is
    /// said.
    case register(
        AppNumber, DeviceToken, as: TokenNumber, in: PushEnvironment = .production, topic: String? = nil,
        expiresAt: Instant? = nil)
    /// The app of a token gets another one for the same topic; the old one dies after `TokenLag`.
    case rotate(DeviceToken, to: DeviceToken, as: TokenNumber, TokenLag)
}
