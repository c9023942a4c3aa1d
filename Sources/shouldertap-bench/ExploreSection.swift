private import Basics
import BenchReport
private import PushLab

/// The cost of exploring worlds with all judges, compared with running the same worlds without judges.
enum ExploreSection {
    static func run(_ options: BenchOptions) -> Findings {
        let worlds = options.isQuick ? 40 : 400
        Platform.progress("explore: \(worlds) worlds")
        let race = LaneRace(rounds: options.rounds ?? (options.isQuick ? 3 : 9))
        let (times, complaints) = race.run([
            Lane(name: "worlds without judges", count: worlds) { Self.count(worlds, Self.runs) },
            Lane(name: "worlds with all judges", count: worlds) { Self.count(worlds, Self.holds) },
            Lane(name: "worlds explored", count: worlds) { Self.count(worlds, Self.holdsAndRelates) },
        ])
        guard complaints.isEmpty else { return Findings(complaints: complaints) }
        let target = Target(.atLeast, 0.5, "x").notJudged(because: options.isQuick ? "quick run" : nil)
        func row(_ name: String, _ lane: Int, _ target: Target?) -> Row {
            Row(
                "explore \(name)", 1e9 / times[lane], "worlds/s", reference: "the same worlds without judges",
                ratio: times[0] / times[lane], target: target)
        }
        return Findings(rows: [
            Row("explore no judge", 1e9 / times[0], "worlds/s"), row("all judges", 1, target),
            row("all judges, and a relation in one of four", 2, target),
        ])
    }

    private static func count(_ worlds: Int, _ isRight: (UInt64) -> Bool) -> Int {
        (1...UInt64(worlds)).count(where: isRight)
    }

    private static func runs(_ seed: UInt64) -> Bool {
        var plan = Self.anything.expanded(seed: seed)
        (plan.expectations, plan.relation) = ([], nil)
        var run = ScenarioRun(plan, in: Lab(seed: seed))
        return (try? run.runUnjudged()) != nil
    }

    private static func holds(_ seed: UInt64) -> Bool {
        var plan = Self.anything.expanded(seed: seed)
        plan.relation = nil
        return Self.isRight(plan, seed)
    }

    /// Whether a world passes its checks. If the seed asks for it, this includes a comparison with a second world.
    private static func holdsAndRelates(_ seed: UInt64) -> Bool {
        Self.isRight(Self.anything.expanded(seed: seed), seed)
    }

    private static func isRight(_ plan: Scenario, _ seed: UInt64) -> Bool {
        (try? Trial(plan, in: { () throws(LabFailure) in Lab(seed: seed) }))?.violations.isEmpty ?? false
    }

    /// A short world in which anything may happen, on three platforms and with two kinds of accounts.
    private static let anything: Scenario = {
        var scenario = Scenario(
            people: [
                Scenario.Person("alice", [.init("phone", .ios), .init("tablet", .android), .init("laptop", .windows)]),
                Scenario.Person("bob", [.init("phone", .android), .init("desk", .windows)], account: .work),
            ],
            steps: [
                Scenario.Step(at: .seconds(5), .random(Scenario.RandomDeeds(count: 4...24, over: .hours(1))))
            ],
            expectations: [.agreement])
        scenario.pageSize = 1...100
        scenario.faults = Scenario.FaultPlan(
            isSwarm: true,
            [
                .init(.kill, every: .minutes(20), lasting: .seconds(1)...(.minutes(2))),
                .init(.partition, every: .minutes(15), lasting: .seconds(5)...(.minutes(10))),
                .init(.skew, every: .minutes(20), lasting: .seconds(1)...(.hours(1))),
                .init(.restore, every: .minutes(30), lasting: .seconds(5)...(.minutes(30))),
            ])
        return scenario
    }()
}
