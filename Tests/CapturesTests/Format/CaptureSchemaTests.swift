import Captures
import ShoulderTap
import TestSupport
import Testing

@Suite("The schema of captures")
struct CaptureSchemaTests {
    private static func schema() throws -> PayloadElement {
        try JSONDocument(Array(CaptureSchema.text.utf8), limit: 1 << 16).root
    }

    /// Lines with what the reader makes of each: a name and its text.
    private static let lines: [(name: String, text: String)] =
        CaptureReaderTests.faults.map { ($0.reason, $0.line) }
        + ["field.jsonl", "torn.jsonl", "broken.jsonl", "one-afternoon.jsonl"].flatMap { name in
            let bytes = ProjectFiles.bytes(ProjectFiles.fixtures("Captures/\(name)")) ?? []
            return bytes.split(separator: 0x0A).enumerated().map { number, line in
                ("\(name):\(number + 1)", String(decoding: line, as: UTF8.self))
            }
        }

    /// What no schema can say: how a text is spelt.
    private static let spellings: Set<String> = [
        "payloadBase64 must be base64", "started must be a date such as 2018-08-24T12:31:53Z",
        "the key 'payload' occurs twice; remove one",
    ]

    @Test("Schema and reader accept the same lines")
    func agreement() throws {
        let schema = try Self.schema()
        let check = SchemaCheck(root: schema)
        var counts = (fitting: 0, others: 0)
        for (name, text) in Self.lines {
            guard let root = try? JSONDocument(Array(text.utf8), limit: 1 << 20).root else { continue }
            let fault = check.fault(root, schema)
            let findings = Reading("{\"shouldertapCapture\":1}\n\(text)").findings
            if let reason = findings.first?.reason, Self.spellings.contains(reason) { continue }
            #expect((fault == nil) == findings.isEmpty, "\(name): \(fault ?? "fits"), \(findings.map(\.reason))")
            if fault == nil { counts.fitting += 1 } else { counts.others += 1 }
        }
        #expect(counts.fitting > 15 && counts.others > 20)
    }

    @Test("The schema is valid JSON, and every reference resolves")
    func sound() throws {
        let schema = try Self.schema()
        for path in CaptureSchema.text.matches(of: /"\$ref": "#\/\$defs\/([a-z]+)"/).map(\.output.1) {
            #expect(schema["$defs"]?[String(path)] != nil)
        }
    }
}
