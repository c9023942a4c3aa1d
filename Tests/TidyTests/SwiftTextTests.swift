import Testing

@Suite("Parsing Swift source")
struct SwiftTextTests {
    struct Sample: CustomTestStringConvertible {
        var source: String
        var code: String
        var comment = ""
        var testDescription: String { self.source }
    }

    static let samples = [
        Sample(source: "let a = 1", code: "let a = 1"),
        Sample(source: "a // Date()", code: "a", comment: "// Date()"),
        Sample(source: "a /* b /* c */ d */ e", code: "a                   e", comment: "/* b /* c */ d */"),
        Sample(source: "a /* b", code: "a", comment: "/* b"),
        Sample(source: #"f("Date(") + g"#, code: #"f("     ") + g"#),
        Sample(source: #"f("a\"b") // c"#, code: #"f("    ")"#, comment: "// c"),
        Sample(source: #"f("// no") + g"#, code: #"f("     ") + g"#),
        Sample(source: #"f("\(UUID()) x") + g"#, code: #"f(" (UUID())  ") + g"#),
        Sample(source: ##"f(#"a"b\(c)"#) + g"##, code: ##"f(#"       "#) + g"##),
        Sample(source: ##"f(#"\#(Date()) "#)"##, code: ##"f(#"  (Date()) "#)"##),
        Sample(source: "#if canImport(Glibc)", code: "#if canImport(Glibc)"),
        Sample(source: "\"never closed", code: "\""),
    ]

    @Test("Blanks out comments and the contents of strings, and keeps code in its columns", arguments: samples)
    func split(_ sample: Sample) {
        let text = SwiftText(sample.source)
        #expect(text.code.map(Self.trimmed) == [sample.code])
        #expect(text.comments.map { Self.trimmed(String($0.drop { $0 == " " })) } == [sample.comment])
    }

    @Test("Keeps the lines of a string of several lines")
    func multiline() {
        let text = SwiftText("let a = \"\"\"\n  Date() \"quoted\" \\(UUID())\n  \"\"\"\nlet b = 2")
        let code = ["let a = \"\"\"", "                   (UUID())", "  \"\"\"", "let b = 2"]
        #expect(text.code.map(Self.trimmed) == code)
    }

    @Test("Never traps on a file that is cut anywhere")
    func prefixes() {
        let whole = Array(##"a(#"b\#(c("d"))"#) /* e /* f */ */ """ \("##.utf8)
        for length in 0...whole.count {
            let text = SwiftText(String(decoding: whole[..<length], as: UTF8.self))
            #expect(text.code.count == 1)
        }
    }

    private static func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }
}
