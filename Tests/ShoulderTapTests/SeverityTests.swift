import ShoulderTap
import Testing

@Suite("Severities of findings")
struct SeverityTests {
    private static let faults: [(String, String)] = [
        ("\u{FEFF}{\"aps\":{}}", "byteOrderMark"), ("{\"aps\":{},}", "trailingComma"),
        ("{\"aps\":{\"a\":[1,]}}", "trailingComma"),
        ("{\"aps\":{}} // x", "comment"), ("/**/{\"aps\":{}}", "comment"),
    ]

    @Test(
        "A fault that a lenient reading tolerates is an error in a strict one and a warning in a lenient one",
        arguments: faults)
    func tolerated(_ text: String, _ code: String) {
        let bytes = Array(text.utf8)
        let strict = PushPayload.inspect(bytes, strictness: .strict).diagnostics.filter { $0.code.description == code }
        #expect(strict.map(\.severity) == [.error])
        let lenient = PushPayload.inspect(bytes, strictness: .lenient).diagnostics.filter {
            $0.code.description == code
        }
        #expect(lenient.map(\.severity) == [.warning])
        #expect(strict.map(\.offset) == lenient.map(\.offset))
    }

    @Test("Every other finding has the severity of its code in both readings")
    func byCode() {
        let forgivable: Set = ["byteOrderMark", "trailingComma", "comment"]
        for fixture in Fixture.all {
            for strictness in [Strictness.strict, .lenient] {
                for finding in PushPayload.inspect(fixture.bytes, strictness: strictness).diagnostics
                where strictness == .strict || !forgivable.contains(finding.code.description) {
                    #expect(finding.severity == finding.code.severity, "\(fixture): \(finding.code)")
                }
            }
        }
    }

    @Test("Every cause of malformed is an error; valid JSON has errors only if nothing would be delivered")
    func errors() {
        let errors = PayloadDiagnostic.Code.all.filter { $0.severity == .error }.map(\.description)
        let ofSoundJSON: Set = ["notAnObject", "apsNotAnObject", "overDeviceLimit"]
        #expect(Set(errors) == Agreement.refusing.union(ofSoundJSON))
    }
}
