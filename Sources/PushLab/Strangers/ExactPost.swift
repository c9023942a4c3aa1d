import Basics
import NotificationFeed

/// A publish request at the exact limit of a rule, beyond it, or with a value of another type. Only the comparison with
/// models sends these requests.
enum ExactPost: String, CaseIterable {
    case fullBody, overfullBody, longestRequestId, longestGroup, overlongGroup, longestText, shortestFallback
    case longestFallback, overlongFallback, repeatedByOtherApp, repeatedByBoth, timeAsText, timeAsFlag, delayAsText
    case delayAsFlag, endedSubscription, repeatedAfterEnd, repeatedNextDay, numberForPriority, numberAmongTargets
    case flagAmongFallbacks, fallbackOfOddPriority

    /// The documented answer to the request, and the edit that makes the request. See ``OddPost/row``.
    var row: (answer: String, edit: (inout OddPostDraft) -> Void) {
        switch self {
        case .fullBody: ("201 7d", { $0.body += Self.blanks(PublishLimits.body - $0.body.utf8.count) })
        case .overfullBody:
            ("413 RequestBodyTooLarge", { $0.body += Self.blanks(PublishLimits.body + 1 - $0.body.utf8.count) })
        case .longestRequestId: ("201 7d named", { $0.set("client-request-id", Self.letters(128)) })
        case .longestGroup:
            ("201 group \(Self.letters(128)) 7d", { $0.add(#""groupName": "\#(Self.letters(128))""#) })
        case .overlongGroup: ("400 ValueTooLong", { $0.add(#""groupName": "\#(Self.letters(129))""#) })
        case .longestText:
            (
                "201 high visual 't' '\(Self.letters(1_000))' 7d",
                {
                    $0.add(
                        #""a": 1"#,
                        payload: #""visualContent": {"title": "t", "body": "\#(Self.letters(1_000))"}"#)
                }
            )
        case .shortestFallback: ("201 high 7d falls back after 60 s to 't'", { $0.fall(delay: "60") })
        case .longestFallback: ("201 high 7d falls back after 600 s to 't'", { $0.fall(delay: "600") })
        case .overlongFallback: ("400 InvalidValue", { $0.fall(delay: "601") })
        case .timeAsText: ("201 7d displays 60 s", { $0.add(#""displayTimeToLive": "60""#) })
        case .timeAsFlag: ("400 WrongType", { $0.add(#""displayTimeToLive": true"#) })
        case .delayAsText: ("201 high 7d falls back after 60 s to 't'", { $0.fall(delay: #""60""#) })
        case .delayAsFlag: ("400 WrongType", { $0.fall(delay: "true") })
        case .numberForPriority: ("400 WrongType", { $0.add(#""priority": 1"#) })
        case .numberAmongTargets: ("400 WrongType", { $0.add(#""targetPolicy": {"platformTypes": [1]}"#) })
        case .flagAmongFallbacks: ("400 WrongType", { $0.fall("true") })
        case .fallbackOfOddPriority: ("400 InvalidValue", { $0.fall(rest: #""priority": "Urgent""#) })
        case .endedSubscription: ("403 UserNotAuthorized", { $0.set("X-UNS-ID", "uns-5") })
        case .repeatedAfterEnd:
            (
                "201 0d displays 60 s named stored once",
                {
                    $0.set("client-request-id", "request-1")
                    $0.add(#""expirationDateTime": "{1h}", "displayTimeToLive": 60"#)
                    ($0.pause, $0.count) = (.minutes(719), 3)
                }
            )
        case .repeatedNextDay:
            (
                "400 InvalidExpiration stored once",
                {
                    $0.set("client-request-id", "request-1")
                    $0.add(#""expirationDateTime": "{1h}""#)
                    ($0.pause, $0.count) = (.hours(25), 2)
                }
            )
        case .repeatedByOtherApp:
            (
                "201 7d named",
                {
                    $0.set("client-request-id", "request-1")
                    ($0.nextBearer, $0.count) = (.second, 2)
                }
            )
        case .repeatedByBoth:
            (
                "201 7d named stored 2 times",
                {
                    $0.set("client-request-id", "request-1")
                    ($0.nextBearer, $0.count) = (.second, 6)
                }
            )
        }
    }

    private static func letters(_ count: Int) -> String { String(repeating: "x", count: count) }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
