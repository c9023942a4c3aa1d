/// The provider keys that the service knows, and their permissions.
package struct GatewayKeys: Hashable, Sendable {
    package struct Key: Hashable, Sendable {
        package var id: String
        package var team: String
        /// The environment of the key. Nil means both environments, as for older keys.
        package var environment: PushEnvironment?
        /// The bundle ids or topics that a topic-specific key may push to. Nil for a key that is valid for the whole
        /// team.
        package var topics: [String]?
        /// The id of the only other topic-specific key that may be used after this key on a connection.
        package var related: String?

        package init(
            _ id: String, team: String, environment: PushEnvironment? = nil, topics: [String]? = nil,
            related: String? = nil
        ) {
            self.id = id
            self.team = team
            self.environment = environment
            self.topics = topics
            self.related = related
        }

        /// Whether a connection may use a token of one key and then a token of the other key.
        func isRelated(to other: Key) -> Bool {
            guard self.team == other.team else { return false }
            if self.id == other.id || self.topics == nil && other.topics == nil { return true }
            return self.related == other.id || other.related == self.id
        }
    }

    private var known: [String: Key] = [:]
    /// The bundle ids or topics of each team. A team without an entry may push to any topic.
    private var topicsOfTeam: [String: [String]] = [:]
    /// Whether an unknown key is accepted as a key of the team that is named in its token.
    package var acceptsAnyKey: Bool
    /// The bundle ids or topics that any key may push to. Nil means no limit.
    package var topics: [String]?

    package init(_ keys: [Key] = [], acceptsAnyKey: Bool = false) {
        self.acceptsAnyKey = acceptsAnyKey
        for key in keys { self.known[key.id] = key }
    }

    /// The keys of a simulator that is not configured. Every key is accepted for the team that is named in its token.
    package static let open = GatewayKeys(acceptsAnyKey: true)

    /// Adds a key. An existing key with the same id is replaced.
    package mutating func admit(_ key: Key) { self.known[key.id] = key }

    /// Limits a team to these bundle ids or topics.
    package mutating func restrict(team: String, to topics: [String]) { self.topicsOfTeam[team] = topics }

    /// Returns the key that a token names, or nil if the key is unknown or belongs to another team.
    func key(_ id: String, issuedBy team: String) -> Key? {
        if let key = self.known[id] { return key.team == team ? key : nil }
        return self.acceptsAnyKey ? Key(id, team: team) : nil
    }

    func admits(_ topic: Topic, from key: Key) -> Bool {
        if let topics = self.topics, !topic.isListed(in: topics) { return false }
        if let topics = key.topics, !topic.isListed(in: topics) { return false }
        guard let topics = self.topicsOfTeam[key.team] else { return true }
        return topic.isListed(in: topics)
    }
}
