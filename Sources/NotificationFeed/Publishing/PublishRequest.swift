package import Basics

/// A request to publish as it arrived, with what the server found out about who sent it.
package struct PublishRequest: Hashable, Sendable {
    package var method: String
    /// The path, with the query if there is one.
    package var path: String
    package var headers: HeaderList
    package var body: [UInt8]
    /// Whose token it brings, or why nobody's.
    package var caller: Result<TokenHolder, AccessRefusal>
    /// The user whom `X-UNS-ID` names; nil when it names nobody. Whether the caller may notify that user is decided
    /// later.
    package var subscriber: String?
    package var load: PublishLoad
    /// The server's own name for this request.
    package var id: String

    package init(
        method: String = "POST", path: String = "/beta/me/notifications", headers: HeaderList, body: [UInt8],
        caller: Result<TokenHolder, AccessRefusal>, subscriber: String? = nil, load: PublishLoad = .normal, id: String
    ) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
        self.caller = caller
        self.subscriber = subscriber
        self.load = load
        self.id = id
    }
}

/// Whether the service takes a request now.
package enum PublishLoad: Hashable, Sendable {
    case normal
    /// The app or the user is over its rate.
    case throttled(retryAfter: Interval)
    /// The service has more to do than it can.
    case busy(retryAfter: Interval)
}

/// A request that was understood: what to store, for whom, and what its answer has to repeat.
package struct PublishOrder: Hashable, Sendable {
    /// The id of the calling app.
    package var app: String
    package var user: String
    /// The subscription that `X-UNS-ID` names, if there is one; it has to be live and of the notification's host.
    package var addressee: String?
    package var notification: NewNotification
    package var requestId: String
    /// The caller's own name for the request; published twice under it, a notification is stored once.
    package var clientRequestId: String?
    /// What to say of a notification that has expired, unless it was stored under that name before.
    var lateness: PublishProblem?

    package init(
        app: String, user: String, addressee: String? = nil, notification: NewNotification, requestId: String,
        clientRequestId: String? = nil
    ) {
        self.app = app
        self.user = user
        self.addressee = addressee
        self.notification = notification
        self.requestId = requestId
        self.clientRequestId = clientRequestId
    }
}

/// What reading a request comes to.
package enum PublishReading: Hashable, Sendable {
    case order(PublishOrder)
    case answer(PublishAnswer)
}
