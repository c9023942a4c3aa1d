import Basics
import NotificationFeed

/// A publish request with one odd property, and the answer that the service documents for it.
package enum OddPost: String, Hashable, Sendable, CaseIterable {
    // Requests that are accepted despite the oddity.
    case plain, slash, query, lowerCaseScheme, graphScope, userToken, visual, visualWithBody, highPriority, lowPriority
    case fewTargets, displayTime, groupName, weekAhead, monthAhead, fallback, longestId, longestTitle, charset
    case extraMembers, nullMembers, repeatedRequest, anotherApp
    // Requests that are refused.
    case noToken, doubleToken, otherScheme, strangeToken, expiredToken, revokedToken, weakToken, blockedApp
    case strangeSubscription, noSubscription, anotherUser, oddPath, oddMethod, throttled, busy, ifModifiedSince
    case doubleSubscription, emptyRequestId, longRequestId, doubleRequestId, text, latin, oddCoding, damagedCoding
    case largeBody, noJSON, list, noHost, emptyHost, strangeHost, noPayload, emptyPayload, doubleHost, numberForHost
    case oddPriority, longId, longTitle, noDate, pastDate, farDate, negativeTime, fallbackOnAndroid, fallbackAtOnce
    case fallbackWithoutRaw, fallbackBesideVisual, fallbackOfLowPriority, fallbackPastTargets
}

/// A draft of a request, and the state of the service.
struct OddPostDraft {
    enum Bearer: UInt8, CaseIterable {
        /// The kind of access token: for the app server, for a user, without the required scope, for a blocked app,
        /// with a scope of Microsoft Graph, or for the server of a second app of the same host.
        case app = 1, user, weak, blocked, graph, second
    }

    var method = "POST"
    var path = PublishRules.path
    var headers: [HeaderList.Field] = [
        .init("Authorization", "Bearer {token}"), .init("X-UNS-ID", "uns-1"), .init("Content-Type", "application/json"),
    ]
    var body = #"{"targetHostName": "contoso.com", "payload": {"rawContent": "lunch?"}}"#
    var bearer = Bearer.app
    /// The sender of every second request; nil if one sender sends all.
    var nextBearer: Bearer?
    var load = PublishLoad.normal
    /// The age of the access token.
    var tokenAge = Interval.zero
    var isRevoked = false
    /// The number of times the request is sent.
    var count = 1
    /// The time between two requests.
    var pause = Interval.zero

    mutating func set(_ name: String, _ values: String?...) {
        self.headers.removeAll { $0.name == name }
        for case let value? in values { self.headers.append(.init(name, value)) }
    }

    /// Sets a body that contains additional members of the notification and of its payload.
    mutating func add(_ members: String, payload: String = #""rawContent": "lunch?""#) {
        self.body = #"{"targetHostName": "contoso.com", "payload": {\#(payload)}, \#(members)}"#
    }

    /// Sets a body with a fallback.
    ///
    /// Each argument can replace one part of the usual fallback.
    mutating func fall(
        _ platforms: String = #""iOS""#, delay: String = "60", payload: String = #""rawContent": "lunch?""#,
        rest: String = #""priority": "High""#
    ) {
        self.add(
            #"""
            "fallbackPolicy": {"endpointFallback": {"platformTypes": [\#(platforms)],
            "fallbackDelayInSeconds": \#(delay), "visualContent": {"title": "t"}}}, \#(rest)
            """#, payload: payload)
    }
}
