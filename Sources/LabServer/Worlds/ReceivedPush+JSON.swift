import Basics
import ShoulderTap

extension ReceivedPush {
    /// Writes the push without its provider token, and adds the verdict of the parser.
    func write(into writer: inout JSONWriter, world: String) {
        writer.member("number", number: self.number)
        writer.member("time", ISODate.text(of: self.received, fraction: .digits(6)))
        writer.member("world", world)
        writer.member("device", orNull: self.device)
        writer.member("token", self.token)
        writer.member("topic", orNull: self.topic)
        writer.member("type", orNull: self.headers["apns-push-type"])
        writer.member("priority", orNull: self.headers["apns-priority"])
        writer.member("expiration", orNull: self.headers["apns-expiration"])
        writer.member("collapseId", orNull: self.headers["apns-collapse-id"])
        writer.member("apnsId", orNull: self.headers["apns-id"])
        switch self.outcome {
        case .answered(let status, let reason):
            writer.member("status", number: status)
            writer.member("reason", orNull: reason)
            writer.member("outcome", status == 200 ? "accepted" : "refused")
        case .none(let action):
            writer.member("status", orNull: Int?.none)
            writer.member("reason", orNull: String?.none)
            writer.member("outcome", action.rawValue)
        }
        writer.member("script", orNull: self.script)
        writer.member("headers", objects: self.headers.withoutSecrets.fields) { field, writer in
            writer.member("name", field.name)
            writer.member("value", field.value)
        }
        if let text = String(validating: self.payload, as: UTF8.self) {
            writer.member("payload", text)
        } else {
            writer.member("payloadBase64", Base64URL.text(of: self.payload))
        }
        writer.member("bytes", number: self.payload.count)
        self.writeVerdict(into: &writer)
    }

    private func writeVerdict(into writer: inout JSONWriter) {
        let inspection = PushPayload.inspect(self.payload)
        writer.member("kind", inspection.kind.description)
        writer.member("isTap", flag: inspection.isTap)
        if let tap = inspection.tap {
            writer.object("tap") { writer in
                writer.member("host", orNull: tap.host)
                writer.member("subscription", orNull: tap.subscription)
                writer.member("head", orNull: tap.head)
            }
        } else {
            writer.member("tap", raw: "null")
        }
        writer.member("diagnostics", objects: inspection.diagnostics) { finding, writer in
            writer.member("code", finding.code.description)
            writer.member("severity", finding.severity.rawValue)
            writer.member("offset", number: finding.offset)
            writer.member("path", finding.path)
            writer.member("message", finding.message)
            writer.member("remedy", finding.remedy)
        }
    }
}

extension HeaderList {
    /// The headers without the pseudo headers of HTTP/2 and without credentials.
    var withoutSecrets: HeaderList {
        let secrets = ["authorization", "cookie"]
        return HeaderList(self.fields.filter { !$0.name.hasPrefix(":") && !secrets.contains($0.name.lowercased()) })
    }
}
