import TestSupport
import Testing

@Suite("Texts that break decoders")
struct UTF8StressTests {
    private static let folder = ProjectFiles.shared("text-stress")
    private static let isPresent = ProjectFiles.exists(folder)

    /// Where a sequence can stand in a payload: in a value that nobody reads, and in a key.
    private static func payloads(_ text: [UInt8]) -> [[UInt8]] {
        let front = Array(#"{"aps":{"content-available":1},"#.utf8)
        return [
            front + Array(#""k":""#.utf8) + text + Array(#""}"#.utf8),
            front + Array(#"""#.utf8) + text + Array(#"":0}"#.utf8),
            front + Array(#""an ordinary key":["and so far only ASCII, "#.utf8) + text
                + Array(#", then ASCII again to the end"]}"#.utf8),
        ]
    }

    /// What is wrong with the verdicts on one sequence. Raw control characters are no matter of UTF-8 but
    /// of JSON, which wants them escaped: raw they are always refused, escaped they change nothing.
    private static func complaints(_ row: UTF8StressCase, _ reader: Reader) -> [String] {
        let hasControls = row.bytes.contains { $0 < 0x20 }
        let escaped = row.bytes.flatMap { $0 < 0x20 ? JSONText.escape(UInt16($0)) : [$0] }
        let expectations =
            Self.payloads(row.bytes).map { ($0, row.isValid && !hasControls) }
            + Self.payloads(escaped).map { ($0, row.isValid) }
            + row.repairs.flatMap { Self.payloads(Array(JSONText.quoted($0).dropFirst().dropLast())) }
            .map { ($0, true) }
        return expectations.compactMap { bytes, isValid in
            let kind = reader.kind(bytes)
            return kind == (isValid ? "background" : "malformed")
                ? nil : "\(row.name): \(kind): \(escapedForShell(bytes))"
        }
    }

    @Test(
        "Each sequence of utf8tests.txt is read as the file says",
        .enabled(
            if: isPresent, "the UTF-8 stress files are not beside the project; the table of our own runs without them"),
        arguments: Reader.allCases)
    func textFile(_ reader: Reader) throws {
        let text = try #require(ProjectFiles.bytes(Self.folder + "/utf8tests.txt"))
        let rows = UTF8StressCase.read(text: text)
        #expect(rows.count == 222)
        #expect(rows.count { $0.isValid } == 77)
        #expect(rows.allSatisfy { $0.repairs.count == ($0.isValid ? 0 : 2) })
        let wrong = rows.flatMap { Self.complaints($0, reader) }
        #expect(wrong.count == 0, "\(Complaints(wrong, of: rows.count))")
    }

    @Test(
        "The compiled form, utf8tests.bin, gives the same",
        .enabled(if: isPresent, "the UTF-8 stress files are not beside the project"),
        arguments: Reader.allCases)
    func compiledFile(_ reader: Reader) throws {
        let text = try #require(ProjectFiles.bytes(Self.folder + "/utf8tests.txt"))
        let compiled = try #require(ProjectFiles.bytes(Self.folder + "/utf8tests.bin"))
        let rows = UTF8StressCase.read(compiled: compiled)
        let named = Dictionary(UTF8StressCase.read(text: text).map { ($0.name, $0) }) { first, _ in first }
        #expect(rows.count == 222)
        for row in rows {
            #expect(named[row.name]?.bytes == row.bytes, "\(row.name)")
            #expect(named[row.name]?.isValid == row.isValid, "\(row.name)")
        }
        let wrong = rows.flatMap { Self.complaints($0, reader) }
        #expect(wrong.count == 0, "\(Complaints(wrong, of: rows.count))")
    }

    @Test(
        "The big list of naughty strings fits into payloads, plain and escaped",
        .enabled(if: isPresent, "the list of naughty strings is not beside the project"),
        arguments: Reader.allCases)
    func naughtyStrings(_ reader: Reader) throws {
        let list = try ReferenceJSON.parse(try #require(ProjectFiles.bytes(Self.folder + "/blns.json")))
        let strings = try #require(list.elements).compactMap(\.text)
        #expect(strings.count == 515)
        let spellings = strings.flatMap { text in
            [JSONText.quoted(text), JSONText.fullyEscaped(text)].map { Array($0.dropFirst().dropLast()) }
        }
        let wrong = spellings.flatMap(Self.payloads).filter { reader.kind($0) != "background" }
        #expect(wrong.count == 0, "\(Complaints(wrong.map(escapedForShell), of: spellings.count))")
    }

    @Test(
        "Our own table of sequences: the first and last of each length, and every way to be invalid",
        arguments: Reader.allCases)
    func ownTable(_ reader: Reader) {
        let edges: [Unicode.Scalar] = [
            " ", "~", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFF}", "\u{1000}", "\u{CFFF}", "\u{D000}",
            "\u{D7FF}",
            "\u{E000}", "\u{FFFD}", "\u{FFFF}", "\u{10000}", "\u{3FFFF}", "\u{40000}", "\u{FFFFF}", "\u{100000}",
            "\u{10FFFF}",
        ]
        let rows =
            edges.map { UTF8StressCase(name: "\($0)", isValid: true, bytes: Array(String($0).utf8), repairs: []) }
            + KnownPayload.badUTF8.map { UTF8StressCase(name: "\($0)", isValid: false, bytes: $0, repairs: []) }
        let wrong = rows.flatMap { Self.complaints($0, reader) }
        #expect(wrong.count == 0, "\(Complaints(wrong, of: rows.count))")
    }
}
