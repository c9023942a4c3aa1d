import PushLab
import Testing

@testable import LabReports

@Suite("Thresholds in reports")
struct ThresholdReportTests {
    static func report(_ text: String, of measure: Measure, seeds: Int = 3) throws -> ExplorationReport {
        var exploration = Exploration()
        let threshold = try #require(Threshold(text, of: measure))
        var part = Exploration.Part(source: "a.yaml", about: "")
        part.thresholds = [threshold]
        part.seeds = seeds
        for value in [1, 2, 9] as [UInt64] { part.measures[.wakes].record(value) }
        exploration.parts = [part]
        exploration.seeds = seeds
        return ExplorationReport(exploration)
    }

    @Test(
        "A missed threshold fails, an untested one proves nothing, and each shows the measured value",
        arguments: [
            (
                "max<10", .wakes, .pass, "a.yaml keeps wakes max<10: measured 9, of 3 values",
                "pass: no promise was broken"
            ),
            ("max<9", .wakes, .fail, "a.yaml misses wakes max<9: measured 9, of 3 values", "fail: 1 threshold missed"),
            (
                "max<9", .bytes, .inconclusive, "a.yaml never tested bytes max<9: there was nothing to measure",
                "inconclusive: a.yaml never tested bytes max<9"
            ),
        ] as [(String, Measure, Exploration.Verdict, String, String)])
    func text(
        _ text: String, _ measure: Measure, _ verdict: Exploration.Verdict, _ line: String, _ conclusion: String
    ) throws {
        let report = try Self.report(text, of: measure)
        #expect(report.exploration.verdict == verdict)
        #expect(report.lines.suffix(2) == [line, conclusion])
        #expect(report.annotations.isEmpty == (verdict == .pass))
    }

    @Test("On the page only a missed threshold is a finding, beside those of promises")
    func page() throws {
        let missed = HTMLReport(try Self.report("max<9", of: .wakes)).text
        for words in [
            "<h1>1 threshold missed</h1>", "<article id=\"story-limit-0\">", "<b>threshold</b> wakes max&lt;9</h2>",
            "<p class=\"witness\">measured 9, of 3 values</p>", "in a.yaml, over all of its seeds</p>",
        ] { #expect(missed.contains(words), "\(words)") }
        #expect(!missed.contains("<nav"))
        #expect(!HTMLReport(try Self.report("max<10", of: .wakes)).text.contains("<article"))
        #expect(!HTMLReport(try Self.report("max<9", of: .bytes)).text.contains("<article"))
        var exploration = SampleExploration.failing()
        exploration.parts[0].thresholds = [try #require(Threshold("count==1", of: .bytes))]
        let both = PageTags(HTMLReport(ExplorationReport(exploration)).text)
        #expect(both.faults == [] && both.all.filter { $0.hasPrefix("article ") }.count == 3)
        #expect(both.all.filter { $0.hasPrefix("a href") }.last == "a href=\"#story-limit-0\"")
    }

    @Test("For machines there is an object with the measured values")
    func machines() throws {
        let json = try Self.report("max<9", of: .wakes).json
        #expect(
            json.contains(
                #""thresholds":{"wakes":[{"file":"a.yaml","threshold":"max<9","measured":9,"values":3,"kept":false}]}"#)
        )
        #expect(json.contains(#""measures":{"wakes":{"values":3,"min":1,"med":2,"p(95)":9,"p(99)":9,"max":9}}"#))
        let untried = try Self.report("max<9", of: .bytes).json
        #expect(untried.contains(#""thresholds":{"bytes":[{"file":"a.yaml","threshold":"max<9","values":0}]}"#))
        let xml = try Self.report("max<9", of: .wakes).junit().xml
        #expect(xml.contains("threshold wakes max&lt;9") && xml.contains("wakes max&lt;9: measured 9, of 3 values"))
        #expect(try Self.report("max<9", of: .wakes, seeds: 0).exploration.parts[0].outcomes.isEmpty)
    }
}
