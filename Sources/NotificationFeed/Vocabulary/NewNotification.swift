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
    /// The app server's own id; without it the service makes one.
    package var appNotificationId: String?
    package var raw: String?
    package var visual: Content.Visual?
    package var expiration: Instant?
    /// The seconds that the notification stays in the viewer.
    package var displayTimeToLive: Int32?
    /// The priority that the publisher set; delivery uses ``effectivePriority``.
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

    /// The priority used for delivery: visible notifications are always high, raw content keeps its own.
    package var effectivePriority: NotificationPriority { self.visual == nil ? self.priority : .high }
}
