import ShoulderTap
import Testing

@Suite("How much findings weigh")
struct SeverityTests {
    private static let faults: [(String, String)] = [
        ("\u{FEFF}{\"aps\":{}}", "byteOrderMark"), ("{\"aps\":{},}", "trailingComma"),
        ("{\"aps\":{\"a\":[1,]}}", "trailingComma"),
        ("{\"aps\":{}} // x", "comment"), ("/**/{\"aps\":{}}", "comment"),
    ]

    @Test("What a lenient reading lets pass is an error to a strict one and a warning to itself", arguments: faults)
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

    @Test("Every other finding weighs what its code weighs, however it is read")
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

    @Test("Whatever makes a payload malformed is an error; sound JSON has errors only where nothing would be delivered")
    func errors() {
        let errors = PayloadDiagnostic.Code.all.filter { $0.severity == .error }.map(\.description)
        let ofSoundJSON: Set = ["notAnObject", "apsNotAnObject", "overDeviceLimit"]
        #expect(Set(errors) == Agreement.refusing.union(ofSoundJSON))
    }
}
