package import Basics
package import FeedContract

/// What never changes about one generation of a notification.
package struct NotificationFacts: Sendable {
    package var serverId: String
    package var content: Content?
    package var groupName: String?
    package var priority: NotificationPriority
    package var expiration: Instant

    package init(
        serverId: String, content: Content? = nil, groupName: String? = nil,
        priority: NotificationPriority = .none, expiration: Instant
    ) {
        self.serverId = serverId
        self.content = content
        self.groupName = groupName
        self.priority = priority
        self.expiration = expiration
    }

    init(_ change: Change) {
        self.init(
            serverId: change.serverId, content: change.content, groupName: change.groupName,
            priority: change.priority, expiration: change.expiration)
    }
}

extension NotificationFacts: Hashable {
    package static func == (left: NotificationFacts, right: NotificationFacts) -> Bool {
        // Byte by byte, so that content that merely looks alike is not shared.
        left.expiration == right.expiration && left.priority == right.priority
            && left.serverId.isExactly(right.serverId) && left.content == right.content
            && Self.areSame(left.groupName, right.groupName) && Self.areSame(left.content?.raw, right.content?.raw)
            && Self.areSame(left.content?.visual?.title, right.content?.visual?.title)
            && Self.areSame(left.content?.visual?.body, right.content?.visual?.body)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(exactly: self.serverId)
        hasher.combine(self.expiration)
        // All generations of a notification may have one id and one end.
        if let text = self.content?.raw ?? self.content?.visual?.title { hasher.combine(exactly: text) }
    }

    private static func areSame(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one.isExactly(other)
    }
}
