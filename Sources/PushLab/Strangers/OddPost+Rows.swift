import Basics
import NotificationFeed

extension OddPost {
    /// The documented answer to the request, together with the data that the service stores. Also contains the edit
    /// that makes the request odd.
    var row: (answer: String, edit: (inout OddPostDraft) -> Void) {
        switch self {
        case .plain: ("201 7d", { _ in })
        case .slash: ("201 7d", { $0.path += "/" })
        case .query: ("201 7d", { $0.path += "?a=b" })
        case .lowerCaseScheme: ("201 7d", { $0.set("Authorization", "bearer {token}") })
        case .graphScope: ("201 7d", { $0.bearer = .graph })
        case .userToken:
            (
                "201 7d",
                {
                    $0.bearer = .user
                    $0.set("X-UNS-ID", nil)
                }
            )
        case .visual: ("201 high visual 't' 7d", { $0.add(#""a": 1"#, payload: #""visualContent": {"title": "t"}"#) })
        case .visualWithBody:
            (
                "201 high visual 't' 'b' 7d",
                { $0.add(#""a": 1"#, payload: #""visualContent": {"title": "t", "body": "b"}"#) }
            )
        case .highPriority: ("201 high 7d", { $0.add(#""priority": "High""#) })
        case .lowPriority: ("201 low 7d", { $0.add(#""priority": "Low""#) })
        case .fewTargets:
            (
                "201 7d for iOS and windows",
                { $0.add(#""targetPolicy": {"platformTypes": ["iOS", "Windows"]}"#) }
            )
        case .displayTime: ("201 7d displays 60 s", { $0.add(#""displayTimeToLive": 60"#) })
        case .groupName: ("201 group g 7d", { $0.add(#""groupName": "g""#) })
        case .weekAhead: ("201 6d", { $0.add(#""expirationDateTime": "{6d}""#) })
        case .monthAhead: ("201 30d", { $0.add(#""expirationDateTime": "{30d}""#) })
        case .fallback: ("201 high 7d falls back after 60 s to 't'", { $0.fall() })
        case .longestId: ("201 7d", { $0.add(#""appNotificationId": "\#(Self.letters(128))""#) })
        case .longestTitle:
            (
                "201 high visual 256 letters 7d",
                { $0.add(#""a": 1"#, payload: #""visualContent": {"title": "\#(Self.letters(256))"}"#) }
            )
        case .charset: ("201 7d", { $0.set("Content-Type", "Application/JSON; charset=\"UTF-8\"") })
        case .extraMembers: ("201 7d", { $0.add(#""unknown": [1, {}], "unknown": null"#) })
        case .nullMembers: ("201 7d", { $0.add(#""priority": null, "groupName": null, "fallbackPolicy": null"#) })
        case .repeatedRequest:
            (
                "201 7d named stored once",
                {
                    $0.set("client-request-id", "request-1")
                    $0.count = 3
                }
            )
        case .anotherApp: ("403 HostNotAuthorized", { $0.body = Self.body(host: #""fabrikam.com""#) })
        default: self.refusalOfHeaders
        }
    }

    private var refusalOfHeaders: (answer: String, edit: (inout OddPostDraft) -> Void) {
        switch self {
        case .noToken: ("401 InvalidAuthenticationToken", { $0.set("Authorization", nil) })
        case .doubleToken:
            ("401 InvalidAuthenticationToken", { $0.set("Authorization", "Bearer {token}", "Bearer {token}") })
        case .otherScheme: ("401 InvalidAuthenticationToken", { $0.set("Authorization", "Basic {token}") })
        case .strangeToken: ("401 InvalidAuthenticationToken", { $0.set("Authorization", "Bearer abc") })
        case .expiredToken: ("401 InvalidAuthenticationToken", { $0.tokenAge = .hours(1) })
        case .revokedToken: ("401 InvalidAuthenticationToken", { $0.isRevoked = true })
        case .weakToken: ("403 InsufficientScope", { $0.bearer = .weak })
        case .blockedApp: ("403 CallerBlocked", { $0.bearer = .blocked })
        case .strangeSubscription: ("403 UserNotAuthorized", { $0.set("X-UNS-ID", "uns-2") })
        case .anotherUser:
            (
                "403 UserNotAuthorized",
                {
                    $0.bearer = .user
                    $0.set("X-UNS-ID", "uns-3")
                }
            )
        case .noSubscription: ("400 SubscriptionIdMissing", { $0.set("X-UNS-ID", nil) })
        case .oddPath: ("404 ResourceNotFound", { $0.path = "/v1.0/me/notifications" })
        case .oddMethod: ("405 MethodNotAllowed allows POST", { $0.method = "PUT" })
        case .throttled:
            ("406 RequestThrottled after 2 s", { $0.load = .throttled(retryAfter: .milliseconds(1_500)) })
        case .busy: ("406 ServiceBusy after 1 s", { $0.load = .busy(retryAfter: .seconds(1)) })
        case .ifModifiedSince: ("400 UnsupportedHeader", { $0.set("If-Modified-Since", "now") })
        case .doubleSubscription: ("400 InvalidHeader", { $0.set("X-UNS-ID", "uns-1", "uns-1") })
        case .emptyRequestId: ("400 InvalidHeader", { $0.set("client-request-id", "") })
        case .longRequestId: ("400 InvalidHeader", { $0.set("client-request-id", Self.letters(129)) })
        case .doubleRequestId: ("400 InvalidHeader", { $0.set("client-request-id", "a", "a") })
        case .text: ("415 UnsupportedContentType", { $0.set("Content-Type", "text/plain") })
        case .latin: ("415 UnsupportedContentType", { $0.set("Content-Type", "application/json; charset=latin1") })
        case .oddCoding: ("415 UnsupportedContentEncoding", { $0.set("Content-Encoding", "br") })
        case .damagedCoding: ("400 InvalidContentEncoding", { $0.set("Content-Encoding", "gzip") })
        default: self.refusalOfBody
        }
    }

    private var refusalOfBody: (answer: String, edit: (inout OddPostDraft) -> Void) {
        switch self {
        case .largeBody: ("413 RequestBodyTooLarge", { $0.body += Self.letters(PublishLimits.body, of: " ") })
        case .noJSON: ("400 MalformedJson", { $0.body = "{" })
        case .list: ("400 NotOneObject", { $0.body = "[]" })
        case .noHost: ("400 MissingProperty", { $0.body = #"{"payload": {"rawContent": "x"}}"# })
        case .emptyHost: ("400 InvalidValue", { $0.body = Self.body(host: #""""#) })
        case .strangeHost: ("403 HostNotAuthorized", { $0.body = Self.body(host: #""example.com""#) })
        case .noPayload: ("400 MissingProperty", { $0.body = #"{"targetHostName": "contoso.com"}"# })
        case .emptyPayload: ("400 MissingProperty", { $0.add(#""a": 1"#, payload: "") })
        case .doubleHost: ("400 DuplicateProperty", { $0.add(#""targetHostName": "contoso.com""#) })
        case .numberForHost: ("400 WrongType", { $0.body = Self.body(host: "1") })
        case .oddPriority: ("400 InvalidValue", { $0.add(#""priority": "Urgent""#) })
        case .longId: ("400 ValueTooLong", { $0.add(#""appNotificationId": "\#(Self.letters(129))""#) })
        case .longTitle:
            (
                "400 ValueTooLong",
                { $0.add(#""a": 1"#, payload: #""visualContent": {"title": "\#(Self.letters(257))"}"#) }
            )
        case .noDate: ("400 InvalidValue", { $0.add(#""expirationDateTime": "tomorrow""#) })
        case .pastDate: ("400 InvalidExpiration", { $0.add(#""expirationDateTime": "{0d}""#) })
        case .farDate: ("400 InvalidExpiration", { $0.add(#""expirationDateTime": "{31d}""#) })
        case .negativeTime: ("400 InvalidValue", { $0.add(#""displayTimeToLive": -1"#) })
        case .fallbackOnAndroid: ("400 InvalidFallback", { $0.fall(#""Android""#) })
        case .fallbackAtOnce: ("400 InvalidValue", { $0.fall(delay: "59") })
        case .fallbackWithoutRaw:
            ("400 InvalidFallback", { $0.fall(payload: #""visualContent": {"title": "t"}"#) })
        case .fallbackBesideVisual:
            ("400 InvalidFallback", { $0.fall(payload: #""rawContent": "x", "visualContent": {"title": "t"}"#) })
        case .fallbackOfLowPriority: ("400 InvalidFallback", { $0.fall(rest: #""priority": "Low""#) })
        case .fallbackPastTargets:
            (
                "400 InvalidFallback",
                { $0.fall(rest: #""priority": "High", "targetPolicy": {"platformTypes": ["Android"]}"#) }
            )
        default: preconditionFailure("\(self) has no row")
        }
    }

    private static func letters(_ count: Int, of letter: String = "x") -> String {
        String(repeating: letter, count: count)
    }

    private static func body(host: String) -> String {
        #"{"targetHostName": \#(host), "payload": {"rawContent": "x"}}"#
    }
}
