package import Basics
import FeedContract
import NotificationFeed
package import PushGateway

/// A push as a request to Apple's push service.
extension OutgoingPush {
    /// The request without `:authority`, which the connection knows. The `topic` is the app's bundle id.
    ///
    /// Nil where the address is no device token: Apple would answer `BadDeviceToken`.
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
                // Whole seconds: a push that is to be kept is kept for one at least.
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

    /// A publisher may use any characters in an id, and a header may not. A code of the id names the same notification.
    private static func headerValue(_ id: String) -> String {
        id.utf8.allSatisfy { 0x21...0x7E ~= $0 } ? id : Hex.text(of: KeyedHash.open.longCode(of: id.utf8))
    }

    /// The outbox's name for the push in the form of an `apns-id`. A second attempt has the same.
    private var appleID: String {
        let digits = Hex.text(of: self.id)
        return "00000000-0000-0000-\(digits.prefix(4))-\(digits.dropFirst(4))"
    }
}

extension PushEnd {
    /// Reads Apple's answer.
    package init(_ answer: Answer) {
        if let refusal = answer.refusal { self = .refused(SendRefusal(refusal)) } else { self = .accepted }
    }
}
