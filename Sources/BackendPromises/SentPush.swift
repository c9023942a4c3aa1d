package import Basics
import ShoulderTap

/// A push as the endpoint saw it, with the answer that the backend got.
package struct SentPush: Hashable, Sendable {
    /// The outcome of a push, as its sender sees it.
    package enum Outcome: Hashable, Sendable {
        case answered(status: Int, reason: String?)
        /// The stream or the connection ended without an answer.
        case cutOff
        /// The push got no answer, but its stream stays open.
        case silence
    }

    /// The number of the push in its world, from 1.
    package var number: Int
    /// The time at which the request began. `answered` is the time at which it was answered or cut off.
    package var time: Instant
    package var answered: Instant
    /// The number of the connection that carried the push.
    package var connection: Int
    /// The number of requests that were open on the connection, including this one.
    package var openRequests: Int
    package var token: String
    /// The name of the device with this token, if there is one.
    package var device: String?
    package var headers: Headers
    package var payload: [UInt8]
    package var outcome: Outcome
    /// Whether the push reaches a device.
    package var isDelivered: Bool
    /// Whether a fault of a test changed the answer or the connection of this push.
    package var isDisturbed: Bool

    /// The headers that the promises refer to, as sent.
    package struct Headers: Hashable, Sendable {
        package var id: String?
        package var topic: String?
        package var type: String?
        package var priority: String?
        package var expiration: String?
        package var collapseID: String?
        package var authorization: String?

        package init(_ headers: HeaderList) {
            self.id = headers["apns-id"]?.lowercased()
            self.topic = headers["apns-topic"]
            self.type = headers["apns-push-type"]
            self.priority = headers["apns-priority"]
            self.expiration = headers["apns-expiration"]
            self.collapseID = headers["apns-collapse-id"]
            self.authorization = headers["authorization"]
        }
    }

    package init(
        number: Int, time: Instant, answered: Instant, connection: Int, openRequests: Int, token: String,
        device: String?, headers: Headers, payload: [UInt8], outcome: Outcome, isDelivered: Bool, isDisturbed: Bool
    ) {
        (self.number, self.time, self.answered) = (number, time, answered)
        (self.connection, self.openRequests) = (connection, openRequests)
        (self.token, self.device) = (token.lowercased(), device)
        (self.headers, self.payload, self.outcome) = (headers, payload, outcome)
        (self.isDelivered, self.isDisturbed) = (isDelivered, isDisturbed)
    }
}

extension SentPush {
    package var status: Int? { if case .answered(let status, _) = self.outcome { status } else { nil } }

    var reason: String? { if case .answered(_, let reason) = self.outcome { reason } else { nil } }

    /// Whether the backend must send the push again, because a retry may succeed.
    var isToBeRetried: Bool {
        switch self.outcome {
        case .answered(let status, let reason):
            [429, 500, 503].contains(status) && reason != "TooManyProviderTokenUpdates"
        case .cutOff: true
        case .silence: false
        }
    }

    /// The outcome in words: `503 ServiceUnavailable`, `no answer`.
    var outcomeWords: String {
        switch self.outcome {
        case .answered(let status, let reason): reason.map { "\(status) \($0)" } ?? "\(status)"
        case .cutOff, .silence: "no answer"
        }
    }

    /// The target of the push in the words of a finding: the name of the device, or the start of the token.
    var target: String { self.device ?? "token \(self.token.prefix(8))…" }

    /// The content of the push. Two requests with the same content may be the same push.
    struct Content: Hashable {
        var token: String
        var topic: String?
        var type: String?
        var collapseID: String?
        var payload: [UInt8]

        func hash(into hasher: inout Hasher) {
            hasher.combine(self.token)
            // Hashing all bytes in one call is much faster than hashing them one by one.
            self.payload.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    var content: Content {
        Content(
            token: self.token, topic: self.headers.topic, type: self.headers.type, collapseID: self.headers.collapseID,
            payload: self.payload)
    }

    /// A silent payload of up to this size is too generic to identify a push.
    private static let shortPayload = 40

    /// Whether a push of this kind has nearly the same content each time, like a push that only wakes the app.
    var isGeneric: Bool {
        let inspection = PushPayload.inspect(self.payload)
        if inspection.kind == .shoulderTap { return inspection.tap?.head == nil }
        return inspection.kind == .background && self.payload.count <= Self.shortPayload
    }

    /// Whether the push only wakes the app.
    var isSilent: Bool {
        let kind = PushPayload.inspect(self.payload).kind
        return kind == .background || kind == .shoulderTap
    }
}

/// An event for the judge of a backend.
package enum BackendEvent: Hashable, Sendable {
    case push(SentPush)
    /// A device token is valid again. If the token is nil, all tokens are valid again.
    case registered(token: String?)
    /// The backend reports that it will not send a push again.
    case reported(token: String)
}
