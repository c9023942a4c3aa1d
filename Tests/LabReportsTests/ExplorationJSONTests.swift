import Basics
import LabReports
import PushLab
import TestSupport
import Testing

@Suite("An exploration as JSON")
struct ExplorationJSONTests {
    static func json(_ report: ExplorationReport) throws -> ReferenceJSON {
        try ReferenceJSON.parse(Array(report.json.utf8))
    }

    static func text(_ json: ReferenceJSON?) -> String? {
        json?.text.map { String(decoding: $0, as: UTF8.self) }
    }

    static func number(_ json: ReferenceJSON?) -> String? {
        guard case .number(let digits)? = json?.form else { return nil }
        return String(decoding: digits, as: UTF8.self)
    }

    @Test("The members that scripts rely on are there")
    func members() throws {
        let json = try Self.json(SampleExploration.report())
        #expect(Self.text(json["verdict"]) == "fail" && Self.text(json["hash"]) == "0123456789abcdef")
        #expect(Self.number(json["seeds"]) == "100" && Self.number(json["events"]) == "12345")
        #expect(json["complete"]?.boolean == true)
        #expect(Self.number(json["goals"]?["a tap is lost"]) == "7")
        #expect(json["scenarios"]?.elements?.count == 2 && json["doubts"]?.elements?.count == 0)
        let properties = try #require(json["properties"]?.members)
        #expect(properties.map { String(decoding: $0.key, as: UTF8.self) } == Property.promises.map(\.id))
        let deleted = json["properties"]?["P15"]
        #expect(Self.number(deleted?["applicable"]) == "100" && Self.number(deleted?["judged"]) == "120")
        #expect(Self.number(deleted?["atRisk"]) == "30" && Self.number(deleted?["violations"]) == "2")
    }

    @Test("Each violation has its sentence, position, seed, and repeat command")
    func violations() throws {
        let violations = try #require(try Self.json(SampleExploration.report())["violations"]?.elements)
        #expect(violations.map { Self.text($0["property"]) } == ["P15", "P15", "P7"])
        #expect(violations.map { Self.number($0["seed"]) } == ["7", "8", "18446744073709551615"])
        let second = violations[1]
        #expect(Self.text(second["witness"]) == "tablet showed n1 again")
        #expect(second["steps"]?.elements?.map { Self.number($0) } == ["1", "2", "3"])
        #expect(Self.text(second["plan"]) == ".shouldertap/bugs/8/min.yaml")
        #expect(Self.number(second["planSteps"]) == "3" && Self.number(second["shrunkFrom"]) == "214")
        #expect(Self.text(second["story"]?.elements?.first) == "1 00:00.000 publish n1 to alice")
        #expect(violations[2]["plan"] == nil && violations[2]["shrunkFrom"] == nil)
    }

    @Test("The failing seeds are counted, in total and for each mistake")
    func failing() throws {
        var exploration = SampleExploration.failing()
        exploration.failed = 61
        exploration.failing[exploration.findings[0].mistake] = 60
        let json = try Self.json(ExplorationReport(exploration))
        #expect(Self.number(json["failingSeeds"]) == "61")
        let violations = try #require(json["violations"]?.elements)
        #expect(violations.map { Self.number($0["failingSeeds"]) } == ["60", "60", "1"])
    }

    @Test("A shrunk plan is listed with all its steps, and for each seed of its mistake")
    func steps() throws {
        var exploration = SampleExploration.failing()
        for place in 0..<2 { exploration.findings[place].violation.steps = [] }
        let first = exploration.findings[0]
        (exploration.findings[0].plan, exploration.findings[0].reproduction) = (nil, nil)
        (exploration.findings[0].shrunkSteps, exploration.findings[0].isRepeated) = (nil, nil)
        let evidence = ExplorationReport.Evidence(plan: SampleExploration.plan())
        let report = ExplorationReport(exploration, evidence: [1: evidence, 2: evidence])
        let violations = try #require(try Self.json(report)["violations"]?.elements)
        for violation in violations[..<2] {
            #expect(violation["steps"]?.elements?.map { Self.number($0) } == ["1", "2", "3"])
            #expect(violation["story"]?.elements?.count == 3 && Self.number(violation["planSteps"]) == "3")
            #expect(Self.text(violation["plan"]) == ".shouldertap/bugs/8/min.yaml")
            #expect(Self.text(violation["reproduce"]) == "shouldertap run .shouldertap/bugs/8/min.yaml")
        }
        #expect(violations.map { Self.number($0["seed"]) } == ["7", "8", "18446744073709551615"])
        #expect(Self.text(violations[0]["witness"]) == first.violation.witness)
        // One that was not shrunk is told by the steps that led to it.
        #expect(violations[2]["steps"]?.elements?.map { Self.number($0) } == ["2"])
        #expect(violations[2]["story"]?.elements?.map { Self.text($0) } == ["2 00:00.210 alice.phone deletes n1"])
    }

    @Test("Hostile text stays text", arguments: HostileText.all)
    func hostile(_ text: String) throws {
        var exploration = SampleExploration.failing(words: text, source: text)
        exploration.doubts = [text]
        exploration.goals = [.init(text, hits: 1)]
        let json = try Self.json(ExplorationReport(exploration))
        let witness = try #require(json["violations"]?.elements?.first?["witness"]?.text)
        #expect(witness == Array("tablet showed \(text) again".utf8))
        #expect(json["scenarios"]?.elements?.first?["file"]?.text == Array(text.utf8))
        #expect(Self.number(json["goals"]?[text]) == "1")
    }
}
