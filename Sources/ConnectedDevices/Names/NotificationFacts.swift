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
        left.expiration == right.expiration && left.texts == right.texts && left.content == right.content
            && left.priority == right.priority
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(self.texts)
        hasher.combine(self.expiration)
    }

    /// Compared byte by byte, so that content that merely looks alike is not shared.
    private struct Texts: Hashable {
        var (server, raw, title, body, group): (ExactText, ExactText?, ExactText?, ExactText?, ExactText?)
    }

    private var texts: Texts {
        let visual = self.content?.visual
        return Texts(
            server: ExactText(self.serverId), raw: self.content?.raw.map(ExactText.init),
            title: visual.map { ExactText($0.title) }, body: visual?.body.map(ExactText.init),
            group: self.groupName.map(ExactText.init))
    }
}
