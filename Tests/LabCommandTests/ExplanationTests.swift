import ShoulderTap
import Testing

@testable import LabCommand

@Suite("Explanations")
struct ExplanationTests {
    static func explain(_ payload: [UInt8], _ findings: Finding...) -> [String] {
        let text = Explanation(styles: Styles(isTerminal: false, noColor: nil, terminal: nil))
            .render(report(payload, findings: findings))
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    static func explain(_ payload: String, _ findings: Finding...) -> [String] {
        let text = Explanation(styles: Styles(isTerminal: false, noColor: nil, terminal: nil))
            .render(report(payload, findings: findings))
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    @Test("A payload without findings needs none")
    func nothing() { #expect(Self.explain("{}").isEmpty) }

    @Test("Findings of one line share it; each has a path, a message and a remedy")
    func sharesLine() {
        let shown = Self.explain(
            "{\r\n  \"a\":1,\"b\":2\r\n}", finding(at: 5, path: "a", as: .note, "Odd."),
            finding(at: 11, earlier: 5, "Odder.", remedy: "Drop it."), finding(at: 18, "Last."))
        #expect(
            shown == [
                "     2 |   \"a\":1,\"b\":2",
                "       |   ^     ^",
                "       note at 2:3, byte 5",
                "       a: Odd.",
                "         Mend it.",
                "       error at 2:9, byte 11",
                "       Odder. First at byte 5.",
                "         Drop it.",
                "     3 | }",
                "       | ^",
                "       error at 3:1, byte 18",
                "       Last.",
                "         Mend it.",
            ])
    }

    static let carets: [([UInt8], Int, String, String)] = [
        ([], 0, "", "^"),
        (Array("{".utf8), 1, "{", " ^"),
        (Array("{".utf8), 99, "{", " ^"),
        (Array("{\n".utf8), 2, "", "^"),
        (Array("{\n}".utf8), 1, "{", " ^"),
        (Array("{\r\n}".utf8), 1, "{", " ^"),
        (Array("\"日本\":x".utf8), 9, "\"日本\":x", "       ^"),
        (Array("\"日本\":x".utf8), 5, "\"日本\":x", "   ^"),
        (Array("\"😀e\u{301}\":x".utf8), 10, "\"😀e\u{301}\":x", "      ^"),
        ([0x22, 0xFF, 0x1B, 0x22, 0x78], 4, "\"\\xFF\\x1B\"x", "          ^"),
        (Array("\"\u{202E}\"x".utf8), 5, "\"\\u{202E}\"x", "          ^"),
        (Array("\t\t x\ty".utf8), 5, "         x\\ty", "            ^"),
    ]

    @Test("The caret is under its byte, with any text to the left", arguments: carets)
    func caret(_ payload: [UInt8], _ offset: Int, _ line: String, _ marks: String) {
        let shown = Self.explain(payload, finding(at: offset))
        #expect(Array(shown[0].dropFirst(9).utf8) == Array(line.utf8))
        #expect(String(shown[1].dropFirst(9)) == marks)
    }

    @Test("Of a long line only the part around the caret is shown", arguments: [0, 1, 40, 200, 4000, 4999, 5000])
    func windows(_ offset: Int) throws {
        var payload = [UInt8](repeating: 0x2E, count: 5000)
        if offset < payload.count { payload[offset] = 0x58 }
        let shown = Self.explain(payload, finding(at: offset))
        let line = Array(shown[0].dropFirst(9))
        let column = try #require(shown[1].dropFirst(9).firstIndex(of: "^")).utf16Offset(in: shown[1]) - 9
        #expect(line.count <= 70)
        #expect((line.first == "…") == (offset > 24))
        #expect((line.last == "…") == (offset < 4900))
        #expect(offset == 5000 ? column == line.count : line[column] == "X")
    }

    @Test("Findings too far apart for one window get separate windows, and none is lost")
    func apart() {
        let shown = Self.explain(
            String(repeating: ".", count: 4000), finding(at: 0), finding(at: 60), finding(at: 90), finding(at: 3000))
        #expect(shown.count { $0.contains(" | ") && $0.contains("^") } == 3)
        #expect(shown.count { $0.contains("This is odd.") } == 4)
    }

    @Test("Any finding in any bytes is shown without a trap")
    func survives() {
        let parts: [[UInt8]] = [
            [0x80], [0xF0, 0x9F], [0x0A], [0x0D], Array("e\u{301}".utf8), Array("日".utf8), [0x20, 0x09],
        ]
        for one in parts {
            for two in parts {
                let payload = Array(repeatElement(one + two, count: 300).joined())
                for offset in [0, 1, 2, 3, 511, 512, 513, payload.count - 1, payload.count] {
                    let shown = Self.explain(payload, finding(at: offset), finding(at: offset + 1))
                    #expect(shown.count { $0.contains("Mend it.") } == 2)
                }
            }
        }
    }
}
