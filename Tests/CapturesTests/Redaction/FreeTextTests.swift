import Basics
import Captures
import Testing

/// What a text for people tells of secrets goes, and what only sounds like it stays.
@Suite("Secrets in free text")
struct FreeTextTests {
    private static let secret = "Zq7Secret9vW"
    private static let other = "Kp3 Secret,5/uX{"

    private static func fill(_ text: String) -> String {
        text.replacing("$2", with: Self.other).replacing("$", with: Self.secret)
    }

    /// The text once it was redacted, and whatever of it is redacted twice changes no more.
    private static func redacted(_ text: String, _ headers: HeaderList = [:]) throws -> Redactor.Redacted {
        let key = try #require(KeyedHash(key: [UInt8](repeating: 1, count: 16)))
        let entry = CaptureEntry(
            headers: HeaderList(headers.fields + [HeaderList.Field("x-note", text)]),
            payload: Array(#"{"aps":{},"note":\#(Self.quoted(text))}"#.utf8),
            answer: .init(status: 400, headers: ["x-note": text], body: Array(#"{"a":\#(Self.quoted(text))}"#.utf8)))
        let redacted = Redactor(key: key).redacted(entry)
        #expect(Redactor(key: key).redacted(redacted.entry).entry == redacted.entry, "\(text)")
        #expect(redacted.entry.payload.count == entry.payload.count)
        return redacted
    }

    private static func quoted(_ text: String) -> String {
        let escapes = [("\\", "\\\\"), ("\"", "\\\""), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")]
        return "\"" + escapes.reduce(text) { $0.replacing($1.0, with: $1.1) } + "\""
    }

    static let references = [
        "token&#61;$", "token&#0000000061;$", "token&#x3D;$", "token&#x000000000000000003d;$",
        "token&#\(String(repeating: "0", count: 300))61;$", "password=&quot;$&quot;", "token=&apos;$&apos;", "&quot;token&quot;:$",
    ]

    @Test("References of XML are read however they are written", arguments: references)
    func gone(_ text: String) throws {
        let redacted = try Self.redacted(Self.fill(text))
        let line = String(decoding: CaptureWriter.line(of: redacted.entry), as: UTF8.self)
        for part in ["Secret", "Zq7", "9vW", "5/uX"] { #expect(!line.contains(part), "\(line)") }
        #expect(redacted.kept == [])
    }

    static let ordinary = ["tokens &#61 three", "a &#0; b &#; c &amp; d &nosuch; e"]

    @Test("What only sounds like a secret stays", arguments: ordinary)
    func stays(_ text: String) throws {
        let redacted = try Self.redacted(text).entry
        #expect(redacted.headers["x-note"] == text)
        #expect(redacted.payload == Array(#"{"aps":{},"note":\#(Self.quoted(text))}"#.utf8))
    }
}
