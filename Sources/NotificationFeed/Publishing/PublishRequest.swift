package import Basics

/// A publish request as received, with what the server found out about its sender.
package struct PublishRequest: Hashable, Sendable {
    package var method: String
    /// The path, including any query.
    package var path: String
    package var headers: HeaderList
    package var body: [UInt8]
    /// The holder of its token, or the reason why the token was refused.
    package var caller: Result<TokenHolder, AccessRefusal>
    /// The user whom `X-UNS-ID` names; nil when it names none.
    ///
    /// Whether the caller may notify that user is decided later.
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

/// The load of the service, which decides whether it takes a request now.
package enum PublishLoad: Hashable, Sendable {
    case normal
    /// The app or the user exceeds its rate.
    case throttled(retryAfter: Interval)
    /// The service is overloaded.
    case busy(retryAfter: Interval)
}

/// A valid request: what to store, for which user, and what to repeat in the answer.
package struct PublishOrder: Hashable, Sendable {
    /// The id of the calling app.
    package var app: String
    package var user: String
    /// The subscription that `X-UNS-ID` names, if any; it has to be live and belong to the notification's host.
    package var addressee: String?
    package var notification: NewNotification
    package var requestId: String
    /// The caller's own name for the request. A notification published twice under it is stored once.
    package var clientRequestId: String?
    /// The problem to report when the notification has expired, unless it was stored under that name before.
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

/// The result of reading a request.
package enum PublishReading: Hashable, Sendable {
    case order(PublishOrder)
    case answer(PublishAnswer)
}
