// Names of the 0.x releases and names that later releases deprecated. They only forward to the current API.

/// The name of an account in version 0.x of the original SDK.
public typealias UserAccount = ConnectedDevicesAccount
/// The name of a scope in version 0.x of the original SDK.
public typealias SyncScope = UserDataFeedSyncScope
// Names that some published samples use. They differ from the names on the reference pages.
/// Another name for the result of a save.
public typealias UserNotificationUpdateStatus = UserNotificationUpdateResult
/// Another name for the status of a feed.
public typealias UserDataSyncStatus = UserDataFeedSyncStatus
/// Another name for the push service of a registration.
public typealias NotificationType = ConnectedDevicesNotificationType

/// The accounts of a platform, in the form of version 0.x of the original SDK.
public struct UserAccountProvider {
    let manager: ConnectedDevicesAccountManager

    /// Returns the accounts that were added.
    public func getUserAccounts() -> [UserAccount] { self.manager.accounts }
}

/// The receiver of pushes in version 0.x of the original SDK.
public struct NotificationReceiver {
    private let platform: ConnectedDevicesPlatform

    /// Creates a receiver that hands pushes to a platform.
    public init(platform: ConnectedDevicesPlatform) { self.platform = platform }

    /// Passes a push to the platform. Returns whether the push was for the platform. If so, the platform handles it.
    public func receiveNotification(_ payload: [UInt8]) -> Bool {
        self.platform.processNotification(payload: payload).connectedDevicesNotification
    }
}

/// An operation that handles one push. The app passes the push to the platform as unparsed bytes. The original
/// deprecated this class in 1.2.
public final class ConnectedDevicesProcessNotificationOperation {
    /// Whether the push was for the platform.
    public let connectedDevicesNotification: Bool
    private var outcome: ConnectedDevicesError??
    private var waiting: [(ConnectedDevicesError?) -> Void] = []
    private let platform: ConnectedDevicesPlatform

    fileprivate init(_ platform: ConnectedDevicesPlatform, _ notification: ConnectedDevicesNotification?) {
        self.platform = platform
        self.connectedDevicesNotification = notification != nil
        guard let notification else {
            self.outcome = .some(nil)
            return
        }
        platform.processNotification(notification) { error in
            self.outcome = .some(error)
            for completion in self.waiting { completion(error) }
            self.waiting = []
        }
    }

    /// Calls `completion` when the push has been handled.
    public func waitForCompletion(_ completion: @escaping (ConnectedDevicesError?) -> Void) {
        guard let outcome = self.outcome else { return self.waiting.append(completion) }
        self.platform.enqueue { completion(outcome) }
    }
}

extension ConnectedDevicesPlatform {
    /// The accounts, in the form of version 0.x of the original SDK.
    public var accountProvider: UserAccountProvider { UserAccountProvider(manager: self.accountManager) }

    /// Passes the bytes of a push to the platform. The operation reports whether the push was for the platform.
    public func processNotification(payload: [UInt8]) -> ConnectedDevicesProcessNotificationOperation {
        ConnectedDevicesProcessNotificationOperation(self, .tryParse(payload))
    }
}

extension ConnectedDevicesNotificationRegistrationManager {
    /// Registers a channel. Reports only whether the registration succeeded.
    public func registerForAccount(
        _ account: ConnectedDevicesAccount, registration: ConnectedDevicesNotificationRegistration,
        callback: @escaping (Bool, ConnectedDevicesError?) -> Void
    ) {
        self.register(account, registration: registration) { callback($0.status == .success, $1) }
    }
}

extension UserDataFeed {
    /// Returns the feed of an account for an app. Returns nil if `getForAccount` throws an error.
    public static func userDataFeedForAccount(
        _ account: UserAccount, platform: ConnectedDevicesPlatform, activitySourceHost: String
    ) -> UserDataFeed? {
        try? self.getForAccount(account, platform: platform, activitySourceHost: activitySourceHost)
    }

    /// Subscribes and then starts a sync, as in version 0.x of the original SDK.
    public func addSyncScopes(_ scopes: [SyncScope]) {
        self.subscribeToSyncScopes(scopes) { success, _ in
            if success { try? self.startSync() }
        }
    }

    /// Subscribes to the scopes. Reports only whether the subscription succeeded.
    public func subscribeToSyncScopes(
        _ scopes: [UserDataFeedSyncScope], callback: @escaping (Bool, ConnectedDevicesError?) -> Void
    ) {
        self.subscribeToSyncScopesWithResult(scopes) { callback($0?.status == .success, $1) }
    }
}

extension UserNotificationChannel {
    /// Returns a channel of a feed.
    public static func userNotificationChannelWithUserDataFeed(_ feed: UserDataFeed) -> UserNotificationChannel {
        UserNotificationChannel(userDataFeed: feed)
    }
}

extension UserNotificationReader {
    /// Adds a listener. It stays until its token is removed.
    public func addDataChangedListener(
        _ listener: @escaping (UserNotificationReader) -> Void
    ) -> EventSubscription { self.dataChanged.subscribe { reader, _ in listener(reader) } }

    /// Removes a listener by its token.
    public func removeDataChangedListener(_ token: EventSubscription) { token.cancel() }
}
