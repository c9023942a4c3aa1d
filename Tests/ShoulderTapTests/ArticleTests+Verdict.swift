import ShoulderTap
import TestSupport
import Testing

// The article "Reading a verdict".
extension ArticleTests {
    @Test("The article lists every code with its severity and texts")
    func codes() throws {
        let rows = try #require(Article("ReadingAVerdict")).rows(under: "## Every code")
        let listed = Set(rows.map { $0[0] })
        #expect(listed.count == rows.count)
        #expect(rows.count == PayloadDiagnostic.Code.all.count)
        for code in PayloadDiagnostic.Code.all {
            let row = ["`\(code)`", "\(code.severity)", Article.escaped(code.message), Article.escaped(code.remedy)]
            #expect(rows.contains(row), "missing: | \(row.joined(separator: " | ")) |")
        }
    }

    @Test("The article lists every kind and every severity")
    func kindsAndSeverities() throws {
        let article = try #require(Article("ReadingAVerdict"))
        #expect(article.rows(under: "## Kinds").map { $0[0] } == PayloadKind.all.map { "`\($0)`" })
        let severities: [PayloadDiagnostic.Severity] = [.error, .warning, .note]
        #expect(article.rows(under: "## Severity").map { $0[0] } == severities.map { "`\($0)`" })
    }

    @Test("The article gives every decision that RFC 8259 leaves open, with the code of a refusal")
    func decisions() throws {
        let rows = try #require(Article("ReadingAVerdict")).rows(under: "## What the JSON layer decides")
        let wanted = JSONTestSuiteTests.decisions.keys.sorted()
        #expect(rows.map { Article.code(in: $0[0]).first.map { $0 + ".json" } ?? "" } == wanted)
        let folder = ProjectFiles.shared("json-test-suite")
        for (row, name) in zip(rows, wanted) {
            let isAccepted = JSONTestSuiteTests.decisions[name] == true
            #expect(row[2] == (isAccepted ? "accepted" : "refused"), "\(name)")
            let code = Article.code(in: row[3]).first
            #expect((code == nil) == isAccepted, "\(name)")
            guard let code else { continue }
            #expect(PayloadDiagnostic.Code(code)?.severity == .error, "\(name)")
            guard let bytes = ProjectFiles.bytes(folder + "/" + name) else { continue }
            let inspection = PushPayload.inspect(bytes)
            #expect(inspection.kind == .malformed, "\(name)")
            #expect(inspection.diagnostics.map(\.code.description) == [code], "\(name)")
        }
        if !ProjectFiles.exists(folder) { print("JSONTestSuite is not beside the project; its codes are not compared") }
    }

    @Test("The article's row for machines and its verdict file are those of the library")
    func machineFormats() throws {
        let article = try #require(Article("ReadingAVerdict"))
        let payload = Array(#"{"aps":{"alert":"a"},"aps":{}}"#.utf8)
        let inspection = PushPayload.inspect(payload)
        let findings = inspection.diagnostics.map { finding in
            let place = TextPosition(of: finding.offset, in: payload)
            return #"{"code":"\#(finding.code)","severity":"\#(finding.severity)","offset":\#(finding.offset),"#
                + #""line":\#(place.line),"column":\#(place.column),"path":"\#(finding.path)","#
                + #""message":"\#(finding.message)","remedy":"\#(finding.remedy)"}"#
        }
        let row =
            #"{"source":"twice.json","bytes":\#(payload.count),"kind":"\#(inspection.kind)","#
            + #""isTap":\#(inspection.isTap),"tap":null,"diagnostics":[\#(findings.joined(separator: ","))]}"#
        #expect(article.blocks(of: "json").map { $0.joined() } == [row])
        let recorded =
            ["# two dictionaries: readers disagree which one counts", "strict \(inspection.kind)"]
            + inspection.diagnostics.map { "  \($0.code) \($0.offset) \($0.path)" }
        #expect(article.blocks(of: "").contains(recorded))
    }
}
