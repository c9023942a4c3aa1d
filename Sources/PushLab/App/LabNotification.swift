import Basics
import FeedContract
import NotificationFeed

/// A notification for an app server to publish.
public struct LabNotification: Hashable, Sendable {
    /// The app server's own id.
    public var id: String
    /// The content that the app shows.
    public var content: String
    /// Whether the system shows the notification too, without the app.
    public var isVisual = false
    /// The time after which the notification expires; nil uses the service's default.
    public var lifetime: Duration?

    /// A notification whose content only the app understands.
    public static func raw(_ content: String, id: String, lifetime: Duration? = nil) -> LabNotification {
        LabNotification(id: id, content: content, lifetime: lifetime)
    }

    /// A notification that the system shows too, with at most 256 characters.
    public static func visual(_ title: String, id: String, lifetime: Duration? = nil) -> LabNotification {
        LabNotification(id: id, content: title, isVisual: true, lifetime: lifetime)
    }

    package init(id: String, content: String, isVisual: Bool = false, lifetime: Duration?) {
        self.id = id
        self.content = content
        self.isVisual = isVisual
        self.lifetime = lifetime
    }

    /// The reason why no service would accept the notification. Nil if there is no such reason.
    var complaint: String? {
        if let lifetime {
            let (life, longest) = (Interval(lifetime), PublishLimits.longestLifetime)
            guard life > .zero else { return "\(self.id) would expire at once; give it a longer lifetime" }
            guard life <= longest else {
                return "\(self.id) has a lifetime of \(life.words); the service accepts at most \(longest.words)"
            }
        }
        let (count, limit) = (self.content.unicodeScalars.count, PublishLimits.title)
        if self.isVisual, count > limit {
            return "\(self.id) is visual and has \(count) characters; the service accepts at most \(limit)"
        }
        let whole = self.published(for: "", at: LabTime.start)
        let refusal = FeedRefusal.unusable(ids: [("id", self.id)]) ?? FeedRules.refusal(ofSize: whole)
        return refusal.map { "the service would refuse the notification: \($0.message)" }
    }

    func published(for host: String, at now: Instant) -> NewNotification {
        var notification = NewNotification(
            host: host, appNotificationId: self.id, raw: self.isVisual ? nil : self.content,
            visual: self.isVisual ? Content.Visual(title: self.content) : nil)
        notification.expiration = self.lifetime.map { now.later(by: Interval($0)) }
        return notification
    }
}
