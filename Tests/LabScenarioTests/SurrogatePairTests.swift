import PushLab
import Testing

@testable import LabScenario

@Suite("Pairs of escapes in JSON")
struct SurrogatePairTests {
    static func json(_ about: String, more: String = "") -> [UInt8] {
        let rest = #""users": {"a": {"p": "ios"}}, "steps": [{"quiesce": {}}]"#
        return Array(#"{"version": 1, "about": \#(about), \#(rest)\#(more)}"#.utf8)
    }

    @Test(
        "are one character within double quotes",
        arguments: [
            (#""\ud83d\ude00""#, "😀"), (#""a\uD83D\uDE00b\n""#, "a😀b\n"), (#""\ud83d\ude00\ud83d\ude01""#, "😀😁"),
            (#""\\ud83d\\ude00""#, #"\ud83d\ude00"#), (#"'\ud83d\ude00'"#, #"\ud83d\ude00"#),
            (#"it"s\ud83d\ude00"#, #"it"s\ud83d\ude00"#), (#"'it''s \ud83d'"#, #"it's \ud83d"#),
            ("# \"\\ud83d\n\"\\ud83d\\ude00\"", "😀"), (#""\"\ud83d\ude00""#, "\"😀"), (#""\u00e9\/""#, "é/"),
        ])
    func joined(_ about: String, _ text: String) throws {
        guard case .scenario(let scenario) = ScenarioReading(Self.json(about)) else {
            Issue.record("\(RefusalTests.faults(Self.json(about)))")
            return
        }
        #expect(scenario.about == text)
    }

    @Test(
        "do not move the position of a later error",
        arguments: ["", ", \"userz\": {}", ", \"steps\": {", ", \"x\": \u{7}"])
    func places(_ more: String) {
        let joined = Self.json(#""😀 \ud83d\ude00, \ud83d\ude00""#, more: "\(more), \"y\": \"\\ud83d\\ude00\", z: 1")
        let plain = Self.json(#""😀 ............, ............""#, more: "\(more), \"y\": \"............\", z: 1")
        #expect(!RefusalTests.faults(plain).isEmpty && RefusalTests.faults(joined) == RefusalTests.faults(plain))
    }
}
