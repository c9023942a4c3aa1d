import Basics
import PushGateway

extension OddPush {
    /// The answer that Apple documents for the request, together with the result if the push is accepted. Also contains
    /// the edit that makes the request odd.
    var row: (answer: String, edit: (inout OddPushDraft) -> Void) {
        switch self {
        case .plain: ("200 background 5", { _ in })
        case .capitalScheme: ("200 background 5", { $0.set("authorization", "BEARER {token}") })
        case .timeWithFraction: ("200 background 5", { $0.token.time = { "\($0).75" } })
        case .timeWithExponent:
            ("200 background 5", { $0.token.time = { "\($0 / 1_000).\(Self.thousandths(of: $0))e3" } })
        case .timeAsText: ("200 background 5", { $0.token.time = { "\"\($0)\"" } })
        case .noAlgorithm: ("200 background 5", { $0.token.header = #"{"kid":"TEAMKEY001"}"# })
        case .oldToken: ("200 background 5", { $0.token.age = .hours(1) - .seconds(1) })
        case .earlyToken: ("200 background 5", { $0.token.age = .zero - .seconds(59) })
        case .capitalToken: ("200 background 5", { $0.set(":path", "/3/device/" + String(repeating: "0A", count: 32)) })
        case .noId: ("200 background 5 new id", { $0.set("apns-id", nil) })
        case .capitalId: ("200 background 5", { $0.set("apns-id", "EABEAE54-14A8-11E5-B60B-1697F925EC7B") })
        case .twoCookies:
            ("200 background 5", { for value in ["a=1", "b=2"] { $0.headers.append("cookie", value) } })
        case .longCollapseId:
            ("200 background 5 collapses", { $0.set("apns-collapse-id", String(repeating: "c", count: 64)) })
        case .emptyCollapseId: ("200 background 5", { $0.set("apns-collapse-id", "") })
        case .noPriority: ("200 background 10 warned", { $0.set("apns-priority", nil) })
        case .alertNow: ("200 alert 10", Self.alert("10"))
        case .alertLater: ("200 alert 1", Self.alert("1"))
        case .expires: ("200 background 5 until 1800000000", { $0.set("apns-expiration", "1800000000") })
        case .expiresAtOnce: ("200 background 5 once", { $0.set("apns-expiration", "0") })
        case .expiresNever: ("200 background 5 until 253402300799", { $0.set("apns-expiration", "999999999999") })
        case .noType: ("200 none 5", { $0.set("apns-push-type", nil) })
        case .call: ("200 voip 10", Self.call(bytes: 40))
        case .largeCall: ("200 voip 10", Self.call(bytes: 5_120))
        case .fullPayload: ("200 background 5", { $0.body += Array(repeating: 0x20, count: 4_096 - $0.body.count) })
        case .alertAsBackground: ("200 background 5 warned", { $0.body = Self.alertBody })
        case .noJSON: ("200 background 5 warned", { $0.body = Array("{".utf8) })
        case .laterToken:
            ("200 background 5", { $0.earlier = [(OddPushDraft.Token(age: .minutes(20)), .minutes(20))] })
        case .relatedKey:
            (
                "200 background 5",
                {
                    $0.token.key = "MAILKEY002"
                    $0.earlier = [(OddPushDraft.Token(key: "MAILKEY001", age: .minutes(30)), .minutes(30))]
                }
            )
        case .topicOfKey: ("200 background 5", { $0.token.key = "MAILKEY001" })
        default: self.refusal
        }
    }

    private var refusal: (answer: String, edit: (inout OddPushDraft) -> Void) {
        switch self {
        case .overlongCollapseId:
            ("400 BadCollapseId", { $0.set("apns-collapse-id", String(repeating: "c", count: 65)) })
        case .noHex: ("400 BadDeviceToken", { $0.set(":path", "/3/device/xyzz") })
        case .halfByte: ("400 BadDeviceToken", { $0.set(":path", "/3/device/abc") })
        case .strangeToken: ("400 BadDeviceToken", { $0.device = .unknown })
        case .sandboxToken: ("400 BadDeviceToken", { $0.change { $0.environment = .sandbox } })
        case .wordForTime: ("400 BadExpirationDate", { $0.set("apns-expiration", "tomorrow") })
        case .fractionForTime: ("400 BadExpirationDate", { $0.set("apns-expiration", "1.5") })
        case .noTime: ("400 BadExpirationDate", { $0.set("apns-expiration", "") })
        case .idWithoutHyphens: ("400 BadMessageId", { $0.set("apns-id", "eabeae5414a811e5b60b1697f925ec7b") })
        case .oddPriority: ("400 BadPriority", { $0.set("apns-priority", "7") })
        case .oddTopic: ("400 BadTopic", { $0.set("apns-topic", "com contoso/mail") })
        case .suffixAlone:
            (
                "400 BadTopic",
                {
                    $0.set("apns-topic", ".voip")
                    $0.set("apns-push-type", "voip")
                }
            )
        case .anotherApp: ("400 DeviceTokenNotForTopic", { $0.change { $0.topic = "com.contoso.chat" } })
        case .repeatedHeader:
            ("400 DuplicateHeaders", { for name in ["x-trace", "X-Trace"] { $0.headers.append(name, "1") } })
        case .silentSender: ("400 IdleTimeout", { $0.bodyEnd = .cutByTimer })
        case .oddType: ("400 InvalidPushType", { $0.set("apns-push-type", "Background") })
        case .typeAgainstTopic: ("400 InvalidPushType", { $0.set("apns-topic", OddPushDraft.bundle + ".voip") })
        case .noToken: ("400 MissingDeviceToken", { $0.set(":path", "/3/device/") })
        case .noTopic: ("400 MissingTopic", { $0.set("apns-topic", nil) })
        case .noPayload: ("400 PayloadEmpty", { $0.body = [] })
        case .topicOfAnotherKey:
            (
                "400 TopicDisallowed",
                {
                    $0.token.key = "MAILKEY001"
                    $0.set("apns-topic", "com.contoso.chat")
                }
            )
        case .topicOfAnotherTeam:
            ("400 TopicDisallowed", { $0.keys.restrict(team: "TEAM000001", to: ["com.contoso.chat"]) })
        case .expiredToken: ("403 ExpiredProviderToken", { $0.token.age = .hours(1) + .seconds(1) })
        case .noJWT: ("403 InvalidProviderToken", { $0.set("authorization", "bearer a.b.c") })
        case .strangeKey: ("403 InvalidProviderToken", { $0.token.key = "NOBODYSKEY" })
        case .strangeTeam: ("403 InvalidProviderToken", { $0.token.team = "TEAM000002" })
        case .forged: ("403 InvalidProviderToken", { $0.token.signer = "OTHERKEY01" })
        case .futureToken: ("403 InvalidProviderToken", { $0.token.age = .zero - .seconds(61) })
        case .otherScheme: ("403 InvalidProviderToken", { $0.set("authorization", "basic {token}") })
        case .noAuthorization: ("403 MissingProviderToken", { $0.set("authorization", "") })
        case .schemeAlone: ("403 MissingProviderToken", { $0.set("authorization", "bearer ") })
        case .unrelatedKey:
            (
                "403 UnrelatedKeyIdInToken",
                {
                    let former = OddPushDraft.Token(key: "OTHERKEY01", team: "TEAM000002", age: .hours(1))
                    $0.earlier = [(former, .hours(1))]
                }
            )
        case .sandboxKey: ("403 BadEnvironmentKeyInToken", { $0.token.key = "SANDKEY001" })
        case .deniedTopic: ("403 Forbidden", { $0.rules.deniedTopics = [OddPushDraft.bundle] })
        default: self.lateRefusal
        }
    }

    private var lateRefusal: (answer: String, edit: (inout OddPushDraft) -> Void) {
        switch self {
        case .strangeCertificate: ("400 TopicDisallowed", { $0.certificate = .init(topics: ["com.contoso.chat"]) })
        case .oldCertificate:
            ("403 BadCertificate", { $0.certificate = .init(topics: [OddPushDraft.bundle], isValid: false) })
        case .sandboxCertificate:
            (
                "403 BadCertificateEnvironment",
                { $0.certificate = .init(topics: [OddPushDraft.bundle], environments: .sandbox) }
            )
        case .oddPath: ("404 BadPath", { $0.set(":path", "/2" + OddPushDraft.path.dropFirst(2)) })
        case .longPath: ("404 BadPath", { $0.set(":path", OddPushDraft.path + "/") })
        case .oddMethod: ("405 MethodNotAllowed", { $0.set(":method", "GET") })
        case .endedToken: ("410 ExpiredToken", { $0.change { $0.life = .expired(since: Self.earlier) } })
        case .removedApp: ("410 Unregistered", { $0.change { $0.life = .unregistered(since: Self.earlier) } })
        case .largePayload:
            ("413 PayloadTooLarge", { $0.body += Array(repeating: 0x20, count: 4_097 - $0.body.count) })
        case .frequentTokens:
            (
                "429 TooManyProviderTokenUpdates",
                { $0.earlier = [(OddPushDraft.Token(age: .minutes(19)), .minutes(19))] }
            )
        case .tooMany: ("429 TooManyRequests", { $0.change { $0.isOverRate = true } })
        case .brokenStore: ("500 InternalServerError", { $0.device = .failed })
        case .overloaded: ("503 ServiceUnavailable", { $0.service = .overloaded })
        case .shuttingDown: ("503 Shutdown", { $0.service = .shuttingDown })
        case .fiftyBadTokens:
            (
                "400 BadDeviceToken going away: BadDeviceToken",
                {
                    $0.device = .unknown
                    $0.count = AdmissionRules.badDeviceTokenLimit
                }
            )
        default: preconditionFailure("\(self) has no row")
        }
    }

    private static let earlier = Instant(microseconds: 1_600_000_000_000_000)
    private static let alertBody = Array(#"{"aps":{"alert":"lunch?"}}"#.utf8)

    private static func thousandths(of seconds: Int64) -> String {
        let digits = String(seconds % 1_000)
        return String(repeating: "0", count: 3 - digits.count) + digits
    }

    private static func alert(_ priority: String) -> (inout OddPushDraft) -> Void {
        {
            $0.set("apns-push-type", "alert")
            $0.set("apns-priority", priority)
            $0.body = Self.alertBody
        }
    }

    private static func call(bytes: Int) -> (inout OddPushDraft) -> Void {
        {
            $0.set("apns-push-type", "voip")
            $0.set("apns-topic", OddPushDraft.bundle + ".voip")
            $0.set("apns-priority", "10")
            $0.body = Array(#"{"aps":{}}"#.utf8)
            $0.body += Array(repeating: 0x20, count: bytes - $0.body.count)
        }
    }
}
