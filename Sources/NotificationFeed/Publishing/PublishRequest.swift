package import Basics

/// A publish request as received, with the facts about its sender that the server has looked up.
package struct PublishRequest: Hashable, Sendable {
    package var method: String
    /// The path, including any query.
    package var path: String
    package var headers: HeaderList
    package var body: [UInt8]
    /// The holder of the request's access token, or the reason why the token was refused.
    package var caller: Result<TokenHolder, AccessRefusal>
    /// The user of the subscription in `X-UNS-ID`, or nil if there is none.
    ///
    /// A later check decides whether the caller may notify that user.
    package var subscriber: String?
    package var load: PublishLoad
    /// The id that the server gave this request.
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

/// The load of the service. It determines whether the service accepts a request now.
package enum PublishLoad: Hashable, Sendable {
    case normal
    /// The app or the user exceeds its rate limit.
    case throttled(retryAfter: Interval)
    /// The service is overloaded.
    case busy(retryAfter: Interval)
}

/// A valid request: the notification to store, its user, and the values to repeat in the answer.
package struct PublishOrder: Hashable, Sendable {
    /// The id of the calling app.
    package var app: String
    package var user: String
    /// The subscription that `X-UNS-ID` names, if any. It must be live and belong to the notification's host.
    package var addressee: String?
    package var notification: NewNotification
    package var requestId: String
    /// The caller's own id for the request. A notification that is published twice with the same id is stored once.
    package var clientRequestId: String?
    /// The problem to report when the notification has expired. It is not reported if the notification was stored
    /// earlier with the same client request id.
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
