import ShoulderTap
import Testing

@testable import LabCommand

@Suite("Recorded verdicts")
struct VerdictTests {
    static func finding(_ code: String, _ offset: Int, _ path: String = "") throws -> Verdict.Finding {
        Verdict.Finding(code: try #require(PayloadDiagnostic.Code(code)), offset: offset, path: path)
    }

    @Test(
        "What is written is read back, with any path", arguments: ["", "aps", "a b", " ", "a\nb\\u{1}", "日😀\u{202E}\r"])
    func roundTrip(_ path: String) throws {
        let findings = [try Self.finding("duplicateKey", 61, path), try Self.finding("badNumber", 0)]
        let file = VerdictFile(
            comments: ["# why", "#"], strict: Verdict(kind: .malformed, isTap: false, findings: findings),
            lenient: Verdict(kind: .shoulderTap, isTap: true))
        #expect(try VerdictReader.read(Array(file.text.utf8)) == file)
        #expect(try VerdictReader.read(Array(file.text.utf8).flatMap { $0 == 0x0A ? [0x0D, $0] : [$0] }) == file)
        #expect(VerdictFile.unescaped(VerdictFile.escaped(path)) == path)
    }

    @Test("The text has the documented form")
    func text() throws {
        let strict = Verdict(kind: .malformed, isTap: false, findings: [try Self.finding("duplicateKey", 61, "aps")])
        let file = VerdictFile(comments: ["# why"], strict: strict, lenient: Verdict(kind: .alert, isTap: false))
        #expect(file.text == "# why\nstrict malformed\n  duplicateKey 61 aps\nlenient alert\n")
        #expect(
            VerdictFile(strict: Verdict(kind: .shoulderTap, isTap: true), lenient: nil).text
                == "strict shoulderTap tap\n")
    }

    static let unreadable: [(String, Int, String)] = [
        ("", 1, "the file has no section; add 'strict KIND' or 'lenient KIND'"),
        ("# only\n# comments", 2, "the file has no section; add 'strict KIND' or 'lenient KIND'"),
        ("strickt alert", 1, "unknown section 'strickt': did you mean 'strict'?"),
        ("strict", 1, "the section has no kind; add one"),
        ("# x\n\nstrict alrt", 3, "unknown kind 'alrt': did you mean 'alert'?"),
        ("strict alert tip", 1, "unexpected word after the kind; only 'tap' may follow it"),
        ("strict alert tap tap", 1, "unexpected word after the kind; only 'tap' may follow it"),
        ("strict alert\nstrict alert", 2, "the section 'strict' occurs twice; remove one"),
        ("lenient alert\nstrict alert\nlenient mdm", 3, "the section 'lenient' occurs twice; remove one"),
        (
            "  empty 0\nstrict alert", 1,
            "the finding is before the first section; add 'strict KIND' or 'lenient KIND' above it"
        ),
        ("strict alert\n  duplicatKey 3", 2, "unknown code 'duplicatKey': did you mean 'duplicateKey'?"),
        ("strict alert\n  empty", 2, "the finding needs a byte offset after its code"),
        ("strict alert\n  empty -1", 2, "the finding needs a byte offset after its code"),
        ("strict alert\n  empty x", 2, "the finding needs a byte offset after its code"),
        ("strict alert\n  empty 0 a\\b", 2, "the path has an invalid escape; write it as \\u{…}"),
        ("strict alert\n  empty 0 \\u{D800}", 2, "the path has an invalid escape; write it as \\u{…}"),
        ("strict alert\n\u{1B}", 2, "unknown section '\\x1B'"),
    ]

    @Test("A damaged file is refused with the line", arguments: unreadable)
    func refuses(_ text: String, _ line: Int, _ message: String) {
        #expect(throws: VerdictReader.Complaint(line: line, message: message)) {
            try VerdictReader.read(Array(text.utf8))
        }
    }

    @Test("Comments at the top survive, even those of a damaged file")
    func comments() {
        let bytes = Array("# a\r\n#\n\n# not at the top\nnonsense".utf8)
        #expect(VerdictReader.leadingComments(of: bytes) == ["# a", "#"])
    }

    @Test("The first difference is reported")
    func differences() throws {
        let one = try Self.finding("empty", 1)
        let two = try Self.finding("badNumber", 2, "x")
        func verdict(_ isTap: Bool, _ findings: Verdict.Finding...) -> Verdict {
            Verdict(kind: .alert, isTap: isTap, findings: findings)
        }
        let table: [(Verdict, Verdict, String?)] = [
            (verdict(false, one), verdict(false, one), nil),
            (verdict(true), verdict(false), "expected alert, got alert tap"),
            (verdict(false, one), verdict(false), "expected no more findings, got 'empty 1'"),
            (verdict(false, one), verdict(false, one, two), "expected 'badNumber 2 x', got no more findings"),
            (verdict(false, two, one), verdict(false, one, two), "expected 'empty 1', got 'badNumber 2 x'"),
        ]
        for (got, expected, difference) in table { #expect(got.difference(from: expected) == difference) }
    }

    static let tap = LabCommandTests.tap(host: "h", subscription: "s")
    static let misses: [(PayloadReport, ParseOptions.Expectation, String?)] = [
        (report(kind: .shoulderTap, tap: tap), .tap, nil),
        (report(kind: .shoulderTap, tap: tap), .kind(.shoulderTap), nil),
        (report(kind: .shoulderTap, tap: tap), .kind(.background), "expected background, got shoulderTap"),
        (report(kind: .malformed), .kind(.malformed), nil),
        (report(kind: .voip), .tap, "expected tap, got voip (not a tap: aps is empty)"),
        (report(kind: .voip), .kind(.alert), "expected alert, got voip (not a tap: aps is empty)"),
        (report(kind: .voip), .recorded, nil),
    ]

    @Test("A missed expectation says what the payload is instead", arguments: misses)
    func miss(_ report: PayloadReport, _ expected: ParseOptions.Expectation, _ text: String?) {
        #expect(Miss(report, expected: expected) == text.map { Miss(place: "a.json", text: $0) })
    }
}
