// What the age of 0.x called things, and what the later age deprecated. Nothing here does anything of its own.

package typealias UserAccount = ConnectedDevicesAccount
package typealias SyncScope = UserDataFeedSyncScope
// Names that the published samples use in one place and the reference pages in another.
package typealias UserNotificationUpdateStatus = UserNotificationUpdateResult
package typealias UserDataSyncStatus = UserDataFeedSyncStatus
package typealias NotificationType = ConnectedDevicesNotificationType

/// The accounts of a platform, as 0.x asked for them.
package struct UserAccountProvider {
    let manager: ConnectedDevicesAccountManager

    package func getUserAccounts() -> [UserAccount] { self.manager.accounts }
}

/// Where pushes went in 0.x.
package struct NotificationReceiver {
    private let platform: ConnectedDevicesPlatform

    package init(platform: ConnectedDevicesPlatform) { self.platform = platform }

    /// Whether the push was for the platform, which then handles it.
    package func receiveNotification(_ payload: [UInt8]) -> Bool {
        self.platform.processNotification(payload: payload).connectedDevicesNotification
    }
}

/// The handling of a push that nobody parsed first; deprecated with 1.2.
package final class ConnectedDevicesProcessNotificationOperation {
    /// Whether the push was for the platform.
    package let connectedDevicesNotification: Bool
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

    package func waitForCompletion(_ completion: @escaping (ConnectedDevicesError?) -> Void) {
        guard let outcome = self.outcome else { return self.waiting.append(completion) }
        self.platform.enqueue { completion(outcome) }
    }
}

extension ConnectedDevicesPlatform {
    package var accountProvider: UserAccountProvider { UserAccountProvider(manager: self.accountManager) }

    package func processNotification(payload: [UInt8]) -> ConnectedDevicesProcessNotificationOperation {
        ConnectedDevicesProcessNotificationOperation(self, .tryParse(payload))
    }
}

extension ConnectedDevicesNotificationRegistrationManager {
    package func registerForAccount(
        _ account: ConnectedDevicesAccount, registration: ConnectedDevicesNotificationRegistration,
        callback: @escaping (Bool, ConnectedDevicesError?) -> Void
    ) {
        self.register(account, registration: registration) { callback($0.status == .success, $1) }
    }
}

extension UserDataFeed {
    package static func userDataFeedForAccount(
        _ account: UserAccount, platform: ConnectedDevicesPlatform, activitySourceHost: String
    ) -> UserDataFeed? {
        try? self.getForAccount(account, platform: platform, activitySourceHost: activitySourceHost)
    }

    /// Subscribes and, as in 0.x, begins to sync by itself.
    package func addSyncScopes(_ scopes: [SyncScope]) {
        self.subscribeToSyncScopes(scopes) { success, _ in
            if success { try? self.startSync() }
        }
    }

    package func subscribeToSyncScopes(
        _ scopes: [UserDataFeedSyncScope], callback: @escaping (Bool, ConnectedDevicesError?) -> Void
    ) {
        self.subscribeToSyncScopesWithResult(scopes) { callback($0?.status == .success, $1) }
    }
}

extension UserNotificationChannel {
    package static func userNotificationChannelWithUserDataFeed(_ feed: UserDataFeed) -> UserNotificationChannel {
        UserNotificationChannel(userDataFeed: feed)
    }
}

extension UserNotificationReader {
    /// Listens until the token is handed back.
    package func addDataChangedListener(
        _ listener: @escaping (UserNotificationReader) -> Void
    ) -> EventSubscription { self.dataChanged.subscribe { reader, _ in listener(reader) } }

    package func removeDataChangedListener(_ token: EventSubscription) { token.cancel() }
}
