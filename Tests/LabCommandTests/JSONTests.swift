import Foundation
import ShoulderTap
import Testing

@testable import LabCommand

@Suite("JSON output")
struct JSONTests {
    static let texts: [(String, String)] = [
        ("", #""""#), ("a b", #""a b""#), ("\"\\/", #""\"\\/""#), ("\n\r\t", #""\n\r\t""#),
        ("\u{0}\u{8}\u{1B}\u{7F}", #""\u0000\u0008\u001b\u007f""#), ("ä日😀", #""ä日😀""#),
        ("\u{9B}\u{202E}\u{2028}\u{FEFF}", #""\u009b\u202e\u2028\ufeff""#), ("\u{E0001}", #""\udb40\udc01""#),
    ]

    @Test("Strings and control characters are escaped", arguments: texts)
    func escapes(_ text: String, _ expected: String) throws {
        var json = JSONText()
        json.string(text)
        #expect(String(decoding: json.bytes, as: UTF8.self) == expected)
        let read = try JSONSerialization.jsonObject(with: Data(json.bytes), options: .fragmentsAllowed)
        #expect(read as? String == text)
    }

    static func row(_ report: PayloadReport) -> String { String(decoding: JSONRow.render(report), as: UTF8.self) }

    @Test("The keys of a payload that is not a tap, in order")
    func plainRow() {
        #expect(
            Self.row(report("{}", kind: .foreign))
                == #"{"source":"a.json","bytes":2,"kind":"foreign","isTap":false,"tap":null,"diagnostics":[]}"# + "\n")
    }

    @Test("A line of JSON lines has its number")
    func lineRow() {
        let expected =
            #"{"source":"-","line":7,"bytes":2,"kind":"alert","isTap":false,"tap":null,"diagnostics":[]}"# + "\n"
        #expect(Self.row(report("{}", source: "-", line: 7, kind: .alert)) == expected)
    }

    @Test("A tap with all members, and with the fewest")
    func tapRow() {
        let full = LabCommandTests.tap(host: "a\"b", subscription: "s", head: "42", activities: ["n1", "n2"])
        #expect(
            Self.row(report(kind: .shoulderTap, tap: full)).contains(
                #""isTap":true,"tap":{"host":"a\"b","subscription":"s","head":"42","activities":["n1","n2"]},"#))
        #expect(
            Self.row(report(kind: .shoulderTap, tap: LabCommandTests.tap(host: "h", subscription: "s"))).contains(
                #""tap":{"host":"h","subscription":"s","head":null,"activities":[]},"#))
    }

    @Test("A finding has its position, in lines and columns too")
    func findingRow() {
        let odd = finding(at: 4, path: "aps.x", as: .warning, code: "fieldWrongType", "Odd.", remedy: "Mend.")
        let expected =
            #""diagnostics":[{"code":"fieldWrongType","severity":"warning","offset":4,"line":2,"column":2,"#
            + #""path":"aps.x","message":"Odd.","remedy":"Mend."},"#
        #expect(Self.row(report("{\nä:1", findings: [odd, odd])).contains(expected))
    }

    @Test("A source that is not UTF-8 keeps the JSON valid")
    func strangeSource() throws {
        let row = JSONRow.render(report(source: RawText(bytes: [0x61, 0xFF, 0x22, 0x0A])))
        let object = try JSONSerialization.jsonObject(with: Data(row)) as? [String: Any]
        #expect(object?["source"] as? String == "a\u{FFFD}\"\n")
    }
}
