import ShoulderTap
import TestSupport
import Testing

@Suite("Payloads captured in the field")
struct CaptureTests {
    private static let folder = ProjectFiles.shared("captures")
    private static let isPresent = ProjectFiles.exists(folder)

    /// Silent by the letter of their last `aps`, refused because they have two.
    private static let exceptions: Set<String> = ["opaque-wake-2.json", "opaque-wake-3.json"]

    private struct Capture {
        let name: String
        let isSilent: Bool
        let bytes: [UInt8]
    }

    /// The captures that the index names; its fourth column says whether one is silent by the letter.
    private static func captures() throws -> [Capture] {
        let index = try #require(ProjectFiles.bytes(Self.folder + "/INDEX.tsv"))
        return try index.split(separator: 0x0A).dropFirst().map { line in
            let columns = line.split(separator: 0x09, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            let silent = try #require(columns.count > 3 ? columns[3] : nil)
            try #require(silent == "yes" || silent == "no")
            let bytes = try #require(ProjectFiles.bytes(Self.folder + "/" + columns[0]))
            return Capture(name: columns[0], isSilent: silent == "yes", bytes: bytes)
        }
    }

    @Test(
        "All 271 get a verdict, and the strictly silent ones are background pushes",
        .enabled(if: isPresent, "the captures are not beside the project"),
        arguments: Reader.allCases)
    func verdicts(_ reader: Reader) throws {
        let captures = try Self.captures()
        #expect(captures.count == 271)
        #expect(captures.count { $0.isSilent } == 40)
        #expect(captures.map(\.name).sorted() == ProjectFiles.names(in: Self.folder).filter { $0 != "INDEX.tsv" })

        var wrong: [String] = []
        for capture in captures {
            let kind = reader.kind(capture.bytes)
            let isException = Self.exceptions.contains(capture.name)
            let isRight = isException ? kind == "malformed" : (kind == "background") == capture.isSilent
            if !isRight { wrong.append("\(capture.name): \(kind)") }
            if PayloadKind(kind) == nil { wrong.append("\(capture.name): there is no kind \(kind)") }
            if reader.isTap(capture.bytes) { wrong.append("\(capture.name): taken for our tap") }
            if reader.kind(capture.bytes, lenient: true) == "shoulderTap" {
                wrong.append("\(capture.name): taken for our tap by a lenient reader")
            }
        }
        #expect(wrong.count == 0, "\(Complaints(wrong, of: captures.count))")
        #expect(captures.count { Self.exceptions.contains($0.name) && $0.isSilent } == 2)
    }

    @Test(
        "The library and the reference agree on each",
        .enabled(if: isPresent, "the captures are not beside the project"))
    func agreement() throws {
        let wrong = try Self.captures().flatMap { capture in
            Comparison.differences(capture.bytes).map { "\(capture.name): \($0)" }
        }
        #expect(wrong.count == 0, "\(Complaints(wrong, of: 271))")
    }
}
