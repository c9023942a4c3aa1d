package import Basics
package import FeedContract

/// What an app server asks to be stored, read and found valid.
package struct NewNotification: Hashable, Sendable {
    /// What iOS subscriptions get that did not fetch in time.
    package struct Fallback: Hashable, Sendable {
        package var delay: Interval
        package var visual: Content.Visual

        package init(delay: Interval, visual: Content.Visual) {
            self.delay = delay
            self.visual = visual
        }
    }

    package var host: String
    /// The app server's own id; the service makes one for a notification without it.
    package var appNotificationId: String?
    package var raw: String?
    package var visual: Content.Visual?
    package var expiration: Instant?
    /// Seconds that the notification stays in the viewer.
    package var displayTimeToLive: Int32?
    /// What the publisher calls it; ``effectivePriority`` is what counts.
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

    /// The priority that counts: what the system itself shows goes out high, and raw content as sent.
    package var effectivePriority: NotificationPriority { self.visual == nil ? self.priority : .high }
}
