import Basics
import PushGateway

/// A request to Apple's push service with one odd property, and the answer that Apple documents for it.
package enum OddPush: String, Hashable, Sendable, CaseIterable {
    // Requests that are accepted despite the oddity.
    case plain, capitalScheme, timeWithFraction, timeWithExponent, timeAsText, noAlgorithm, oldToken, earlyToken
    case capitalToken, noId, capitalId, twoCookies, longCollapseId, emptyCollapseId, noPriority, alertNow, alertLater
    case expires, expiresAtOnce, expiresNever, noType, call, largeCall, fullPayload, alertAsBackground, noJSON
    case laterToken, relatedKey, topicOfKey
    // Requests that are refused.
    case overlongCollapseId, noHex, halfByte, strangeToken, sandboxToken, wordForTime, fractionForTime, noTime
    case idWithoutHyphens, oddPriority, oddTopic, suffixAlone, anotherApp, repeatedHeader, silentSender, oddType
    case typeAgainstTopic, noToken, noTopic, noPayload, topicOfAnotherKey, topicOfAnotherTeam, expiredToken
    case noJWT, strangeKey, strangeTeam, forged, futureToken, noAuthorization, schemeAlone, otherScheme, unrelatedKey
    case sandboxKey, oddPath, longPath, oddMethod, endedToken, removedApp, largePayload, frequentTokens, tooMany
    case overloaded, shuttingDown, brokenStore, deniedTopic, strangeCertificate, oldCertificate, sandboxCertificate
    case fiftyBadTokens
}

/// A draft of a request, and the state of the push service.
struct OddPushDraft {
    var headers: HeaderList
    var body = Array(#"{"aps":{"content-available":1}}"#.utf8)
    var bodyEnd = PushRequest.BodyEnd.complete
    var service = ServiceState.serving
    var certificate: ClientCertificate?
    var rules = AdmissionRules()
    var keys = Self.keys
    var token = Token()
    var device: DeviceLookup
    /// The provider tokens of earlier requests on the connection, and the time since each was sent.
    var earlier: [(token: Token, ago: Interval)] = []
    /// The number of times the request is sent.
    var count = 1
    /// Whether the request is sent on another connection than the earlier tokens.
    var isOnNewConnection = false

    static let bundle = "com.contoso.mail"
    static let path = "/3/device/" + String(repeating: "0a", count: 32)
    static let id = "eabeae54-14a8-11e5-b60b-1697f925ec7b"

    /// The known keys: one key of the whole team, one key of another team, one key of the sandbox, and two related keys
    /// for one app.
    static let keys = GatewayKeys([
        .init("TEAMKEY001", team: "TEAM000001"), .init("OTHERKEY01", team: "TEAM000002"),
        .init("SANDKEY001", team: "TEAM000001", environment: .sandbox),
        .init("MAILKEY001", team: "TEAM000001", topics: [Self.bundle], related: "MAILKEY002"),
        .init("MAILKEY002", team: "TEAM000001", topics: [Self.bundle]),
    ])

    init() {
        self.headers = [
            ":method": "POST", ":scheme": "https", ":authority": "api.push.apple.com", ":path": Self.path,
            "apns-topic": Self.bundle, "apns-push-type": "background", "apns-priority": "5", "apns-id": Self.id,
        ]
        self.device = .found(DeviceFacts(topic: Self.bundle, environment: .production))
    }

    mutating func set(_ name: String, _ value: String?) {
        var fields = self.headers.fields.filter { $0.name != name }
        if let value { fields.append(.init(name, value)) }
        self.headers = HeaderList(fields)
    }

    mutating func change(_ edit: (inout DeviceFacts) -> Void) {
        guard case .found(var facts) = self.device else { return }
        edit(&facts)
        self.device = .found(facts)
    }

    /// A provider token as its sender writes it.
    struct Token {
        var key = "TEAMKEY001"
        var team = "TEAM000001"
        /// The key that signs the token, if it is not the key that the token names.
        var signer: String?
        var age = Interval.zero
        var header: String?
        /// Formats the time of issue, given in whole seconds.
        var time: (Int64) -> String = { "\($0)" }
        /// Changes the text of the signed token.
        var edit: (String) -> String = { $0 }
    }
}
