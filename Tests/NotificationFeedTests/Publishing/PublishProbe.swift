import Basics
import NotificationFeed
import ShoulderTap
import Testing

/// One service at one moment, asked for the answer to single requests.
enum PublishProbe {
    /// 2019-08-23T00:25:55.329Z
    static let now = Instant(microseconds: 1_566_519_955_329_000)

    static let headers: [String: String] = [
        "Authorization": "Bearer x", "X-UNS-ID": "uns-1", "Content-Type": "application/json",
    ]

    static func request(
        _ body: [UInt8], changing changes: HeaderList = [:], caller: Result<TokenHolder, AccessRefusal> = .app,
        subscriber: String? = "alice"
    ) -> PublishRequest {
        var headers = HeaderList()
        for name in Self.headers.keys.sorted() where changes[name] == nil {
            headers.append(name, Self.headers[name] ?? "")
        }
        // A header that is only to be taken away is set to "-".
        for field in changes.fields where field.value != "-" { headers.append(field.name, field.value) }
        return PublishRequest(headers: headers, body: body, caller: caller, subscriber: subscriber, id: "r-1")
    }

    static func read(
        _ request: PublishRequest, rules: PublishRules = PublishRules(), inflation: Inflation = .damaged
    ) -> PublishReading {
        rules.read(request, at: Self.now) { _, _, _ in inflation }
    }

    /// The notification that a body describes; a refusal fails the test with its message.
    static func accepted(
        _ body: PublishBody, rules: PublishRules = PublishRules(), sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> NewNotification {
        switch Self.read(Self.request(body.bytes), rules: rules) {
        case .order(let order): return order.notification
        case .answer(let answer):
            Issue.record("refused: \(try Refusal(answer).message)", sourceLocation: sourceLocation)
            throw Refused()
        }
    }

    static func refused(_ body: PublishBody, sourceLocation: SourceLocation = #_sourceLocation) throws -> Refusal {
        try Self.refused(Self.request(body.bytes), sourceLocation: sourceLocation)
    }

    static func refused(
        _ request: PublishRequest, inflation: Inflation = .damaged, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Refusal {
        guard case .answer(let answer) = Self.read(request, inflation: inflation) else {
            Issue.record("accepted", sourceLocation: sourceLocation)
            throw Refused()
        }
        return try Refusal(answer)
    }

    private struct Refused: Error {}
}

extension Result where Success == TokenHolder, Failure == AccessRefusal {
    /// An app with a token of its own.
    static let app = Self.success(
        TokenHolder(client: "app-1", user: nil, scopes: [.graphDefault], expires: Instant(microseconds: .max)))

    /// An app with a user's token.
    static func delegated(_ user: String) -> Self {
        .success(
            TokenHolder(
                client: "app-1", user: user, scopes: [.notifications], expires: Instant(microseconds: .max)))
    }
}

extension PublishOrder {
    /// What the service says of it when it stores it under an id.
    func stored(as id: String) -> PublishReceipt? {
        var store = MemoryFeedStore(FeedRules())
        let feed = FeedKey(host: self.notification.host, user: self.user)
        let publish = FeedCommand.Act.publish(feed, Publication(self.notification))
        return store.run(FeedCommand(publish, now: PublishProbe.now, fresh: Fresh(id: id, number: 1))).outcome.receipt
    }
}

/// An answer that refuses, read back from its bytes.
struct Refusal {
    let status: Int
    let code: String
    let message: String
    let headers: HeaderList
    let error: PublishError

    init(_ answer: PublishAnswer) throws {
        let root = try JSONDocument(answer.body, limit: 1_000_000).root
        #expect(root.members?.map(\.key) == ["error"])
        let body = try #require(root["error"])
        #expect(body.members?.map(\.key) == ["code", "message", "innerError"])
        #expect(body["innerError"]?.members?.map(\.key) == ["request-id", "date"])
        #expect(body["innerError"]?["request-id"]?.string == "r-1")
        #expect(answer.headers["request-id"] == "r-1")
        #expect(answer.headers["Content-Type"] == "application/json")
        self.status = answer.status
        self.code = try #require(body["code"]?.string)
        self.message = try #require(body["message"]?.string)
        self.headers = answer.headers
        self.error = try #require(answer.error)
        #expect(self.code == self.error.code && self.status == self.error.status)
    }
}
