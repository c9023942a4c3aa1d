/// The notifications of a feed.
public final class UserNotificationChannel {
    /// The feed.
    public let userDataFeed: UserDataFeed

    /// The scope to subscribe a feed with, to be woken for notifications.
    public static let syncScope = UserDataFeedSyncScope.notifications

    /// A channel of a feed. Making another one changes nothing for the service.
    public init(userDataFeed: UserDataFeed) { self.userDataFeed = userDataFeed }

    /// A reader of everything from the beginning; nil when the account is gone.
    public func createReader() -> UserNotificationReader? { self.createReader(options: .options) }

    /// A reader of what the options say; nil when the account is gone.
    public func createReader(options: UserNotificationReaderOptions) -> UserNotificationReader? {
        UserNotificationReader(self.userDataFeed, options.inner, at: nil)
    }

    /// A reader of everything that continues after another reader's last batch, with no regard to that reader's
    /// options. A state that no reader of this feed wrote means the beginning.
    public func createReader(state serializedState: String) -> UserNotificationReader? {
        let place = ReaderState.place(in: serializedState, of: self.userDataFeed)
        return UserNotificationReader(self.userDataFeed, ReaderOptions(), at: place)
    }

    /// Looks a notification up in the cache; nil when it is not there.
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

    /// Deletes a notification everywhere.
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
    /// The notification.
    public let notificationId: String
    /// False when the notification is unknown, expired, deleted or replaced; then nothing was written.
    public let succeeded: Bool

    static func of(_ outcome: DeviceOutcome, _ id: String) -> (UserNotificationUpdateResult?, ConnectedDevicesError?) {
        switch outcome {
        case .saved(let succeeded): (UserNotificationUpdateResult(notificationId: id, succeeded: succeeded), nil)
        case .done, .failed: (nil, outcome.error ?? ConnectedDevicesError(code: .serviceFailed))
        }
    }
}
