import LabReports
import PushLab
import TestSupport
import Testing

@Suite("An exploration for CI servers")
struct ExplorationJUnitTests {
    static func cases(_ report: ExplorationReport) throws -> [PlainXML] {
        let xml = report.junit(milliseconds: 1_500).xml
        #expect(JUnitSchema.faults(of: xml) == [])
        return JUnitSchema.cases(in: try PlainXML.parse(xml))
    }

    @Test("There is a case for each scenario and promise, for each expectation, and for the conclusion")
    func cases() throws {
        let cases = try Self.cases(SampleExploration.report())
        #expect(cases.count == 93)
        #expect(cases.prefix(Property.allCases.count).allSatisfy { $0.attributes["classname"] == "a.yaml" })
        #expect(cases[14].attributes["name"] == "P15 deleted stays deleted")
        #expect(cases[92].attributes["name"] == "reaches a conclusion" && cases[92].children[0].name == "system-out")
    }

    @Test("A broken promise is a failure of its case, with everything that helps to understand it")
    func failures() throws {
        let cases = try Self.cases(SampleExploration.report())
        let failures = cases.compactMap { item in item.children.first { $0.name == "failure" } }
        #expect(failures.count == 2)
        #expect(failures[0].attributes["message"] == "tablet showed n1 again")
        for words in ["  2  00:00.210  alice.phone deletes n1", "reproduce: shouldertap run", "broken by  "] {
            #expect(failures[0].text.contains(words))
        }
    }

    @Test("Promises that were not judged are skipped, with the reason")
    func skipped() throws {
        var exploration = SampleExploration.passing()
        exploration.parts[0].counts[.p3]?.judged = 0
        for part in exploration.parts.indices { exploration.parts[part].counts[.expectation] = .init() }
        exploration.doubts = ["P3 was never judged"]
        let skipped = try Self.cases(ExplorationReport(exploration)).compactMap { item in
            item.children.first { $0.name == "skipped" }?.attributes["message"]
        }
        let idle = "not applicable: this scenario cannot put it at risk"
        #expect(
            skipped == [
                "unknown: no seed tested it", idle, idle, idle, idle, "unknown: P3 was never judged",
            ])
    }

    @Test("Hostile text stays text", arguments: HostileText.all)
    func hostile(_ text: String) throws {
        var report = SampleExploration.failing(words: text, source: "a" + text)
        report.doubts = [text]
        let evidence = [1: ExplorationReport.Evidence(plan: SampleExploration.plan(text))]
        _ = try Self.cases(ExplorationReport(report, evidence: evidence))
    }

    static let frame = """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="1" failures="0" errors="0">
          <testsuite name="s" tests="1" failures="0" errors="0" skipped="0" time="1.5">
            <testcase classname="g" name="a"/>
          </testsuite>
        </testsuites>

        """

    @Test(
        "The checker notices what Jenkins would",
        arguments: [
            ("<testsuites ", "<testsuites skipped=\"0\" "), ("errors=\"0\" skipped", "skipped"), ("1.5", "1,5"),
            ("<testcase ", "<case "), (" name=\"a\"", ""), ("/>", "><skipped/></testcase>"), ("&", "&"),
            ("/>", "><failure/><error/></testcase>"), ("name=\"a\"", "name=\"&\""), ("\"a\"", "\"&nbsp;\""),
            ("name=\"a\"", "name=\"a\" name=\"a\""), ("\"g\"", "\"a\u{1}\""), ("\"g\"", "\"<\""),
            ("/>", ">text</testcase>"), ("</testsuites>", "</testsuite>"), ("</testsuites>\n", ""),
            ("<testcase classname=\"g\" name=\"a\"/>", ""), ("UTF-8", "utf-8"), ("\"g\"", "\"a\nb\""),
            ("/>", "><system-out>]]></system-out></testcase>"),
            (
                "<testcase classname=\"g\" name=\"a\"/>",
                "<testcase classname=\"g\" name=\"a\"/><testcase classname=\"g\" name=\"a\"/>"
            ),
        ])
    func notices(_ old: String, _ new: String) {
        #expect(JUnitSchema.faults(of: Self.frame) == [])
        let xml = Self.frame.replacing(old, with: new)
        #expect(JUnitSchema.faults(of: xml).isEmpty == (old == new))
    }
}
