import Basics
import NotificationFeed
import Testing

@Suite("Permission to publish")
struct PublishCallerTests {
    private static func request(
        _ caller: Result<TokenHolder, AccessRefusal>, subscriber: String? = "alice", changing changes: HeaderList = [:]
    ) -> PublishRequest {
        PublishProbe.request(PublishBody.raw.bytes, changing: changes, caller: caller, subscriber: subscriber)
    }

    @Test("An app with its own token publishes to the user of the subscription")
    func appOnly() {
        let order = PublishProbe.read(Self.request(.app)).order
        #expect(order?.app == "app-1" && order?.user == "alice" && order?.addressee == "uns-1")
    }

    @Test("An app with a user's token publishes to that user")
    func delegated() {
        let unnamed = Self.request(.delegated("bob"), subscriber: nil, changing: ["X-UNS-ID": "-"])
        let order = PublishProbe.read(unnamed).order
        #expect(order?.user == "bob" && order?.addressee == nil)
        #expect(PublishProbe.read(Self.request(.delegated("bob"), subscriber: "bob")).order?.addressee == "uns-1")
    }

    @Test(
        "Without a valid token the challenge gives the reason",
        arguments: [
            (.missing, "The access token is missing; send it as Authorization: Bearer TOKEN.", nil),
            (.malformed, "The Authorization header is malformed; send it once, as Bearer TOKEN.", "invalid_request"),
            (.unknown, "The access token is unknown; ask the token endpoint for one.", "invalid_token"),
            (.expired, "The access token has expired; ask the token endpoint for a new one.", "invalid_token"),
            (.revoked, "The access token was revoked; ask the token endpoint for a new one.", "invalid_token"),
        ] as [(AccessRefusal, String, String?)])
    func unauthenticated(_ reason: AccessRefusal, _ sentence: String, _ code: String?) throws {
        let refusal = try PublishProbe.refused(Self.request(.failure(reason), changing: ["If-Range": "x"]))
        #expect(refusal.error == .invalidToken && refusal.status == 401)
        #expect(refusal.message == sentence)
        let error = code.map { ", error=\"\($0)\", error_description=\"\(sentence)\"" } ?? ""
        #expect(refusal.headers["WWW-Authenticate"] == "Bearer realm=\"ShoulderTap\"" + error)
    }

    @Test("A token without the scope is not enough")
    func insufficientScope() throws {
        let refusal = try PublishProbe.refused(Self.request(.failure(.lacks([.notifications]))))
        let scope = "Notifications.ReadWrite.CreatedByApp"
        #expect(refusal.error == .insufficientScope && refusal.status == 403)
        #expect(refusal.message == "The access token lacks \(scope); ask for it as scope.")
        #expect(
            refusal.headers["WWW-Authenticate"]
                == "Bearer realm=\"ShoulderTap\", error=\"insufficient_scope\", scope=\"\(scope)\"")
    }

    @Test("An app on the block list is refused in both flows")
    func blocked() throws {
        var rules = PublishRules()
        rules.blockedClients = ["app-1"]
        for caller in [.app, .delegated("alice")] as [Result<TokenHolder, AccessRefusal>] {
            let answer = try #require(PublishProbe.read(Self.request(caller), rules: rules).answer)
            let refusal = try Refusal(answer)
            #expect(refusal.error == .callerBlocked && refusal.status == 403)
            #expect(refusal.message == "This app is on the block list; ask the operator of the service.")
        }
    }

    @Test("An app token needs X-UNS-ID", arguments: ["-", ""])
    func subscriptionIdMissing(_ value: String) throws {
        let refusal = try PublishProbe.refused(Self.request(.app, changing: ["X-UNS-ID": value]))
        #expect(refusal.error == .subscriptionIdMissing && refusal.status == 400)
        #expect(
            refusal.message
                == "The header X-UNS-ID is missing; send the user notification subscription id of the user to notify.")
    }

    @Test("A subscription of nobody, or of another user than the token's, gets the same refusal")
    func strangers() throws {
        let requests: [PublishRequest] = [
            Self.request(.app, subscriber: nil),
            Self.request(.delegated("bob"), subscriber: nil),
            Self.request(.delegated("bob"), subscriber: "alice"),
            Self.request(.delegated("\u{E9}"), subscriber: "e\u{301}"),
        ]
        for request in requests {
            let refusal = try PublishProbe.refused(request)
            #expect(refusal.error == .userNotAuthorized && refusal.status == 403)
            #expect(
                refusal.message
                    == "X-UNS-ID names no live subscription that this caller may notify; "
                    + "have the device subscribe again."
            )
        }
    }

    @Test(
        "A throttled publisher gets the time to retry, in whole seconds",
        arguments: [
            (
                PublishLoad.throttled(retryAfter: .seconds(30)), PublishError.throttled, "30",
                "Too many notifications for this app or user; try again in 30 seconds."
            ),
            (
                .throttled(retryAfter: .milliseconds(1_001)), .throttled, "2",
                "Too many notifications for this app or user; try again in 2 seconds."
            ),
            (
                .throttled(retryAfter: .zero), .throttled, "1",
                "Too many notifications for this app or user; try again in 1 second."
            ),
            (.busy(retryAfter: .milliseconds(1)), .busy, "1", "The service is busy; try again in 1 second."),
            (.busy(retryAfter: .seconds(-5)), .busy, "1", "The service is busy; try again in 1 second."),
        ])
    func load(_ load: PublishLoad, _ error: PublishError, _ wait: String, _ sentence: String) throws {
        var request = Self.request(.app)
        request.load = load
        let refusal = try PublishProbe.refused(request)
        #expect(refusal.error == error && refusal.status == 406)
        #expect(refusal.message == sentence)
        #expect(refusal.headers["Retry-After"] == wait)
    }

    @Test(
        "The token is the text after Bearer",
        arguments: [("Bearer abc", "abc"), ("bearer a-b._~+/c==", "a-b._~+/c=="), ("BEARER  x", "x")])
    func tokens(_ value: String, _ token: String) throws {
        #expect(try BearerToken.read(["authorization": value]) == token)
    }

    @Test(
        "Any other text is not a token",
        arguments: [
            "", "Bearer", "Bearer ", "Basic abc", "Bearer a b", "Bearer a,b", "Bearer é", "abc", "Bearer \"x\"",
        ])
    func malformedTokens(_ value: String) {
        #expect(throws: AccessRefusal.malformed) { try BearerToken.read(["Authorization": value]) }
    }

    @Test("No header is no token, and two headers are none")
    func missingTokens() {
        #expect(throws: AccessRefusal.missing) { try BearerToken.read([:]) }
        #expect(throws: AccessRefusal.malformed) {
            try BearerToken.read(["Authorization": "Bearer a", "authorization": "Bearer b"])
        }
    }
}
