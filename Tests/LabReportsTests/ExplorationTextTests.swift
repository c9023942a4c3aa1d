import Basics
import LabReports
import PushLab
import Testing

@Suite("The text report of an exploration")
struct ExplorationTextTests {
    @Test("Each mistake is printed once, with its shortest plan and the repeat command")
    func mistakes() throws {
        #expect(
            try SampleExploration.report().lines == [
                "P15 deleted stays deleted: tablet showed n1 again", "  1  00:00.000  publish n1 to alice",
                "  2  00:00.210  alice.phone deletes n1",
                "  3  00:00.215  the next tap for alice.tablet arrives 30s late",
                "in a.yaml, seed 8, also with 7",
                "reproduce: shouldertap run .shouldertap/bugs/8/min.yaml    # "
                    + "shrunk from 214 steps to 3, repeated in a separate process", "",
                "P7 no lost change: phone lacks n1", "in b.yaml, seed 18446744073709551615", "",
                "100 seeds of 2 scenarios, 12345 events, hash 0123456789abcdef",
                "44 promises judged, 44 of them at risk; never judged: P27",
                "1 of 2 goals met; not met: a late 410", "fail: P7 and P15 broken, 2 mistakes in all",
            ])
    }

    @Test("No violation is a pass, and a doubt or a stopped run is not")
    func verdicts() {
        var exploration = SampleExploration.passing()
        #expect(ExplorationReport(exploration).lines.last == "pass: no promise was broken")
        exploration.isWhole = false
        #expect(ExplorationReport(exploration).lines.last == "inconclusive: the run was stopped early")
        exploration.isWhole = true
        exploration.doubts = ["P3 was never judged", "no late 410"]
        #expect(ExplorationReport(exploration).lines.last == "inconclusive: P3 was never judged; no late 410")
    }

    @Test("An expectation of a scenario is reported as such")
    func expectations() {
        var exploration = SampleExploration.passing()
        let violation = Violation(.expectation, "k", "on tablet n1 is active, not gone", at: .zero)
        exploration.findings = [SampleExploration.finding(violation, seed: 1, steps: 3)]
        let lines = ExplorationReport(exploration).lines
        #expect(lines[0] == "the scenario's own expectation: on tablet n1 is active, not gone")
        #expect(lines.last == "fail: the scenario's own expectation broken, 1 mistake in all")
    }

    @Test("If nothing could be judged, no promise is listed")
    func nothing() {
        var exploration = Exploration()
        exploration.isWhole = false
        #expect(
            ExplorationReport(exploration).lines == [
                "0 seeds of 0 scenarios, 0 events, hash 0000000000000000", "0 promises judged, 0 of them at risk",
                "inconclusive: the run was stopped early",
            ])
    }

    @Test("Of many unmet goals the first are listed")
    func manyGoals() {
        var exploration = SampleExploration.passing()
        exploration.goals = (1...5).map { .init("g\($0)", hits: 0) }
        #expect(ExplorationReport(exploration).sum[2] == "0 of 5 goals met; not met: g1, g2, g3 and 2 more")
    }

    @Test("Of many seeds the first are listed")
    func manySeeds() {
        var exploration = SampleExploration.passing()
        for seed in 1...20 as ClosedRange<UInt64> {
            let violation = Violation(.p1, "k", "w", at: .zero)
            exploration.findings.append(SampleExploration.finding(violation, seed: seed, steps: 3))
        }
        let lines = ExplorationReport(exploration).lines
        #expect(lines[1] == "in a.yaml, seed 1, also with 2, 3, 4, 5, 6 and 14 more")
    }

    @Test("The failing seeds are counted, listed or not")
    func failing() {
        var exploration = SampleExploration.failing()
        exploration.failed = 61
        exploration.failing[exploration.findings[0].mistake] = 60
        let lines = ExplorationReport(exploration).lines
        #expect(lines[1] == "in a.yaml, seed 8, also with 7 and 58 more")
        #expect(lines.contains { $0.hasPrefix("100 seeds of 2 scenarios, 61 of them failed, 12345 events, hash ") })
        #expect(ExplorationReport(SampleExploration.failing()).lines[1] == "in a.yaml, seed 8, also with 7")
    }

    @Test("A shrunk plan is preferred to a short one")
    func shrunkFirst() {
        var exploration = SampleExploration.passing()
        for (steps, shrunk) in [(50, nil), (40, 9), (2, nil), (60, 8)] as [(Int, Int?)] {
            let violation = Violation(.p1, "k", "w", at: .zero)
            var finding = SampleExploration.finding(violation, seed: UInt64(steps), steps: steps)
            finding.shrunkSteps = shrunk
            exploration.findings.append(finding)
        }
        #expect(ExplorationReport(exploration).lines[1] == "in a.yaml, seed 60, also with 50, 40 and 2")
    }

    @Test(
        "A plan that was shrunk in part is not called minimal",
        arguments: [(9, "shrunk from 214 steps to 9, not fully, "), (214, "not fully shrunk, ")])
    func cutShort(_ size: Int, _ words: String) throws {
        var exploration = SampleExploration.failing()
        exploration.findings.removeLast(2)
        #expect(!ExplorationReport(exploration).json.contains("minimal"))
        (exploration.findings[0].shrunkSteps, exploration.findings[0].isMinimal) = (size, false)
        let report = ExplorationReport(exploration)
        #expect(report.lines.contains { $0.contains("    # \(words)repeated in") }, "\(report.lines)")
        #expect(report.json.contains(#""minimal":false"#))
    }

    @Test("A plan that was not shrunk is printed by the involved steps, a long one in part")
    func longPlans() {
        var plan = SampleExploration.plan()
        plan.steps = (0..<40).map { .init(at: .seconds($0), .publish(.raw("?", id: "n\($0)"), user: "alice")) }
        var exploration = SampleExploration.passing()
        let violation = Violation(.p1, "k", "w", at: .zero, steps: [2, 12, 99])
        exploration.findings = [SampleExploration.finding(violation, seed: 1, steps: 40)]
        let report = { ExplorationReport(exploration, evidence: [0: .init(plan: plan)]).lines }
        #expect(
            report()[1...3] == [
                "   2  00:01.000  publish n1 to alice", "  12  00:11.000  publish n11 to alice", "in a.yaml, seed 1",
            ])
        exploration.findings[0].shrunkSteps = 40
        #expect(report()[25] == "  … and 16 more steps")
    }

    @Test("The table has a row for each promise, in columns")
    func table() {
        let table = ExplorationReport(SampleExploration.failing()).table
        #expect(table.allSatisfy { $0.count <= 80 }, "a row is wider than a terminal")
        #expect(table.count == 1 + Property.allCases.count && Set(table.map(\.count)).count == 1)
        #expect(table[15].split(separator: " ").suffix(4) == ["100", "120", "30", "2"])
        #expect(table[1 + Property.promises.count].hasPrefix("the scenario's own expectation "))
        #expect(table[0].split(separator: "  ").count == 5)
    }

    @Test("Every action has its own words")
    func deeds() {
        let plan = SampleExploration.plan()
        let phone = Scenario.DeviceName(user: "alice", device: "phone")
        let deeds: [Scenario.DeviceDeed] =
            UserAct.allCases.map { .act($0, "n1") }
            + [
                .foreground, .background, .suspend, .forceQuit, .crash, .crashMidway, .reinstall, .online,
                .normalPower, .lock, .unlock, .rotateToken, .withoutBackgroundMode, .withBackgroundMode,
            ]
            + [.signOut, .breakConnection, .offline(nil), .offline(.hours(1)), .lowPower(nil), .lowPower(.hours(1))]
            + LabAccount.allCases.map { .signIn($0) } + [
                .delayTap(.seconds(1)), .delayTap(.seconds(2)), .delayAnswer(.seconds(1)),
            ]
            + Scenario.Fault.allCases.flatMap { fault in [1, 2].map { .fault(fault, count: $0) } }
            + LinkFault.allCases.flatMap { fault in [1, 2].map { .refuseConnections(fault, count: $0) } }
        var steps = deeds.map { Scenario.Deed.device($0, phone) }
        steps += [.quiesce(within: nil), .quiesce(within: .hours(1)), .random(.init(count: 1...3, over: .hours(1)))]
        steps += [.expect(.agreement), .expect(.everywhere("n1", .init())), .expect(.on(phone, "n1", .init()))]
        steps += [1, 2].map { .burst("b", count: $0, user: "alice") }
        steps.append(.publish(.visual("?", id: "", lifetime: .seconds(60)), user: "alice"))
        let words = steps.map { plan.phrase(of: $0) }
        #expect(Set(words).count == steps.count)
        #expect(words.allSatisfy { $0.count > 8 && !$0.contains("\n") })
        #expect(words.last == "publish (no id) to alice as a visible one, which expires in 1m")
        #expect(words.contains("publish b1 to alice"))
        #expect(words.contains("the next 2 taps for alice.phone get lost"))
        #expect(words.contains("alice.phone goes offline for 1h"))
    }

    @Test("Undecided runs are counted beside a pass")
    func undecided() {
        var exploration = Exploration()
        exploration.parts = [Exploration.Part(source: "d.yaml", about: "")]
        (exploration.parts[0].seeds, exploration.parts[0].worth.undecided) = (15, 4)
        exploration.seeds = 15
        exploration.doubt(demandsGoals: false)
        let lines = ExplorationReport(exploration).sum
        #expect(
            lines.contains(
                "4 of 15 runs of d.yaml prove nothing: a step had no effect on a notification that an "
                    + "expectation is about"), "\(lines)")
        #expect(lines.last == "pass: no promise was broken")
    }
}
