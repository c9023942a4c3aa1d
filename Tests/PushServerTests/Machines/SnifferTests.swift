@testable import PushServer
import Testing

@Suite("Distinguishing HTTP/2 from HTTP/1.1")
struct SnifferTests {
    private static func verdict(_ pieces: [[UInt8]]) -> ProtocolSniffer.Verdict? {
        var sniffer = ProtocolSniffer()
        return pieces.lazy.compactMap { piece in piece.withUnsafeBytes { sniffer.take($0) } }.first
    }

    @Test("the preface is HTTP/2 in any pieces, and undecided before its end", arguments: 1...24)
    func preface(cut: Int) {
        let preface = ProtocolSniffer.preface
        #expect(Self.verdict([Array(preface[..<cut]), Array(preface[cut...])]) == .http2)
        #expect(Self.verdict([Array(preface[..<cut])]) == (cut == 24 ? .http2 : nil))
    }

    @Test("the first different byte makes it HTTP/1.1", arguments: 0..<24)
    func difference(place: Int) {
        var bytes = ProtocolSniffer.preface
        bytes[place] ^= 0x20
        #expect(Self.verdict([bytes]) == .http1)
        #expect(Self.verdict(bytes.map { [$0] }) == .http1)
    }

    @Test("a request of HTTP/1.1 is recognised, even with the method PRI")
    func requests() {
        #expect(Self.verdict([Array("GET / HTTP/1.1\r\n".utf8)]) == .http1)
        #expect(Self.verdict([Array("PRI / HTTP/1.1\r\n".utf8)]) == .http1)
    }
}
