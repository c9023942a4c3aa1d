package import Basics
import FeedContract

/// What an app's server published for the user of an account.
package final class UserDataFeed {
    /// Fires when ``syncStatus`` changed; ask the feed for it.
    package let syncStatusChanged = Event<UserDataFeed, UserDataFeedSyncStatusChangedEventArgs>()
    package let account: ConnectedDevicesAccount
    /// The app's cross-platform id.
    package let activitySourceHost: String
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

    /// The feed of an account for an app: the same object for the same arguments.
    package static func getForAccount(
        _ account: ConnectedDevicesAccount, platform: ConnectedDevicesPlatform, activitySourceHost: String
    ) throws(ConnectedDevicesError) -> UserDataFeed {
        try platform.feed(of: account, host: activitySourceHost)
    }

    /// Asks to be woken when the feed changes; asking again renews.
    ///
    /// With ``UserDataFeedNotificationTypes/noNotification`` in every scope that is for notifications nothing wakes the
    /// app: it sees what is new when it syncs.
    package func subscribeToSyncScopesWithResult(
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
                    userNotificationSubscriptionId: platform.names.text(name), expirationTime: end, syncScopes: scopes)
            }
            callback(
                UserDataFeedSubscribeResult(
                    status: status, subscription: status == .success ? subscription : nil), nil)
        }
    }

    /// Fetches what is new. While a fetch runs, any number of calls make one more.
    package func startSync() throws(ConnectedDevicesError) {
        try self.check()
        self.platform.run(.startSync(self.number))
    }

    package var syncStatus: UserDataFeedSyncStatus {
        self.platform.machine.isSynchronized(self.number) ? .synchronized : .queued
    }

    /// How far back a full read reaches; zero leaves it to the service. It should be less than 30.
    package var daysToSync: Int {
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

/// The status of a feed is another; the feed says which.
package struct UserDataFeedSyncStatusChangedEventArgs: Hashable, Sendable {}

/// Whether a feed is up to date as far as it knows, with the raw values of the original.
package enum UserDataFeedSyncStatus: Int, Hashable, Sendable, CaseIterable {
    case queued = 0
    case synchronized = 1
}

/// What a subscription came to.
package enum UserDataFeedSubscribeStatus: Int, Hashable, Sendable, CaseIterable {
    case success = 0
    case errorNoNetwork = 1
    case errorWebFailure = 2
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

/// What a subscription came to, and the subscription.
package struct UserDataFeedSubscribeResult: Hashable, Sendable {
    package let status: UserDataFeedSubscribeStatus
    package let subscription: UserDataFeedSubscription?
}

/// The service's promise to wake this device.
package struct UserDataFeedSubscription: Hashable, Sendable {
    /// By which the app's own server names the user.
    package let userNotificationSubscriptionId: String
    package let expirationTime: Instant
    package let syncScopes: [UserDataFeedSyncScope]
}

extension DeviceOutcome {
    var missingAccount: ConnectedDevicesError? {
        switch self {
        case .failed(.accountNotFound), .failed(.feedNotFound): self.error
        default: nil
        }
    }
}
