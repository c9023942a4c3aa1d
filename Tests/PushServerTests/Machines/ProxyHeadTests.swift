@testable import PushServer
import Testing

@Suite("The head of a request to a proxy")
struct ProxyHeadTests {
    private static func verdict(_ pieces: [[UInt8]], limit: Int = 8_192) -> ProxyHead.Verdict? {
        var head = ProxyHead(limit: limit)
        for piece in pieces {
            if let verdict = piece.withUnsafeBytes({ head.take($0) }) { return verdict }
        }
        return nil
    }

    private static func verdict(_ text: String, limit: Int = 8_192) -> ProxyHead.Verdict? {
        Self.verdict([Array(text.utf8)], limit: limit)
    }

    private static let request = "CONNECT api.push.apple.com:443 HTTP/1.1\r\nHost: api.push.apple.com:443\r\n\r\n"

    @Test("a tunnel is asked for in any pieces, and the bytes after the empty line are kept")
    func pieces() throws {
        let target = try #require(ProxyTarget("api.push.apple.com:443"))
        let bytes = Array((Self.request + "\u{16}\u{3}").utf8)
        for cut in 1..<bytes.count - 2 {
            #expect(Self.verdict([Array(bytes[..<cut]), Array(bytes[cut...])]) == .connect(target, rest: [0x16, 3]))
        }
        #expect(Self.verdict(bytes.map { [$0] }) == .connect(target, rest: []))
        #expect(Self.verdict([Array(bytes.dropLast(3))]) == nil)
        #expect(Self.verdict("CONNECT api.push.apple.com:443 HTTP/1.0\n\n") == .connect(target, rest: []))
    }

    @Test("what is no request for a tunnel is refused with its own sentence")
    func refusals() {
        let cases: [(String, ProxyRefusal)] = [
            ("\u{16}\u{3}\u{1}", .notHTTP), ("\r\n", .notHTTP), ("\0", .notHTTP),
            ("GET http://example.com/ HTTP/1.1\r\n\r\n", .plainRequest),
            ("POST https://example.com/ HTTP/1.1\r\n\r\n", .plainRequest),
            ("GET /lab HTTP/1.1\r\n\r\n", .badRequest), ("CONNECT  a:1 HTTP/1.1\r\n\r\n", .badRequest),
            ("CONNECT a:1\r\n\r\n", .badRequest), ("CONN ECT a:1 HTTP/1.1\r\n\r\n", .badRequest),
            ("connect a:1 HTTP/1.1\r\n\r\n", .badRequest), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .otherVersion),
            ("CONNECT a:1 HTTP/1.10\r\n\r\n", .otherVersion), ("CONNECT a HTTP/1.1\r\n\r\n", .badTarget),
            ("CONNECT http://a:1 HTTP/1.1\r\n\r\n", .badTarget), ("CONNECT a:1\0 HTTP/1.1\r\n\r\n", .badTarget),
        ]
        for (text, refusal) in cases { #expect(Self.verdict(text) == .refused(refusal), "\(text.debugDescription)") }
    }

    @Test("a head may have 8192 bytes and not one more, in one piece and in many", arguments: [1, 100, 9_000])
    func limit(size: Int) throws {
        let target = try #require(ProxyTarget("a:1"))
        let start = "CONNECT a:1 HTTP/1.1\r\nX: "
        func head(_ count: Int) -> [[UInt8]] {
            let filler = String(repeating: "x", count: count - start.utf8.count - 4)
            let bytes = Array((start + filler + "\r\n\r\n").utf8)
            return stride(from: 0, to: count, by: size).map { Array(bytes[$0..<min($0 + size, count)]) }
        }
        #expect(Self.verdict(head(8_192)) == .connect(target, rest: []))
        #expect(Self.verdict(head(8_193)) == .refused(.longHead(8_192)))
        #expect(Self.verdict([[UInt8](repeating: 0x41, count: 8_193)]) == .refused(.longHead(8_192)))
        #expect(Self.verdict([[UInt8](repeating: 0x41, count: 8_192)]) == nil)
    }

    @Test("a target is a name or an address with a port")
    func targets() {
        for (text, host, port) in [
            ("Api.Push.Apple.com:443", "api.push.apple.com", 443), ("push.apple.com.:2197", "push.apple.com", 2_197),
            ("127.0.0.1:65535", "127.0.0.1", 65_535), ("[::1]:1", "::1", 1), ("my_host-1:80", "my_host-1", 80),
        ] {
            let target = ProxyTarget(text)
            #expect(target?.host == host && target?.port == UInt16(port), "\(text)")
        }
        let longest = Array(repeating: String(repeating: "a", count: 50), count: 5).joined(separator: ".")
        #expect(ProxyTarget(longest.dropLast(1) + ":1") != nil)
        for text in [
            "", ":", "a", "a:", ":1", "a:0", "a:65536", "a:+1", "a:1:2", "a b:1", "a/b:1", "a@b:1", "a..b:1", "-a:1",
            ".:1", "[::1:1", "[a]:1", "[127.0.0.1]:1", "é:1", "a\r\n:1", "a:١", longest + longest + ":1",
        ] {
            #expect(ProxyTarget(text) == nil, "\(text.debugDescription)")
        }
        #expect(ProxyTarget("[::1]:8080")?.description == "[::1]:8080")
    }

    @Test("an answer is complete, on one line each, and says what to do")
    func answers() throws {
        let target = try #require(ProxyTarget("example.com:443"))
        let text = String(decoding: ProxyRefusal.offline(target).bytes, as: UTF8.self)
        #expect(
            text == "HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: 97\r\n"
                + "connection: close\r\n\r\nexample.com:443 is not one of the simulated push services, and --offline "
                + "refuses all other hosts\n")
    }

    @Test("only the table's hosts at the table's ports are served; others pass, or are refused offline")
    func rule() throws {
        var rule = ProxyRule(hosts: ["api.push.apple.com"], ports: [443, 2_197], isOffline: false)
        func decision(_ text: String) throws -> ProxyRule.Decision {
            rule.decision(for: try #require(ProxyTarget(text)))
        }
        #expect(try decision("API.push.apple.com.:443") == .serve && decision("api.push.apple.com:2197") == .serve)
        #expect(try decision("api.push.apple.com:80") == .pass && decision("evil-api.push.apple.com:443") == .pass)
        rule.isOffline = true
        #expect(try decision("api.push.apple.com:443") == .serve)
        for text in ["api.push.apple.com:80", "127.0.0.1:8080", "[::1]:8080", "localhost:8080"] {
            let target = try #require(ProxyTarget(text))
            #expect(rule.decision(for: target) == .refuse(.offline(target)))
        }
    }
}
