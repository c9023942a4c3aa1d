package import Basics

/// An event for a push service whose state is stored in rows.
///
/// New numbers come with the event, from sequences of the store. Of two pushes for one app the later one must have the
/// greater number: draw it after the row of the app is locked. The number after that of a push is reserved for its
/// copy.
package enum GatewayEvent: Hashable, Sendable {
    /// A push was accepted. Its row is written and its timer set; `ring` sends it.
    case take(AcceptedPush, as: PushNumber, Fate)
    /// `take` and `ring` in one: the push is sent before its sender gets the answer.
    case accept(AcceptedPush, as: PushNumber, Fate)
    /// The timer of a push fired.
    ///
    /// After a restart of the process, every remaining push may ring: one that is not due gets its timer again. For an
    /// ended push, nothing happens.
    case ring(PushNumber)

    /// The app called the handler of a push.
    case finished(AppNumber, PushNumber, HandlingResult)
    /// The process of an app ended by itself.
    case ended(AppNumber)
    case state(AppNumber, AppState)
    case switches(AppNumber, AppSwitches)
    /// An app was removed. Senders learn of the dead tokens after `answerLag`.
    case uninstall(AppNumber, answerLag: Interval)

    case addDevice(DeviceNumber)
    /// An app was installed. One that is installed again keeps its number, and the new one is not used.
    case install(String, on: DeviceNumber, as: AppNumber, AppSwitches)
    /// The link of a device changed. Stored pushes are sent with `redelivery`.
    ///
    /// Their copies are numbered from `copies`, at most one for each app of the device.
    case link(DeviceNumber, LinkState, redelivery: Fate, copies: PushNumber)
    case power(DeviceNumber, PowerState)
    case lock(DeviceNumber, LockState)
    case restart(DeviceNumber)

    /// An app gets a token, with a new number unless the token was known. The topic is the bundle id by default.
    case register(
        AppNumber, DeviceToken, as: TokenNumber, in: PushEnvironment = .production, topic: String? = nil,
        expiresAt: Instant? = nil)
    /// The app of a token gets another one for the same topic; the old one dies after `TokenLag`.
    case rotate(DeviceToken, to: DeviceToken, as: TokenNumber, TokenLag)
}
