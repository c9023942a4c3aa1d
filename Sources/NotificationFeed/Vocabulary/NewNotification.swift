package import Basics
package import FeedContract

/// A valid notification that an app server asks to store.
package struct NewNotification: Hashable, Sendable {
    /// The visible push for iOS subscriptions that did not fetch in time.
    package struct Fallback: Hashable, Sendable {
        package var delay: Interval
        package var visual: Content.Visual

        package init(delay: Interval, visual: Content.Visual) {
            self.delay = delay
            self.visual = visual
        }
    }

    package var host: String
    /// The id from the app server. If it is nil, the service creates an id.
    package var appNotificationId: String?
    package var raw: String?
    package var visual: Content.Visual?
    package var expiration: Instant?
    /// The seconds that the notification stays in the viewer.
    package var displayTimeToLive: Int32?
    /// The priority that the publisher set. Delivery uses ``effectivePriority`` instead.
    package var priority = NotificationPriority.none
    package var groupName: String?
    package var targets: PlatformSet
    package var fallback: Fallback?

    package init(host: String, appNotificationId: String? = nil, raw: String? = nil, visual: Content.Visual? = nil) {
        self.host = host
        self.appNotificationId = appNotificationId
        self.raw = raw
        self.visual = visual
        self.targets = .all
    }

    /// The priority used for delivery. It is always high for visible notifications. Raw content keeps the priority that
    /// the publisher set.
    package var effectivePriority: NotificationPriority { self.visual == nil ? self.priority : .high }
}
