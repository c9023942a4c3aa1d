/// The notifications of a feed.
public final class UserNotificationChannel {
    /// The feed.
    public let userDataFeed: UserDataFeed

    /// The scope that subscribes a feed to notifications.
    public static let syncScope = UserDataFeedSyncScope.notifications

    /// Creates a channel of a feed. It makes no request to the service.
    public init(userDataFeed: UserDataFeed) { self.userDataFeed = userDataFeed }

    /// Creates a reader of all changes from the beginning. Returns nil when the account was removed.
    public func createReader() -> UserNotificationReader? { self.createReader(options: .options) }

    /// Creates a reader with these options. Returns nil when the account was removed.
    public func createReader(options: UserNotificationReaderOptions) -> UserNotificationReader? {
        UserNotificationReader(self.userDataFeed, options.inner, at: nil)
    }

    /// Creates a reader that continues after another reader's last batch, with default options.
    ///
    /// If no reader of this feed wrote the state, the reader starts at the beginning.
    public func createReader(state serializedState: String) -> UserNotificationReader? {
        let place = ReaderState.place(in: serializedState, of: self.userDataFeed)
        return UserNotificationReader(self.userDataFeed, ReaderOptions(), at: place)
    }

    /// Looks up a notification in the cache. Returns nil when the cache does not have it.
    public func getUserNotification(
        _ id: String, completion: @escaping (UserNotification?, ConnectedDevicesError?) -> Void
    ) {
        let feed = self.userDataFeed
        feed.platform.enqueue {
            do throws(ConnectedDevicesError) {
                try feed.check()
                let name = feed.platform.names.find(id)
                let found = name.flatMap { feed.platform.machine.notification($0, in: feed.number) }
                completion(found.map { UserNotification($0, feed) }, nil)
            } catch { completion(nil, error) }
        }
    }

    /// Deletes a notification on all devices.
    public func deleteUserNotification(
        _ id: String, completion: @escaping (UserNotificationUpdateResult?, ConnectedDevicesError?) -> Void
    ) {
        let feed = self.userDataFeed
        let name = feed.platform.intern(id)
        feed.platform.call({ .delete($0, feed.number, id: name, generation: nil) }) { outcome in
            let (result, error) = UserNotificationUpdateResult.of(outcome, id)
            completion(result, error)
        }
    }
}

/// The result of a save or a delete.
public struct UserNotificationUpdateResult: Hashable, Sendable {
    /// The id of the notification.
    public let notificationId: String
    /// Whether the change was made. False if the notification is unknown, expired, deleted or replaced.
    public let succeeded: Bool

    static func of(_ outcome: DeviceOutcome, _ id: String) -> (UserNotificationUpdateResult?, ConnectedDevicesError?) {
        switch outcome {
        case .saved(let succeeded): (UserNotificationUpdateResult(notificationId: id, succeeded: succeeded), nil)
        case .done, .failed: (nil, outcome.error ?? ConnectedDevicesError(code: .serviceFailed))
        }
    }
}
