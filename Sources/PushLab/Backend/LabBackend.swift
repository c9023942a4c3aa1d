/// A server under test, as the lab knows it: things happen to it, and it says what it wants done.
///
/// The lab makes one value when the world begins and another whenever the one before has died. What the server wants to
/// know then it stores with ``BackendSystem/store(_:)``. Like an app it is called for one event at a time, and reads
/// time and chance from the system it is given.
public protocol LabBackend {
    /// Takes in what happened.
    mutating func handle(_ event: BackendEvent, _ system: inout BackendSystem)
}

/// What happens to a server. Later versions may add events, so end a `switch` with `default`.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum BackendEvent: Hashable, Sendable {
    /// The process was started; always the first event.
    case started(BackendStart)
    /// The test wants a user to be notified.
    case publish(LabNotification, user: String)
    /// An app told its server the id by which its user's notifications are published.
    case subscribed(user: String, device: String, subscription: String)
    /// The end of a post.
    case answer(Int, BackendAnswer)
    /// A timer that the server set has rung.
    case timer(Int)
    /// The access token that the server asked for: its own, or one in the name of a user.
    case accessToken(String, user: String?)
}

/// How a server's process began.
public struct BackendStart: Hashable, Sendable {
    /// The cross-platform id of the app whose server it is.
    public var host: String
    /// The server's own access token. It is good for an hour, then the server asks for another.
    public var accessToken: String
    /// What was stored last, if anything was.
    public var stored: [UInt8]?

    /// Describes a start.
    public init(host: String, accessToken: String, stored: [UInt8]? = nil) {
        self.host = host
        self.accessToken = accessToken
        self.stored = stored
    }
}

/// What the service says to a post.
public struct BackendAnswer: Hashable, Sendable {
    /// One line of a header.
    public struct Header: Hashable, Sendable {
        /// Its name, in which only ASCII letters have a case.
        public var name: String
        /// Its value.
        public var value: String

        /// A line.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The status of HTTP: 201 when the notification is stored.
    public var status: Int
    /// The header, in the order of the wire.
    public var headers: [Header]
    /// The body, which is JSON.
    public var body: [UInt8]

    /// An answer.
    public init(status: Int, headers: [Header], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
