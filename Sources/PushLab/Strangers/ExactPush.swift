import Basics
import PushGateway

/// A push at the exact limit of a rule for provider tokens, or beyond it. Only the comparison with models sends these
/// pushes.
enum ExactPush: String, CaseIterable {
    case anyKey, unsignedToken, repeatedToken, changedClaims, changedSignature
    case oneLetterKey, longestKey, overlongKey, paddedToken, twoKeys, noAlgorithm, otherAlgorithm, criticalMember
    case listedTopic, unlistedTopic, earlyUpdateOfKey, lateUpdateOfKey
    case strict, strictlyShortKey, strictlyLongKey, strictlyLowerCaseKey, strictlyLowerCaseTeam, strictlyWithFraction
    case strictlyAsText, strictlyNoAlgorithm, strictlyOfType, strictlyOtherType, strictlyPadded

    /// The documented answer to the push, and the edit that makes the push. See ``OddPush/row``.
    var row: (answer: String, edit: (inout OddPushDraft) -> Void) {
        switch self {
        case .anyKey: (Self.accepted, { $0.keys = .open })
        case .unsignedToken:
            (
                Self.refused,
                {
                    $0.keys = .open
                    $0.token.edit = { Self.edited($0) { $0[2] = [] } }
                }
            )
        case .repeatedToken: (Self.accepted, Self.resent { $0 })
        case .changedClaims: (Self.refused, Self.resent { Self.edited($0, Self.changeTime) })
        case .changedSignature: (Self.refused, Self.resent { Self.edited($0) { $0[2][0] ^= 1 } })
        case .oneLetterKey: (Self.accepted, Self.key("k"))
        case .longestKey: (Self.accepted, Self.key(String(repeating: "k", count: 64)))
        case .overlongKey: (Self.refused, Self.key(String(repeating: "k", count: 65)))
        case .paddedToken: (Self.accepted, { $0.token.edit = Self.padded })
        case .twoKeys: (Self.refused, Self.header(#"{"alg":"ES256","kid":"TEAMKEY001","kid":"TEAMKEY001"}"#))
        case .noAlgorithm: (Self.refused, Self.header(#"{"alg":"none","kid":"TEAMKEY001"}"#))
        case .otherAlgorithm: (Self.refused, Self.header(#"{"alg":"HS256","kid":"TEAMKEY001"}"#))
        case .criticalMember: (Self.refused, Self.header(#"{"alg":"ES256","kid":"TEAMKEY001","crit":["x"]}"#))
        case .listedTopic: (Self.accepted, { $0.keys.topics = [OddPushDraft.bundle] })
        case .unlistedTopic: ("400 TopicDisallowed", { $0.keys.topics = ["com.contoso.chat"] })
        case .earlyUpdateOfKey: ("429 TooManyProviderTokenUpdates", Self.updated(after: .minutes(19)))
        case .lateUpdateOfKey: (Self.accepted, Self.updated(after: .minutes(20)))
        default: self.strictRow
        }
    }

    private var strictRow: (answer: String, edit: (inout OddPushDraft) -> Void) {
        switch self {
        case .strict: (Self.accepted, Self.strictly(Self.key("ABCDEFGH09")))
        case .strictlyShortKey: (Self.refused, Self.strictly(Self.key("ABCD")))
        case .strictlyLongKey: (Self.refused, Self.strictly(Self.key("ABCDEFGHIJK")))
        case .strictlyLowerCaseKey: (Self.refused, Self.strictly(Self.key("abcdefghij")))
        case .strictlyLowerCaseTeam: (Self.refused, Self.strictly(Self.key("TEAMKEY001", team: "team000001")))
        case .strictlyWithFraction: (Self.refused, Self.strictly { $0.token.time = { "\($0).75" } })
        case .strictlyAsText: (Self.refused, Self.strictly { $0.token.time = { "\"\($0)\"" } })
        case .strictlyNoAlgorithm: (Self.refused, Self.strictly { $0.token.header = #"{"kid":"TEAMKEY001"}"# })
        case .strictlyOfType: (Self.accepted, Self.strictly { $0.token.header = Self.header(type: "JWT") })
        case .strictlyOtherType: (Self.refused, Self.strictly { $0.token.header = Self.header(type: "JWS") })
        case .strictlyPadded: (Self.refused, Self.strictly { $0.token.edit = Self.padded })
        default: preconditionFailure("\(self) has no row")
        }
    }

    private static let accepted = "200 background 5"
    private static let refused = "403 InvalidProviderToken"

    private static func header(_ header: String) -> (inout OddPushDraft) -> Void { { $0.token.header = header } }

    /// Returns an edit that renews the token of a key after some time, where Apple's limit holds for a key and not for
    /// a connection.
    private static func updated(after pause: Interval) -> (inout OddPushDraft) -> Void {
        {
            $0.rules.updateScope = .key
            $0.earlier = [(OddPushDraft.Token(age: pause), pause)]
            $0.isOnNewConnection = true
        }
    }

    private static func header(type: String) -> String { #"{"alg":"ES256","kid":"TEAMKEY001","typ":"\#(type)"}"# }

    private static func strictly(_ edit: @escaping (inout OddPushDraft) -> Void) -> (inout OddPushDraft) -> Void {
        {
            $0.rules.tokenReading = .strict
            edit(&$0)
        }
    }

    /// Returns an edit that names a known key.
    private static func key(_ id: String, team: String = "TEAM000001") -> (inout OddPushDraft) -> Void {
        {
            $0.keys.admit(.init(id, team: team))
            ($0.token.key, $0.token.team) = (id, team)
        }
    }

    /// Returns an edit that sends a valid token, and then the edited token on another connection.
    private static func resent(_ edit: @escaping (String) -> String) -> (inout OddPushDraft) -> Void {
        {
            $0.earlier = [(OddPushDraft.Token(), .zero)]
            $0.isOnNewConnection = true
            $0.token.edit = edit
        }
    }

    /// Pads the signature of a token.
    private static func padded(_ token: String) -> String {
        let length = token.utf8.reversed().prefix { $0 != UInt8(ascii: ".") }.count
        return token + String(repeating: "=", count: (4 - length % 4) % 4)
    }

    /// Edits the decoded parts of a token: header, claims and signature.
    private static func edited(_ token: String, _ edit: (inout [[UInt8]]) -> Void) -> String {
        var parts = token.split(separator: ".").compactMap { Base64URL.bytes(of: $0) }
        edit(&parts)
        return parts.map { Base64URL.text(of: $0) }.joined(separator: ".")
    }

    /// Changes the last digit of the time of issue.
    private static func changeTime(_ parts: inout [[UInt8]]) { parts[1][parts[1].count - 2] ^= 1 }
}
