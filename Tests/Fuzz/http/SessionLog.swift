import Basics
@testable import PushServer

/// A session of HTTP/2 over memory that answers each whole request, and everything that it reports, in order.
final class SessionLog: HTTP2Events {
    private let session = HTTP2Session(.server)
    private var bodies: [Int32: OutgoingBody] = [:]
    /// The reports without the sizes of pieces of a body, which depend on how the bytes came.
    private(set) var lines: [String] = []
    private(set) var received: [Int32: Int] = [:]
    private(set) var flaw: String?
    /// Whether the connection ends: the session is broken, or it has said goodbye after an error of the client.
    var isOver: Bool { self.flaw != nil || !self.session.wantsToRead }

    private static let answer = Array("{\"reason\":\"BadDeviceToken\"}".utf8)

    init() {
        self.session.report(to: self)
        self.session.submit([(.maxConcurrentStreams, 1_000), (.initialWindowSize, 65_535)])
    }

    /// Takes bytes of the client, and sends all that they lead to.
    func receive(_ bytes: UnsafeRawBufferPointer) {
        guard self.flaw == nil else { return }
        self.flaw = self.session.receive(bytes)
        self.pump()
    }

    private func pump() {
        // A client cannot make more frames wait than it has sent bytes for.
        for _ in 0..<100_000 {
            guard let bytes = self.session.nextBytes() else { return }
            holds(!bytes.isEmpty, "nothing is sent as something")
        }
        holds(false, "the session sends without an end")
    }

    func headersBegan(on stream: Int32) { self.lines.append("headers \(stream)") }
    func header(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, on stream: Int32) {
        let texts = [name, value].map { String(decoding: $0, as: UTF8.self) }
        self.lines.append("\(stream) \(texts[0])=\(texts[1])")
    }

    func data(_ bytes: UnsafeRawBufferPointer, on stream: Int32) { self.received[stream, default: 0] += bytes.count }
    func sent(_ frame: HTTP2Frame) {}

    func received(_ frame: HTTP2Frame) {
        self.lines.append(
            "\(frame.kind) \(frame.stream) \(frame.flags) \(frame.length) \(frame.code) \(frame.note.count)")
        guard frame.kind == .headers || frame.kind == .data, frame.endsStream else { return }
        self.bodies[frame.stream] = OutgoingBody(Self.answer)
        self.session.submitResponse(Response(400, ["X-Kept": ""]), hasBody: true, on: frame.stream)
    }

    func streamClosed(_ stream: Int32, _ code: UInt32) { self.bodies[stream] = nil }

    func body(of stream: Int32, into buffer: UnsafeMutableRawBufferPointer) -> HTTP2BodyPiece {
        self.bodies[stream]?.fill(buffer, streamWindow: self.session.window(of: stream)) ?? .bytes(0, isLast: true)
    }
}
