import Basics
import PushLab
import Testing

@testable import LabReports

@Suite("Mistakes with one cause")
struct CauseTests {
    private static func plan(_ id: String, seed: UInt64, expecting: Bool = false) -> Scenario {
        var plan = Scenario(people: [Scenario.Person("alice", [Scenario.Gadget("phone", .ios)])])
        plan.seed = seed
        plan.steps = [.init(at: .seconds(1), .publish(.raw("?", id: id), user: "alice"))]
        if expecting { plan.expectations = [.agreement] }
        return plan
    }

    /// A report about mistakes in one scenario, each with its shrunk plan.
    private static func report(_ found: [(property: Property, plan: Scenario?)]) -> ExplorationReport {
        var exploration = SampleExploration.passing()
        var evidence: [Int: ExplorationReport.Evidence] = [:]
        for (place, found) in found.enumerated() {
            let violation = Violation(found.property, "kind", "witness of \(found.property.id)", at: .zero)
            var finding = SampleExploration.finding(violation, seed: UInt64(place), steps: 9)
            if let plan = found.plan {
                finding.shrunkSteps = 1
                evidence[place] = ExplorationReport.Evidence(plan: plan)
            }
            exploration.findings.append(finding)
        }
        return ExplorationReport(exploration, evidence: evidence)
    }

    @Test("one plan is one mistake, under the most specific promise")
    func grouped() throws {
        let report = Self.report([
            (.expectation, Self.plan("n", seed: 1, expecting: true)), (.p7, Self.plan("n", seed: 2)),
            (.p35, Self.plan("n", seed: 3)), (.p15, Self.plan("other", seed: 4)),
        ])
        #expect(report.mistakes.count == 2)
        let first = try #require(report.mistakes.first)
        #expect(first.first == "P35 flow order: witness of P35")
        #expect(first.contains("also broken by it: the scenario's own expectation and P7 no lost change"))
        #expect(report.lines.last?.hasSuffix("broken, 2 mistakes in all") == true, "\(report.lines)")
        #expect(report.annotations.count == 2)
        #expect(HTMLReport(report).text.contains("<p>Also broken by it: the scenario"))
    }

    @Test("scripts get each mistake, and the other one with the same cause")
    func scripts() {
        let json = Self.report([(.p7, Self.plan("n", seed: 1)), (.p35, Self.plan("n", seed: 2))]).json
        #expect(json.contains(#""sameCauseAs":"P35""#) && json.contains(#""alsoBroken":["P7"]"#))
        #expect(!Self.report([(.p7, Self.plan("n", seed: 1))]).json.contains("alsoBroken"))
    }

    @Test("mistakes that were not shrunk have separate causes")
    func unshrunk() {
        #expect(Self.report([(.p7, nil), (.p35, nil)]).mistakes.count == 2)
    }
}
