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
        left.texts == right.texts && left.content == right.content && left.priority == right.priority
            && left.expiration == right.expiration
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(self.texts)
        hasher.combine(self.expiration)
    }

    /// Compared byte by byte, so that content that merely looks alike is not shared.
    private var texts: [ExactText?] {
        let visual = self.content?.visual
        return [self.serverId, self.content?.raw, visual?.title, visual?.body, self.groupName].map {
            $0.map(ExactText.init)
        }
    }
}
