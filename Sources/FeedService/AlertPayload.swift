import FeedContract
package import NotificationFeed
import PushGateway
import ShoulderTap

/// The payload of a visible push to an Apple device.
package enum AlertPayload {
    /// Returns the payload of an alert, with as much of its body as fits into a push.
    package static func bytes(of alert: OutboxRow.Alert) -> [UInt8] {
        let whole = Self.bytes(of: alert, body: alert.visual.body)
        guard whole.count > AdmissionRules.payloadLimit, let body = alert.visual.body else { return whole }
        let characters = Array(body)
        // Characters differ in size, so a binary search finds the longest body that fits.
        var (fitting, tooLong) = (0, characters.count)
        while tooLong - fitting > 1 {
            let middle = (fitting + tooLong) / 2
            let count = Self.bytes(of: alert, body: String(characters[..<middle]) + "…").count
            if count > AdmissionRules.payloadLimit { tooLong = middle } else { fitting = middle }
        }
        return Self.bytes(of: alert, body: String(characters[..<fitting]) + "…")
    }

    /// Returns the payload. It contains the id, so that the app can find the notification that was tapped.
    private static func bytes(of alert: OutboxRow.Alert, body: String?) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("aps")
            writer.object { writer in
                writer.key("alert")
                writer.object { writer in
                    writer.member("title", alert.visual.title)
                    if let body { writer.member("body", body) }
                }
            }
            writer.member("id", alert.id)
            writer.member("generation", raw: String(alert.generation))
            if alert.isFallback { writer.member("fallback", raw: "true") }
        }
        return writer.bytes
    }
}
