package import Basics

/// An event for a push service that stores its state in rows.
///
/// The event contains the numbers of new rows. These numbers come from sequences of the store. If an app gets two
/// pushes, the later push must have the greater number. So lock the row of the app before you draw the number. Each
/// push takes two numbers: its own number, and the next number, which is reserved for a duplicate of the push.
package enum GatewayEvent: Hashable, Sendable {
    /// A push was accepted. This event writes the row of the push and sets its timer. The event `ring` sends the push.
    case take(AcceptedPush, as: PushNumber, Fate)
    /// `take` and `ring` in one: the push is sent before its sender gets the answer.
    case accept(AcceptedPush, as: PushNumber, Fate)
    /// The timer of a push fired.
    ///
    /// After a restart of the process, this event may be sent for every remaining push. A push that is not due gets its
    /// timer again. An ended push is not affected.
    case ring(PushNumber)

    /// The app called the handler of a push.
    case finished(AppNumber, PushNumber, HandlingResult)
    /// The process of an app ended by itself.
    case ended(AppNumber)
    case state(AppNumber, AppState)
    case switches(AppNumber, AppSwitches)
    /// An app was removed. Until `answerLag` has passed, the service does not tell senders that the app's tokens are
    /// dead.
    case uninstall(AppNumber, answerLag: Interval)

    case addDevice(DeviceNumber)
    /// An app was installed. If it was installed before, it keeps its old number, and the new number is not used.
    case install(String, on: DeviceNumber, as: AppNumber, AppSwitches)
    /// The link of a device changed. If stored pushes are sent because of this change, `redelivery` is their random
    /// outcome.
    ///
    /// If these pushes are duplicated, the duplicates are numbered from `copies`. There is at most one duplicate for
    /// each app of the device.
    case link(DeviceNumber, LinkState, redelivery: Fate, copies: PushNumber)
    case power(DeviceNumber, PowerState)
    case lock(DeviceNumber, LockState)
    case restart(DeviceNumber)

    /// An app gets a token. The token gets a new number unless it is already known. The topic is the bundle id by
    /// default.
    case register(
        AppNumber, DeviceToken, as: TokenNumber, in: PushEnvironment = .production, topic: String? = nil,
        expiresAt: Instant? = nil)
    /// An app replaces its token with another token for the same topic. The `TokenLag` says for how long pushes to the
    /// old token still arrive, and for how long they are still answered with 200 after that.
    case rotate(DeviceToken, to: DeviceToken, as: TokenNumber, TokenLag)
}
