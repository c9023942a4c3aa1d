/// A server under test: the lab sends it events, and it responds with actions.
///
/// The lab makes one value at the start, and a new value each time the process has died. To keep data across a restart,
/// store it with ``BackendSystem/store(_:)``. Like an app, the server handles one event at a time. It must read time
/// and random numbers only from the system that it is given.
public protocol LabBackend {
    /// Handles one event.
    mutating func handle(_ event: BackendEvent, _ system: inout BackendSystem)
}

/// An event for a server.
///
/// Later versions may add events, so end a `switch` with `default`.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum BackendEvent: Hashable, Sendable {
    /// The process was started.
    ///
    /// This is always the first event.
    case started(BackendStart)
    /// The test asks the server to notify a user.
    case publish(LabNotification, user: String)
    /// An app sent the subscription id to its server. The server publishes notifications for the user under this id.
    case subscribed(user: String, device: String, subscription: String)
    /// The answer to a post.
    case answer(Int, BackendAnswer)
    /// A timer of the server fired.
    case timer(Int)
    /// The access token that the server requested: its own, or one in the name of a user.
    case accessToken(String, user: String?)
}

/// The data with which a server's process starts.
public struct BackendStart: Hashable, Sendable {
    /// The cross-platform id of the server's app.
    public var host: String
    /// The server's own access token.
    ///
    /// It is valid for an hour; after that the server requests another one.
    public var accessToken: String
    /// The bytes that were stored last, if any.
    public var stored: [UInt8]?

    /// Creates a start.
    public init(host: String, accessToken: String, stored: [UInt8]? = nil) {
        self.host = host
        self.accessToken = accessToken
        self.stored = stored
    }
}

/// The answer of the service to a post.
public struct BackendAnswer: Hashable, Sendable {
    /// One header field.
    public struct Header: Hashable, Sendable {
        /// The name of the field.
        ///
        /// It is case-insensitive in ASCII letters.
        public var name: String
        /// The value of the field.
        public var value: String

        /// Creates a header field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The HTTP status: 201 when the notification is stored.
    public var status: Int
    /// The header fields, in the order in which they were received.
    public var headers: [Header]
    /// The body, as JSON.
    public var body: [UInt8]

    /// Creates an answer.
    public init(status: Int, headers: [Header], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
