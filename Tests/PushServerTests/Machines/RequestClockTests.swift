import Basics
@testable import PushServer
import Testing

@Suite("Deadlines of HTTP/1.1 requests")
struct RequestClockTests {
    private static let limits = ServerLimits()

    private static func receive(_ text: String, _ clock: inout RequestClock, at seconds: Int64) {
        Array(text.utf8).withUnsafeBytes { clock.receive($0, at: .seconds(seconds)) }
    }

    @Test("headers end at an empty line, with any line endings and any splits")
    func headerEnd() {
        for text in [
            "GET / HTTP/1.1\r\nhost: a\r\n\r\n", "GET / HTTP/1.1\nhost: a\n\n", "\r\n\r\nGET / HTTP/1.1\r\n\r\n",
        ] {
            var (whole, cut) = (RequestClock(), RequestClock())
            Self.receive(text, &whole, at: 1)
            for character in text.unicodeScalars { Self.receive(String(character), &cut, at: 1) }
            #expect(whole.phase == .body(since: .seconds(1)))
            #expect(cut.phase == whole.phase)
            var short = RequestClock()
            Self.receive(String(text.dropLast(1)), &short, at: 1)
            #expect(short.phase == .headers(since: .seconds(1)))
        }
    }

    @Test("one byte now and then does not move a deadline")
    func slow() {
        var clock = RequestClock()
        for second in Int64(0)...10 {
            Self.receive("a", &clock, at: second)
            #expect(clock.fault(at: .seconds(second), Self.limits) == nil)
        }
        #expect(clock.fault(at: .seconds(11), Self.limits) == "the headers arrived too slowly")
    }

    @Test("a body has its own deadline, and computing an answer has none")
    func body() {
        var clock = RequestClock()
        Self.receive("POST / HTTP/1.1\n\n", &clock, at: 0)
        #expect(clock.fault(at: .seconds(30), Self.limits) == nil)
        #expect(clock.fault(at: .seconds(31), Self.limits) == "the body arrived too slowly")
        clock.requestArrived()
        #expect(clock.fault(at: .hours(2), Self.limits) == nil)
        clock.answered(at: .hours(2))
        #expect(clock.phase == .idle)
    }

    @Test("a pipelined request has its deadline from the previous answer on")
    func pipelining() {
        var clock = RequestClock()
        Self.receive("GET / HTTP/1.1\n\n", &clock, at: 0)
        clock.requestArrived()
        Self.receive("GET / HT", &clock, at: 1)
        clock.answered(at: .seconds(100))
        #expect(clock.phase == .headers(since: .seconds(100)))
    }
}
