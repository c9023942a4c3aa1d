/// Registers channels with the service. The service wakes the app of each account through the channel of that account.
public final class ConnectedDevicesNotificationRegistrationManager {
    /// Fires when a registration was made, is about to end, or has ended.
    public let notificationRegistrationStateChanged = Event<
        ConnectedDevicesNotificationRegistrationManager, ConnectedDevicesNotificationRegistrationStateChangedEventArgs
    >()
    weak var platform: ConnectedDevicesPlatform?

    init() {}

    /// Fires when a registration was made, is about to end, or has ended. The reference pages use this name for
    /// ``notificationRegistrationStateChanged``.
    public var registrationStateChanged:
        Event<
            ConnectedDevicesNotificationRegistrationManager,
            ConnectedDevicesNotificationRegistrationStateChangedEventArgs
        >
    { self.notificationRegistrationStateChanged }

    /// Registers or renews the channel of an account. Call it again for a new token, and when a registration is about
    /// to end.
    public func register(
        _ account: ConnectedDevicesAccount, registration: ConnectedDevicesNotificationRegistration,
        completion: @escaping (ConnectedDevicesNotificationRegistrationResult, ConnectedDevicesError?) -> Void
    ) {
        guard let platform = self.platform else { return }
        do { try platform.check() } catch {
            return platform.enqueue {
                completion(ConnectedDevicesNotificationRegistrationResult(status: .errorUnknown), error)
            }
        }
        guard let kind = registration.type.channel else {
            return platform.enqueue {
                completion(ConnectedDevicesNotificationRegistrationResult(status: .errorUnknown), nil)
            }
        }
        let key = platform.key(account)
        let channel = DeviceChannel(
            kind, token: platform.intern(registration.token), appId: platform.intern(registration.appId),
            displayName: platform.intern(registration.appDisplayName))
        platform.call({ .register($0, key, channel) }) { outcome in
            completion(
                ConnectedDevicesNotificationRegistrationResult(status: .init(outcome)), outcome.unexpected)
        }
    }

    /// Returns the state of an account's registration.
    public func getNotificationRegistrationState(
        forAccount account: ConnectedDevicesAccount
    ) -> ConnectedDevicesNotificationRegistrationState {
        guard let platform = self.platform else { return .unregistered }
        return .init(platform.machine.registrationState(of: platform.key(account)))
    }

    func stateChanged(_ key: AccountKey) {
        guard let platform = self.platform, let channel = platform.machine.registeredChannel(of: key) else { return }
        let registration = ConnectedDevicesNotificationRegistration(
            type: ConnectedDevicesNotificationType(channel.kind), token: platform.names.text(channel.token),
            appId: platform.names.text(channel.appId), appDisplayName: platform.names.text(channel.displayName))
        let args = ConnectedDevicesNotificationRegistrationStateChangedEventArgs(
            account: platform.account(key), registration: registration,
            state: .init(platform.machine.registrationState(of: key)))
        self.notificationRegistrationStateChanged.raise(self, args, through: platform)
    }
}
