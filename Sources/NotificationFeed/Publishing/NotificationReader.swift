import Basics
import FeedContract
import ShoulderTap

/// Reads the notification that a body describes.
struct NotificationReader {
    private var properties: PropertyReader
    private let now: Instant
    private let latest: Instant
    private let rules: PublishRules

    init(body: [UInt8], now: Instant, rules: PublishRules) {
        self.properties = PropertyReader(body: body)
        self.now = now
        self.latest = now + PublishLimits.longestLifetime
        self.rules = rules
    }

    /// All problems of the notification, in the order in which they were found.
    var problems: [PublishProblem] { self.properties.problems }

    /// The notification, if it expired but is otherwise valid.
    private(set) var past: NewNotification?
    private var isPast = false

    /// Reads the notification. Returns nil when there are problems.
    mutating func read(_ root: PayloadElement) -> NewNotification? {
        let host = self.properties.text(
            "targetHostName", in: root, limit: PublishLimits.host, isRequired: true, mayBeEmpty: false)
        var notification = NewNotification(host: host ?? "")
        notification.appNotificationId = self.properties.text(
            "appNotificationId", in: root, limit: PublishLimits.id, mayBeEmpty: false)
        notification.groupName = self.properties.text("groupName", in: root, limit: PublishLimits.id)
        notification.expiration = self.expiration(in: root)
        notification.displayTimeToLive = self.properties.whole("displayTimeToLive", in: root, 0...Int32.max)
        notification.priority = self.properties.word("priority", in: root, NotificationPriority.spellings) ?? .none
        self.readPayload(in: root, &notification)
        if let policy = self.properties.object("targetPolicy", in: root),
            let platforms = self.properties.words("platformTypes", in: policy, Platform.spellings)
        {
            notification.targets = PlatformSet(platforms.map(PlatformSet.init))
        }
        notification.fallback = self.fallback(in: root)
        // This check needs several valid properties at once.
        if self.problems.isEmpty, notification.fallback != nil { self.checkFallback(of: notification) }
        guard !self.problems.isEmpty else { return notification }
        if self.isPast, self.problems.count == 1 { self.past = notification }
        return nil
    }

    private mutating func readPayload(in root: PayloadElement, _ notification: inout NewNotification) {
        let before = self.problems.count
        guard let payload = self.properties.object("payload", in: root, isRequired: true) else { return }
        notification.raw = self.properties.text("rawContent", in: payload)
        notification.visual = self.visual(in: payload)
        guard notification.raw == nil, notification.visual == nil, self.problems.count == before else { return }
        self.properties.complain(
            .missingProperty, "payload has neither rawContent nor visualContent; give it at least one.")
    }

    private mutating func visual(in object: PayloadElement, isRequired: Bool = false) -> Content.Visual? {
        guard let visual = self.properties.object("visualContent", in: object, isRequired: isRequired) else {
            return nil
        }
        let title = self.properties.text(
            "title", in: visual, limit: PublishLimits.title, isRequired: true, mayBeEmpty: false)
        let body = self.properties.text("body", in: visual)
        return title.map { Content.Visual(title: $0, body: body) }
    }

    /// Reads the expiration. Returns nil if the body has none, so that the service chooses the expiration.
    private mutating func expiration(in root: PayloadElement) -> Instant? {
        guard let text = self.properties.text("expirationDateTime", in: root) else { return nil }
        let usual = self.now + PublishLimits.lifetime
        guard let expiration = try? ISODate.instant(of: text) else {
            self.properties.complain(
                .invalidValue,
                "expirationDateTime is not a date of ISO 8601 with a time zone; write it like \(Self.show(usual)).")
            return nil
        }
        guard expiration > self.now else {
            self.isPast = true
            self.properties.complain(
                .invalidExpiration, "expirationDateTime is past; here it is \(Self.show(self.now)).")
            return expiration
        }
        guard expiration <= self.latest else {
            self.properties.complain(
                .invalidExpiration,
                "expirationDateTime is more than 30 days ahead; the latest is \(Self.show(self.latest)).")
            return nil
        }
        return self.rules.expiresWithinAWeek ? min(expiration, usual) : expiration
    }

    private static func show(_ instant: Instant) -> String { ISODate.text(of: instant) }

    private mutating func fallback(in root: PayloadElement) -> NewNotification.Fallback? {
        guard let policy = self.properties.object("fallbackPolicy", in: root),
            let endpoint = self.properties.object("endpointFallback", in: policy, isRequired: true)
        else { return nil }
        let platforms = self.properties.words("platformTypes", in: endpoint, isRequired: true, Platform.spellings)
        if let platforms, platforms.contains(where: { $0 != .iOS }) {
            self.properties.complain(
                .invalidFallback,
                "fallbackPolicy.endpointFallback.platformTypes has a platform without fallback; name iOS alone.")
        }
        let delay = self.properties.whole(
            "fallbackDelayInSeconds", in: endpoint, PublishLimits.fallbackDelay, isRequired: true)
        let visual = self.visual(in: endpoint, isRequired: true)
        guard let delay, let visual else { return nil }
        return NewNotification.Fallback(delay: .seconds(Int64(delay)), visual: visual)
    }

    /// Checks the fallback against the rest of the notification. A fallback is for iOS: it is shown when a
    /// high-priority raw notification did not arrive in time.
    private mutating func checkFallback(of notification: NewNotification) {
        if !notification.targets.contains(.iOS) {
            self.properties.complain(
                .invalidFallback, "fallbackPolicy needs iOS among targetPolicy.platformTypes; add it there.")
        }
        if notification.raw == nil {
            self.properties.complain(
                .invalidFallback, "fallbackPolicy is for raw notifications; add payload.rawContent.")
        } else if notification.visual != nil {
            self.properties.complain(
                .invalidFallback,
                "fallbackPolicy is for raw notifications; payload.visualContent is shown at once, so remove either."
            )
        }
        if notification.priority != .high {
            self.properties.complain(
                .invalidFallback, "fallbackPolicy needs the priority High; set priority, or leave the fallback out.")
        }
    }
}

extension NotificationPriority {
    /// The names of priorities in the interface.
    static let spellings: [(String, Self)] = [("None", .none), ("High", .high), ("Low", .low)]

    var spelling: String {
        switch self {
        case .none: "None"
        case .high: "High"
        case .low: "Low"
        }
    }
}

extension Platform {
    /// The names of platforms in the interface.
    static let spellings: [(String, Self)] = [
        ("Windows", .windows), ("iOS", .iOS), ("Android", .android), ("WebPush", .webPush),
    ]
}
