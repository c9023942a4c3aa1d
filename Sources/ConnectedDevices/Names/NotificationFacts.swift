package import Basics
package import FeedContract

/// The facts that never change within one generation of a notification.
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

extension NotificationFacts: Equatable {
    package static func == (left: NotificationFacts, right: NotificationFacts) -> Bool {
        left.are(
            right.serverId, right.content, right.groupName, priority: right.priority, expiration: right.expiration)
    }

    /// Whether the notification of a change has these facts. The comparison creates no new facts.
    @inline(__always)
    func are(of change: Change) -> Bool {
        self.are(
            change.serverId, change.content, change.groupName, priority: change.priority, expiration: change.expiration)
    }

    // Texts are compared byte by byte, so that contents that only look the same are not shared.
    @inline(__always)
    private func are(
        _ serverId: String, _ content: Content?, _ groupName: String?, priority: NotificationPriority,
        expiration: Instant
    ) -> Bool {
        self.expiration == expiration && self.priority == priority && self.serverId.isExactly(serverId)
            && Self.isThere(self.content) == Self.isThere(content) && Self.areSame(self.groupName, groupName)
            && Self.areSame(self.content?.raw, content?.raw)
            && Self.areSame(self.content?.visual?.title, content?.visual?.title)
            && Self.areSame(self.content?.visual?.body, content?.visual?.body)
    }

    /// Returns a hash code. Equal facts have the same code. Different facts rarely have the same code.
    static func code(_ serverId: String, _ content: Content?, expiration: Instant) -> UInt64 {
        let moment = UInt64(bitPattern: expiration.microseconds)
        let code = UInt64(TextNumbers.code(of: serverId)) ^ moment &* 0x9E37_79B9_7F4A_7C15
        // All generations of a notification may have the same id and the same end, so the content is used too.
        guard let text = content?.raw ?? content?.visual?.title else { return code }
        return code ^ UInt64(TextNumbers.code(of: text)) << 32
    }

    private static func isThere(_ content: Content?) -> Bool { if case .some = content { true } else { false } }

    private static func areSame(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one.isExactly(other)
    }
}
