/// The provider keys that the service knows, and what each may do.
package struct GatewayKeys: Hashable, Sendable {
    package struct Key: Hashable, Sendable {
        package var id: String
        package var team: String
        /// Nil for a key of both environments, as keys were before they were bound to one.
        package var environment: PushEnvironment?
        /// The bundle ids or topics that a topic-specific key may push to; nil for a key of the whole team.
        package var topics: [String]?
        /// The one other topic-specific key that may follow this one on a connection.
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

        /// Whether a token of one may follow a token of the other on a connection.
        func isRelated(to other: Key) -> Bool {
            guard self.team == other.team else { return false }
            if self.id == other.id || self.topics == nil && other.topics == nil { return true }
            return self.related == other.id || other.related == self.id
        }
    }

    private var known: [String: Key] = [:]
    /// Bundle ids or topics of each team; a team that is not listed may push to any.
    private var topicsOfTeam: [String: [String]] = [:]
    /// Whether any other key is taken for one of the team that its token names.
    package var acceptsAnyKey: Bool
    /// The bundle ids or topics to which any key may push; nil for no limit.
    package var topics: [String]?

    package init(_ keys: [Key] = [], acceptsAnyKey: Bool = false) {
        self.acceptsAnyKey = acceptsAnyKey
        for key in keys { self.known[key.id] = key }
    }

    /// What a simulator knows to whom nobody has told anything: whoever signs is who they say.
    package static let open = GatewayKeys(acceptsAnyKey: true)

    /// Lets one more key in. One that had the id before is forgotten.
    package mutating func admit(_ key: Key) { self.known[key.id] = key }

    /// Says which bundle ids or topics belong to a team.
    package mutating func restrict(team: String, to topics: [String]) { self.topicsOfTeam[team] = topics }

    /// The key that a token names, or nil for one that is not known or is another team's.
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
