internal import Basics
internal import ShoulderTap

/// Writes captures. Each header and each entry is one line.
///
/// If an entry was read from a line of this writer, it is written as the same bytes again.
package enum CaptureWriter {
    package static func line(of header: CaptureHeader) -> [UInt8] {
        Self.line { json in
            json.member("shouldertapCapture", raw: String(CaptureHeader.version))
            if let started = header.started { json.member("started", ISODate.text(of: started)) }
        }
    }

    package static func line(of entry: CaptureEntry) -> [UInt8] {
        Self.line { json in
            if let time = entry.time { json.member("time", raw: String(time)) }
            json.member("channel", entry.channel.rawValue)
            switch entry.device {
            case .named(let name): json.member("device", name)
            case .token(let token): json.member("token", token)
            case nil: break
            }
            if let source = entry.source { json.member("source", source) }
            Self.write(entry.headers, to: &json)
            Self.write(entry.payload, as: "payload", to: &json)
            if let answer = entry.answer { Self.write(answer, to: &json) }
        }
    }

    private static func line(_ fill: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object(fill)
        return json.bytes + [0x0A]
    }

    private static func write(_ headers: HeaderList, to json: inout JSONWriter) {
        guard !headers.fields.isEmpty else { return }
        json.array("headers") { json in
            for field in headers.fields {
                json.object { json in
                    json.member("name", field.name)
                    json.member("value", field.value)
                }
            }
        }
    }

    /// Writes UTF-8 as text, so that it can be read and searched, and other bytes as base64.
    private static func write(_ bytes: [UInt8], as key: String, to json: inout JSONWriter) {
        if let text = String(validating: bytes, as: UTF8.self) {
            json.member(key, text)
        } else {
            json.member(key + "Base64", Base64.text(of: bytes))
        }
    }

    private static func write(_ answer: CaptureEntry.Answer, to json: inout JSONWriter) {
        json.key("answer")
        json.object { json in
            json.member("status", raw: String(answer.status))
            Self.write(answer.headers, to: &json)
            if let body = answer.body { Self.write(body, as: "body", to: &json) }
        }
    }
}
