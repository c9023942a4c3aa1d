import Basics

/// All tokens that the push service ever gave out, and their state.
///
/// Dead tokens are kept: the service answers 410 for them forever.
struct TokenDirectory: Sendable {
    enum EndCause: UInt8, CaseIterable { case unregistered, expired }

    struct Record: Hashable {
        var topic: UInt32
        var app: UInt32
        /// The previous token of the same app.
        var previous: UInt32?
        var environment: PushEnvironment
        var endCause = EndCause.unregistered
        var registeredAt: Instant
        /// The time at which pushes to the token stop arriving.
        var diesAt = Instant.distantFuture
        /// The time at which the service starts to tell senders that the token is dead.
        var answeredAt = Instant.distantFuture

        /// Returns the state of the token as senders see it.
        func life(at now: Instant) -> TokenLife {
            guard self.answeredAt <= now else { return .active }
            return self.endCause == .expired ? .expired(since: self.diesAt) : .unregistered(since: self.diesAt)
        }
    }

    private(set) var tokens = TokenTable()
    private(set) var topics: TextNumbers
    private(set) var records: [Record] = []

    /// Creates a directory that has no tokens yet and uses existing topic numbers.
    init(topics: TextNumbers = TextNumbers()) { self.topics = topics }

    func number(of token: DeviceToken) -> UInt32? { self.tokens.number(of: token) }

    /// Whether a push to this token still reaches its app. This does not depend on the service's answer to senders.
    func isAlive(_ number: UInt32, at now: Instant) -> Bool { now < self.records[Int(number)].diesAt }

    /// Gives `token` to an app. A known token becomes active again, because restoring a backup brings back an old
    /// token.
    mutating func register(_ token: DeviceToken, _ record: Record) -> UInt32? {
        guard let number = self.tokens.intern(token) else { return nil }
        if Int(number) == self.records.count {
            self.records.append(record)
        } else {
            self.records[Int(number)] = record
        }
        return number
    }

    mutating func intern(topic: String) -> UInt32 { self.topics.intern(topic) }

    mutating func setPrevious(_ previous: UInt32?, of number: UInt32) {
        self.records[Int(number)].previous = previous
    }

    /// Ends a token. If the token already has an earlier end, the earlier end is kept.
    mutating func retire(_ number: UInt32, _ cause: EndCause, diesAt: Instant, answeredAt: Instant) {
        guard diesAt < self.records[Int(number)].diesAt else { return }
        self.records[Int(number)].endCause = cause
        self.records[Int(number)].diesAt = diesAt
        self.records[Int(number)].answeredAt = answeredAt
    }
}
