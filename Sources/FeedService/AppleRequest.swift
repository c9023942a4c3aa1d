package import Basics
import FeedContract
import NotificationFeed
package import PushGateway

/// A push as a request to Apple's push service.
extension OutgoingPush {
    /// Returns the request without `:authority`, which the connection adds. The `topic` is the app's bundle id.
    ///
    /// Returns nil when the address is not a device token: Apple would answer `BadDeviceToken`.
    package func appleRequest(topic: String, authorization: String, at now: Instant) -> PushRequest? {
        precondition(self.row.channel.kind == .apns, "the push is for another push service")
        guard let token = DeviceToken(digits: self.row.channel.token.utf8) else { return nil }
        var headers: HeaderList = [
            ":method": "POST", ":scheme": "https", ":path": "/3/device/" + token.text, "authorization": authorization,
            "apns-id": self.appleID, "apns-topic": topic,
        ]
        switch self.content {
        case .wake(let wake):
            headers.append("apns-push-type", "background")
            headers.append("apns-priority", wake.isUrgent ? "10" : "5")
            if let lifetime = wake.lifetime {
                // The time is in whole seconds. A push that must be stored is stored for at least one second.
                let end = max(now.later(by: lifetime).seconds, now.seconds + 1)
                headers.append("apns-expiration", lifetime > .zero ? String(end) : "0")
            }
            if let key = wake.collapseKey { headers.append("apns-collapse-id", key) }
            return PushRequest(headers: headers, body: wake.payload)
        case .alert(let alert, let payload):
            headers.append("apns-push-type", "alert")
            headers.append("apns-priority", "10")
            headers.append("apns-expiration", String(alert.expiration.seconds))
            headers.append("apns-collapse-id", Self.headerValue(alert.collapseId))
            return PushRequest(headers: headers, body: payload)
        }
    }

    /// Returns an id that is valid in a header.
    ///
    /// A publisher may use any characters in an id. An id with characters that are not valid in a header is replaced by
    /// its hash.
    private static func headerValue(_ id: String) -> String {
        id.utf8.allSatisfy { 0x21...0x7E ~= $0 } ? id : Hex.text(of: KeyedHash.open.longCode(of: id.utf8))
    }

    /// The id of the push in the outbox, in the form of an `apns-id`. A retry has the same id.
    private var appleID: String {
        let digits = Hex.text(of: self.id)
        return "00000000-0000-0000-\(digits.prefix(4))-\(digits.dropFirst(4))"
    }
}

extension PushEnd {
    /// Creates the result from Apple's answer.
    package init(_ answer: Answer) {
        if let refusal = answer.refusal { self = .refused(SendRefusal(refusal)) } else { self = .accepted }
    }
}
