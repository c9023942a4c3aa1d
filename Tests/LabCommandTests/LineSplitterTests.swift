import Testing

@testable import LabCommand

@Suite("One payload per line")
struct LineSplitterTests {
    struct Line: Equatable, Sendable {
        let number: Int
        let text: String
        var byteCount: Int

        init(_ number: Int, _ text: String, byteCount: Int? = nil) {
            self.number = number
            self.text = text
            self.byteCount = byteCount ?? text.utf8.count
        }
    }

    static func lines(of chunks: [[UInt8]], limit: Int = 8) -> [Line] {
        var splitter = LineSplitter(limit: limit)
        var lines: [Line] = []
        func take(_ text: PayloadText) {
            lines.append(Line(text.line ?? 0, String(decoding: text.kept, as: UTF8.self), byteCount: text.byteCount))
        }
        for chunk in chunks { chunk.withUnsafeBufferPointer { splitter.feed($0, take) } }
        splitter.finish(take)
        return lines
    }

    static let streams: [(String, [Line])] = [
        ("", []),
        ("\n", []),
        ("a", [Line(1, "a")]),
        ("a\n", [Line(1, "a")]),
        ("a\r\n", [Line(1, "a")]),
        ("a\r", [Line(1, "a")]),
        ("a\r\r\n", [Line(1, "a\r")]),
        ("a\rb\n", [Line(1, "a\rb")]),
        ("a\nb", [Line(1, "a"), Line(2, "b")]),
        ("a\r\n\r\n \t\r\nb\n", [Line(1, "a"), Line(4, "b")]),
        ("\n\n\na", [Line(4, "a")]),
        (" a \n", [Line(1, " a ")]),
        ("12345678\n", [Line(1, "12345678")]),
        ("12345678\r\n", [Line(1, "12345678")]),
        ("123456789\r\nb\r\n", [Line(1, "12345678", byteCount: 9), Line(2, "b")]),
        ("1234567890123456789", [Line(1, "12345678", byteCount: 19)]),
        ("   \n1234567\r\n", [Line(2, "1234567")]),
        ("\u{0}\n", [Line(1, "\u{0}")]),
    ]

    @Test("Fed whole, byte by byte, and split at every position", arguments: streams)
    func splits(_ stream: String, _ expected: [Line]) {
        let bytes = Array(stream.utf8)
        #expect(Self.lines(of: [bytes]) == expected)
        #expect(Self.lines(of: bytes.map { [$0] }) == expected)
        for cut in 0...bytes.count {
            #expect(Self.lines(of: [Array(bytes[..<cut]), Array(bytes[cut...])]) == expected)
        }
    }

    @Test("Several streams in a row, with continued line numbers")
    func splitsConcatenated() {
        let whole = Self.streams.map { $0.0 + "\n" }.joined()
        var first = 0
        var expected: [Line] = []
        for (stream, lines) in Self.streams {
            expected += lines.map { Line($0.number + first, $0.text, byteCount: $0.byteCount) }
            first += stream.utf8.count { $0 == 0x0A } + 1
        }
        #expect(Self.lines(of: [Array(whole.utf8)]) == expected)
        #expect(Self.lines(of: whole.utf8.map { [$0] }) == expected)
    }

    @Test("A failure of the receiver stops the feeding")
    func stops() {
        struct Enough: Error {}
        var splitter = LineSplitter()
        var taken = 0
        #expect(throws: Enough.self) {
            try Array("a\nb\nc\n".utf8).withUnsafeBufferPointer { chunk in
                try splitter.feed(chunk) { (_: PayloadText) throws in
                    taken += 1
                    throw Enough()
                }
            }
        }
        #expect(taken == 1)
    }
}
