import Basics
import Captures
import PushServer
import ShoulderTap

/// Writes arriving pushes into a capture and a log.
///
/// Neither contains provider tokens, and the log contains no complete device token.
final class PushRecorder {
    private let loop: EventLoop
    private let started: Instant
    private let capture: (([UInt8]) -> Bool)?
    private let log: (([UInt8]) -> Void)?

    init(_ loop: EventLoop, capture: (([UInt8]) -> Bool)?, log: (([UInt8]) -> Void)?) {
        (self.loop, self.capture, self.log) = (loop, capture, log)
        self.started = loop.now
        _ = self.capture?(CaptureWriter.line(of: CaptureHeader(started: self.started)))
    }

    /// Records a push.
    ///
    /// Returns false if there is a capture and the push could not be written into it.
    func record(_ push: ReceivedPush, _ world: String, _ response: Response?) -> Bool {
        var isCaptured = true
        if let capture {
            let answer = response.map {
                CaptureEntry.Answer(status: $0.status, headers: $0.headers, body: $0.body.isEmpty ? nil : $0.body)
            }
            let time = (push.received - self.started).microseconds
            isCaptured = capture(
                CaptureWriter.line(
                    of: CaptureEntry(
                        time: max(time, 0) * 1_000, channel: .apns, device: .token(push.token),
                        headers: push.headers.withoutSecrets, payload: push.payload, answer: answer)))
        }
        self.write("push") { writer in
            writer.member("world", world)
            writer.member("token", Self.shortened(push.token))
            writer.member("topic", orNull: push.topic)
            writer.member("bytes", number: push.payload.count)
            switch push.outcome {
            case .answered(let status, let reason):
                writer.member("status", number: status)
                if let reason { writer.member("reason", reason) }
            case .none(let action): writer.member("outcome", action.rawValue)
            }
        }
        return isCaptured
    }

    /// Records a request to the control API.
    func record(_ exchange: Exchange) {
        self.write("request") { writer in
            writer.member("method", exchange.method)
            writer.member("path", String(exchange.target.prefix { $0 != "?" }))
        }
    }

    /// Records a decision of the proxy.
    func record(_ note: ProxyNote) {
        self.write("proxy") { writer in
            writer.member("target", orNull: note.target?.description)
            writer.member("status", number: note.status)
            writer.member("message", note.words)
        }
    }

    private func write(_ kind: String, _ fill: (inout JSONWriter) -> Void) {
        guard let log else { return }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("time", ISODate.text(of: self.loop.now, fraction: .digits(6)))
            writer.member("event", kind)
            fill(&writer)
        }
        log(writer.bytes + [0x0A])
    }

    private static func shortened(_ token: String) -> String { token.count > 8 ? "\(token.prefix(8))…" : token }
}
