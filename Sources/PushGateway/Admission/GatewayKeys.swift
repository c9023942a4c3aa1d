/// The provider keys that the service knows, and their permissions.
package struct GatewayKeys: Hashable, Sendable {
    package struct Key: Hashable, Sendable {
        package var id: String
        package var team: String
        /// The environment; nil for a key of both environments, as older keys are.
        package var environment: PushEnvironment?
        /// The bundle ids or topics that a topic-specific key may push to; nil for a key of the whole team.
        package var topics: [String]?
        /// The one other topic-specific key that may be used after this one on a connection.
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

        /// Whether a token of one key may follow a token of the other on a connection.
        func isRelated(to other: Key) -> Bool {
            guard self.team == other.team else { return false }
            if self.id == other.id || self.topics == nil && other.topics == nil { return true }
            return self.related == other.id || other.related == self.id
        }
    }

    private var known: [String: Key] = [:]
    /// The bundle ids or topics of each team; a team without an entry may push to any.
    private var topicsOfTeam: [String: [String]] = [:]
    /// Whether an unknown key is accepted as a key of the team that its token names.
    package var acceptsAnyKey: Bool
    /// The bundle ids or topics to which any key may push; nil for no limit.
    package var topics: [String]?

    package init(_ keys: [Key] = [], acceptsAnyKey: Bool = false) {
        self.acceptsAnyKey = acceptsAnyKey
        for key in keys { self.known[key.id] = key }
    }

    /// The keys of an unconfigured simulator: every key is accepted for the team that its token names.
    package static let open = GatewayKeys(acceptsAnyKey: true)

    /// Adds a key. It replaces a key with the same id.
    package mutating func admit(_ key: Key) { self.known[key.id] = key }

    /// Sets the bundle ids or topics of a team.
    package mutating func restrict(team: String, to topics: [String]) { self.topicsOfTeam[team] = topics }

    /// Returns the key that a token names; nil for an unknown key or one of another team.
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
