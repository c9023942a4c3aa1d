/// The notifications of a feed.
package final class UserNotificationChannel {
    package let userDataFeed: UserDataFeed

    /// What to subscribe a feed with, to be woken for notifications.
    package static let syncScope = UserDataFeedSyncScope.notifications

    /// A channel of a feed. Making another one changes nothing for the service.
    package init(userDataFeed: UserDataFeed) { self.userDataFeed = userDataFeed }

    /// A reader of everything from the beginning; nil when the account is gone.
    package func createReader() -> UserNotificationReader? { self.createReader(options: .options) }

    package func createReader(options: UserNotificationReaderOptions) -> UserNotificationReader? {
        UserNotificationReader(self.userDataFeed, options.inner, at: nil)
    }

    /// A reader of everything that goes on where another one stood, whatever that one left out: its state is its place
    /// alone. What no reader of this feed wrote means the beginning.
    package func createReader(state serializedState: String) -> UserNotificationReader? {
        let place = ReaderState.place(in: serializedState, of: self.userDataFeed)
        return UserNotificationReader(self.userDataFeed, ReaderOptions(), at: place)
    }

    /// One notification as it stands in the cache; nil when it is not there.
    package func getUserNotification(
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
    package func deleteUserNotification(
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

/// What a save or a delete came to.
package struct UserNotificationUpdateResult: Hashable, Sendable {
    package let notificationId: String
    /// False when the notification is unknown, expired, deleted or replaced; then nothing was written.
    package let succeeded: Bool

    static func of(_ outcome: DeviceOutcome, _ id: String) -> (UserNotificationUpdateResult?, ConnectedDevicesError?) {
        switch outcome {
        case .saved(let succeeded): (UserNotificationUpdateResult(notificationId: id, succeeded: succeeded), nil)
        case .done, .failed: (nil, outcome.error ?? ConnectedDevicesError(code: .serviceFailed))
        }
    }
}
