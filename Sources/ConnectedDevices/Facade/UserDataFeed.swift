import Basics
import FeedContract

/// The notifications that an app's server published for the user of an account.
public final class UserDataFeed {
    /// Fires when ``syncStatus`` has changed. Read the property for the new value.
    public let syncStatusChanged = Event<UserDataFeed, UserDataFeedSyncStatusChangedEventArgs>()
    /// The account of the feed.
    public let account: ConnectedDevicesAccount
    /// The app's cross-platform id.
    public let activitySourceHost: String
    let platform: ConnectedDevicesPlatform
    let number: FeedNumber

    init(
        _ platform: ConnectedDevicesPlatform, _ number: FeedNumber, _ account: ConnectedDevicesAccount, _ host: String
    ) {
        self.platform = platform
        self.number = number
        self.account = account
        self.activitySourceHost = host
    }

    /// Returns the feed of an account for an app. The same arguments always give the same object.
    public static func getForAccount(
        _ account: ConnectedDevicesAccount, platform: ConnectedDevicesPlatform, activitySourceHost: String
    ) throws(ConnectedDevicesError) -> UserDataFeed {
        try platform.feed(of: account, host: activitySourceHost)
    }

    /// Subscribes to changes, so that the service wakes the app when the feed changes. Another call renews the
    /// subscription.
    ///
    /// If every scope for notifications has ``UserDataFeedNotificationTypes/noNotification``, the service never wakes
    /// the app. The app then gets changes when it syncs.
    public func subscribeToSyncScopesWithResult(
        _ scopes: [UserDataFeedSyncScope],
        callback: @escaping (UserDataFeedSubscribeResult?, ConnectedDevicesError?) -> Void
    ) {
        do { try self.platform.check() } catch { return self.platform.enqueue { callback(nil, error) } }
        let wanted = scopes.filter(\.isForNotifications)
        guard !wanted.isEmpty else {
            return self.platform.enqueue {
                callback(UserDataFeedSubscribeResult(status: .errorUnknown, subscription: nil), nil)
            }
        }
        let (number, appId) = (self.number, self.platform.appId)
        let isQuiet = wanted.allSatisfy { $0.notificationType == UserDataFeedNotificationTypes.noNotification }
        self.platform.call({ .subscribe($0, number, appId: appId, isQuiet: isQuiet) }) { [platform] outcome in
            if let error = outcome.unexpected ?? outcome.missingAccount { return callback(nil, error) }
            let status = UserDataFeedSubscribeStatus(outcome)
            let subscription = platform.machine.subscription(of: number).map { name, end in
                UserDataFeedSubscription(
                    userNotificationSubscriptionId: platform.names.text(name), expirationTime: .since1970(end),
                    syncScopes: scopes)
            }
            callback(
                UserDataFeedSubscribeResult(
                    status: status, subscription: status == .success ? subscription : nil), nil)
        }
    }

    /// Fetches changes. Calls during a fetch cause one more fetch in total.
    public func startSync() throws(ConnectedDevicesError) {
        try self.check()
        self.platform.run(.startSync(self.number))
    }

    /// The sync status, as far as the device knows.
    public var syncStatus: UserDataFeedSyncStatus {
        self.platform.machine.isSynchronized(self.number) ? .synchronized : .queued
    }

    /// The number of days that a full read reaches back. It is less than 30. Zero uses the service's default.
    public var daysToSync: Int {
        get { self.platform.machine.daysToSync(self.number) }
        set {
            let number = self.number
            self.platform.edit { $0.setDaysToSync(number, newValue) }
            self.platform.store()
        }
    }

    func check() throws(ConnectedDevicesError) {
        try self.platform.check()
        guard self.platform.machine.has(self.number) else { throw ConnectedDevicesError(code: .accountNotFound) }
    }

    func statusChanged() {
        self.syncStatusChanged.raise(self, UserDataFeedSyncStatusChangedEventArgs(), through: self.platform)
    }
}

/// The arguments of the event that fires when the status of a feed has changed. Read the status from the feed.
public struct UserDataFeedSyncStatusChangedEventArgs: Hashable, Sendable {}

/// The sync status of a feed, as far as the device knows, with the raw values of the original.
public enum UserDataFeedSyncStatus: Int, Hashable, Sendable, CaseIterable {
    /// The feed is not synchronized yet.
    case queued = 0
    /// The feed is up to date.
    case synchronized = 1
}

/// The result of a subscription, with the raw values of the original.
public enum UserDataFeedSubscribeStatus: Int, Hashable, Sendable, CaseIterable {
    /// The service will wake this device.
    case success = 0
    /// The device is offline.
    case errorNoNetwork = 1
    /// The service could not be reached, or it refused the request.
    case errorWebFailure = 2
    /// Another failure, such as scopes without notifications.
    case errorUnknown = 3

    init(_ outcome: DeviceOutcome) {
        switch outcome {
        case .done: self = .success
        case .failed(.connection(.noNetwork)): self = .errorNoNetwork
        case .failed(.connection), .failed(.refused), .failed(.strangeAnswer): self = .errorWebFailure
        case .failed, .saved: self = .errorUnknown
        }
    }
}

/// The status of a subscription, and the subscription.
public struct UserDataFeedSubscribeResult: Hashable, Sendable {
    /// The status: success, or the reason why the device is not subscribed.
    public let status: UserDataFeedSubscribeStatus
    /// The subscription, if there is one.
    public let subscription: UserDataFeedSubscription?
}

/// A subscription. With it, the service wakes this device.
public struct UserDataFeedSubscription: Hashable, Sendable {
    /// The id with which the app's own server addresses the user.
    public let userNotificationSubscriptionId: String
    /// The time at which the subscription ends, as a duration since 1970.
    public let expirationTime: Duration
    /// The scopes that were subscribed.
    public let syncScopes: [UserDataFeedSyncScope]
}

extension DeviceOutcome {
    var missingAccount: ConnectedDevicesError? {
        switch self {
        case .failed(.accountNotFound), .failed(.feedNotFound): self.error
        default: nil
        }
    }
}
