import LabReports
import Testing

@Suite("JUnit reports")
struct JUnitTests {
    @Test("A report has its cases in order, counted")
    func whole() {
        let report = JUnitReport(
            "suite <1>",
            [
                .init("a", in: "g", .passed),
                .init("b", in: "g", .failed(message: "m \"1\"\n", text: "t & ]]>"), output: "o"),
                .init("c", in: "g", .broken(message: "x", text: "")), .init("d", in: "g", .skipped(message: "why")),
            ], milliseconds: 61_007)
        #expect(
            report.xml == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites tests="4" failures="1" errors="1" time="61.007">
                  <testsuite name="suite &lt;1&gt;" tests="4" failures="1" errors="1" skipped="1" time="61.007">
                    <testcase classname="g" name="a"/>
                    <testcase classname="g" name="b">
                      <failure message="m &quot;1&quot;&#10;">t &amp; ]]&gt;</failure>
                      <system-out>o</system-out>
                    </testcase>
                    <testcase classname="g" name="c">
                      <error message="x"></error>
                    </testcase>
                    <testcase classname="g" name="d">
                      <skipped message="why"/>
                    </testcase>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test(
        "Characters that XML forbids are replaced",
        arguments: ["\u{0}", "\u{8}", "\u{B}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"])
    func forbidden(_ text: String) {
        let xml = JUnitReport(text, [.init(text, in: text, .failed(message: text, text: text), output: text)]).xml
        #expect(!xml.contains(text))
        #expect(xml.unicodeScalars.count { $0 == "\u{FFFD}" } == 6)
    }

    @Test("Blanks of a text stay, and those of a name are escaped")
    func blanks() {
        let xml = JUnitReport("a\tb", [.init("c", in: "g", .passed, output: "1\t2\n3\r4")]).xml
        #expect(xml.contains("name=\"a&#9;b\"") && xml.contains("<system-out>1\t2\n3&#13;4</system-out>"))
    }

    @Test("A text that is too long for servers is cut")
    func long() {
        let text = String(repeating: "é", count: 1 << 20)
        let xml = JUnitReport("a", [.init("b", in: "c", .passed, output: text)]).xml
        #expect(xml.utf8.count < 1 << 20 && xml.contains("\n… cut off here</system-out>"))
    }
}
