import BackendPromises
import Basics

/// A backend of a test: its requests with their answers, as the endpoint would see them.
struct Sender {
    private(set) var judge: BackendJudge
    private var now = Instant(microseconds: 1_800_000_000_000_000)
    private var count = 0
    /// The connection of the next request.
    var connection = 1
    var openRequests = 1
    var bearer = "bearer a"
    var type: String? = "background"
    var priority: String? = "5"
    var expiration: String?
    var isDisturbed = false
    /// The time that an answer takes.
    var answerTime = Interval.milliseconds(2)

    init(contentsDiffer: Bool? = nil) { self.judge = BackendJudge(contentsDiffer: contentsDiffer) }

    mutating func wait(_ time: Interval) { self.now = self.now + time }

    /// Sends a request, a millisecond after what was before.
    mutating func send(
        _ outcome: SentPush.Outcome = .answered(status: 200, reason: nil), to token: String = "aa", id: String? = nil,
        content: String = "news number one for all", isDelivered: Bool? = nil
    ) {
        self.count += 1
        self.now = self.now + .milliseconds(1)
        var headers = HeaderList()
        for (name, value) in [
            ("apns-id", id), ("apns-topic", "com.contoso.app"), ("apns-push-type", self.type),
            ("apns-priority", self.priority), ("apns-expiration", self.expiration), ("authorization", self.bearer),
        ] {
            if let value { headers.append(name, value) }
        }
        let isAccepted = outcome == .answered(status: 200, reason: nil)
        let push = SentPush(
            number: self.count, time: self.now, answered: self.now + self.answerTime, connection: self.connection,
            openRequests: self.openRequests, token: token, device: nil, headers: SentPush.Headers(headers),
            payload: Array(#"{"aps":{"content-available":1},"content":"\#(content)"}"#.utf8), outcome: outcome,
            isDelivered: isDelivered ?? isAccepted, isDisturbed: self.isDisturbed)
        // Requests that are open at a time do not wait for each other.
        if self.openRequests == 1 { self.now = push.answered }
        self.judge.take(.push(push))
    }

    mutating func take(_ event: BackendEvent) { self.judge.take(event) }

    /// The broken promises, once the backend has ended.
    var broken: [BackendPromise] { self.judge.verdict(isOver: true).findings.map(\.promise) }

    func witness(_ promise: BackendPromise) -> String? {
        self.judge.verdict(isOver: true).finding(promise)?.witness
    }
}

extension SentPush.Outcome {
    static let gone = Self.answered(status: 410, reason: "Unregistered")
    static let unavailable = Self.answered(status: 503, reason: "ServiceUnavailable")
    static let tooMany = Self.answered(status: 429, reason: "TooManyRequests")
}
