import Testing

@testable import PushServer

@Suite("Pages of libevent")
struct LibeventPageTests {
    private static func page(_ line: String, type: String = "Content-Type: text/html") -> [UInt8] {
        Array(
            "HTTP/1.1 \(line)\r\n\(type)\r\nConnection: close\r\n\r\n<HTML><BODY>\n</BODY></HTML>\n".utf8)
    }

    private static func find(_ bytes: [UInt8]) -> LibeventPage? {
        bytes.withUnsafeBytes { LibeventPage(endOf: $0) }
    }

    @Test(
        "a page is found by its status",
        arguments: [
            ("413 Request Entity Too Large", EarlyRefusal.bodyTooLong), ("501 Not Implemented", .unknownMethod),
            ("400 Bad Request", .malformed), ("417 Expectation Failed", .malformed),
        ])
    func status(line: String, refusal: EarlyRefusal) {
        let page = Self.find(Self.page(line))
        #expect(page?.refusal == refusal && page?.start == 0)
    }

    @Test("the answer before a page is kept")
    func prefix() {
        let answer = Array("HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\nHTTP/1.1".utf8)
        #expect(Self.find(answer + Self.page("400 Bad Request"))?.start == answer.count)
    }

    @Test("other output is no page")
    func others() {
        let page = Self.page("400 Bad Request")
        #expect(Self.find(Array(page.dropLast())) == nil)
        #expect(Self.find(page + [0x0A]) == nil)
        #expect(Self.find(Self.page("400 Bad Request", type: "Content-Type: text/plain")) == nil)
        #expect(Self.find(Array("<HTML></BODY></HTML>\n".utf8)) == nil)
        #expect(Self.find([]) == nil)
    }

    @Test(
        "only a request with another method has an unknown one",
        arguments: [
            ("QUERY /lab HTTP/1.1\r\n", true), ("QUERY /" + String(repeating: "a", count: 80), true),
            ("GET /lab HTTP/1.1\r\n", false), ("query /lab HTTP/1.1\r\n", false), ("QUERY /lab\r\n", false),
            ("QUERY /lab FTP/1.1\r\n", false), ("", false), ("QUERY", false),
        ])
    func method(text: String, isUnknown: Bool) {
        var start = RequestStart()
        Array(text.utf8).withUnsafeBytes { start.take($0) }
        #expect(start.hasUnknownMethod == isUnknown)
    }

    @Test(
        "the path is in the first bytes of a request",
        arguments: [
            ("POST /3/device/00 HTTP/1.1\r\n", "/3/device/00"), ("GET\r\n /", ""), ("", ""), ("GET /a", "/a"),
        ])
    func path(text: String, path: String) {
        var start = RequestStart()
        for byte in Array(text.utf8) { [byte].withUnsafeBytes { start.take($0) } }
        #expect(start.path == path)
        start.removeAll()
        #expect(start.path.isEmpty)
    }
}
