import ShoulderTap
import Testing

@testable import LabCommand

@Suite("Text made safe for a terminal")
struct TerminalTextTests {
    static let texts: [([UInt8], String, Int)] = [
        (Array("plain ä".utf8), "plain ä", 7),
        (Array("\u{1B}[31m".utf8), "\\x1B[31m", 8),
        (Array("a\tb\r\n".utf8), "a\\tb\\r\\n", 8),
        ([0x00, 0x7F], "\\x00\\x7F", 8),
        (Array("\u{9B}\u{202E}".utf8), "\\u{9B}\\u{202E}", 14),
        ([0x61, 0xFF, 0xC3], "a\\xFF\\xC3", 9),
        ([0xC0, 0x80], "\\xC0\\x80", 8),
        ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80", 12),
        ([0xF4, 0x90, 0x80, 0x80], "\\xF4\\x90\\x80\\x80", 16),
        ([0xE2, 0x82, 0x22], "\\xE2\\x82\"", 9),
        (Array("日本".utf8), "日本", 4),
        (Array("😀".utf8), "😀", 2),
        (Array("e\u{301}".utf8), "e\u{301}", 1),
    ]

    @Test("Escapes, and the width of the result", arguments: texts)
    func escapes(_ bytes: [UInt8], _ shown: String, _ width: Int) {
        let escaped = TerminalText.escaped(RawText(bytes: bytes))
        #expect(Array(escaped.utf8) == Array(shown.utf8))
        #expect(TerminalText.width(escaped) == width)
        #expect(TerminalText.cells(of: bytes[...]).reduce(0) { $0 + $1.width } == width)
    }

    @Test(
        "No text is a workflow command",
        arguments: [
            ("::error::a", "\\x3A:error::a"), (" \u{A0}::add-mask::a", " \u{A0}\\x3A:add-mask::a"), ("a::b", "a::b"),
            (":a", ":a"), ("::", "\\x3A:"), ("a ##[error]b", "a \\x23#[error]b"), ("##", "##"), ("", ""), (" ", " "),
        ])
    func commands(_ text: String, _ shown: String) { #expect(TerminalText.escaped(text) == shown) }

    @Test("Valid UTF-8 is read as the standard library reads it, in every length")
    func readsScalars() {
        let scalars = [0x00, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF].compactMap(
            Unicode.Scalar.init)
        let bytes = scalars.flatMap { Array(String($0).utf8) }
        #expect(Array(ScalarReader(bytes[...])) == scalars.map { .scalar($0) })
    }

    @Test("No sequence of three bytes passes a control character")
    func neverUnsafe() {
        let interesting: [UInt8] = [
            0x00, 0x1B, 0x41, 0x7F, 0x80, 0x9B, 0xC2, 0xC3, 0xE2, 0xED, 0xEF, 0xF0, 0xFF, 0xBB, 0xBF,
        ]
        for one in interesting {
            for two in interesting {
                for three in interesting {
                    let text = TerminalText.escaped(RawText(bytes: [one, two, three]))
                    #expect(!text.unicodeScalars.contains(where: TerminalText.isUnsafe))
                }
            }
        }
    }

    @Test(
        "Colours are used only if the terminal supports them",
        arguments: [
            (true, nil, "xterm", true), (true, "", "xterm", true), (true, "1", "xterm", false),
            (true, nil, "dumb", false),
            (true, nil, nil, true), (false, nil, "xterm", false),
        ] as [(Bool, String?, String?, Bool)])
    func colours(_ isTerminal: Bool, _ noColor: String?, _ terminal: String?, _ expected: Bool) {
        let styles = Styles(isTerminal: isTerminal, noColor: noColor, terminal: terminal)
        #expect(styles.isOn == expected)
        #expect(styles.kind(.malformed, "x") == (expected ? "\u{1B}[31mx\u{1B}[0m" : "x"))
        #expect(styles.kind(.alert, "x") == "x")
    }

    @Test(
        "A report colours only verdicts and the names of broken promises",
        arguments: [
            ("pass: no promise was broken", "\u{1B}[1;32mpass\u{1B}[0m: no promise was broken"),
            ("fail: P7 broken", "\u{1B}[1;31mfail\u{1B}[0m: P7 broken"),
            ("inconclusive: too little", "\u{1B}[1;33minconclusive\u{1B}[0m: too little"),
            ("P7 no lost change: it is lost", "\u{1B}[31mP7 no lost change\u{1B}[0m: it is lost"),
            ("reproduce: shouldertap run a.yaml", "reproduce: shouldertap run a.yaml"),
            ("in fail: a.yaml, seed 1", "in fail: a.yaml, seed 1"),
            ("no colon", "no colon"),
        ])
    func reports(_ line: String, _ painted: String) {
        #expect(Styles(isTerminal: true, noColor: nil, terminal: "xterm").reported(line) == painted)
        #expect(Styles(isTerminal: false, noColor: nil, terminal: "xterm").reported(line) == line)
    }
}
