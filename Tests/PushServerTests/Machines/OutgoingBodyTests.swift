@testable import PushServer
import Testing

@Suite("Bodies over HTTP/2")
struct OutgoingBodyTests {
    private static func fill(_ body: inout OutgoingBody, room: Int, window: Int) -> String {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
        defer { buffer.deallocate() }
        switch body.fill(buffer, streamWindow: window) {
        case .bytes(let count, let isLast): return "\(count)\(isLast ? " last" : "")"
        case .none: return "none"
        }
    }

    @Test("a small body waits for the connection's window, to go into one frame")
    func whole() {
        var body = OutgoingBody([UInt8](repeating: 1, count: 100))
        #expect(Self.fill(&body, room: 99, window: 65_535) == "none")
        #expect(Self.fill(&body, room: 100, window: 65_535) == "100 last")
    }

    @Test("a stream whose window is too small for a body gets it in pieces")
    func pieces() {
        var body = OutgoingBody([UInt8](repeating: 1, count: 100))
        #expect(Self.fill(&body, room: 1, window: 1) == "1")
        #expect(Self.fill(&body, room: 99, window: 99) == "99 last")
    }

    @Test("a body larger than a frame uses the available room")
    func large() {
        var body = OutgoingBody([UInt8](repeating: 1, count: 16_385))
        #expect(Self.fill(&body, room: 16_384, window: 65_535) == "16384")
        #expect(Self.fill(&body, room: 10, window: 65_535) == "1 last")
    }

    @Test("a stream of events ends when it is finished, not when it is empty")
    func stream() {
        var body = OutgoingBody()
        #expect(Self.fill(&body, room: 10, window: 10) == "none")
        body.append([1, 2])
        #expect(Self.fill(&body, room: 10, window: 10) == "2")
        #expect(Self.fill(&body, room: 10, window: 10) == "none")
        body.finish()
        #expect(Self.fill(&body, room: 10, window: 10) == "0 last")
    }
}
