import Basics
import LabReports
import PushLab

/// Explorations as an explorer would have made them.
enum SampleExploration {
    static func passing(seeds: Int = 100) -> Exploration {
        var exploration = Exploration()
        exploration.parts = ["a.yaml", "b.yaml"].map { name in
            var part = Exploration.Part(source: name, about: "What \(name) is about.")
            part.seeds = seeds / 2
            for property in Property.promises where property != .p27 {
                var count = PropertyCount()
                (count.applicable, count.judged, count.atRisk) = (seeds / 2, 4 * property.rawValue, property.rawValue)
                part.counts[property] = count
            }
            return part
        }
        exploration.seeds = seeds
        exploration.events = 12_345
        exploration.code = 0x0123_4567_89AB_CDEF
        exploration.goals = [.init("a tap is lost", hits: 7), .init("a late 410", hits: 0)]
        return exploration
    }

    /// In the first part, the seeds counted from zero.
    static func finding(_ violation: Violation, seed: UInt64, steps: Int) -> Exploration.Finding {
        Exploration.Finding(violation, of: .init(number: Int(seed), part: 0, seed: seed), steps: steps)
    }

    /// P15 fails twice alike in the first part, P7 once in the second.
    static func failing(words: String = "n1", source: String = "a.yaml") -> Exploration {
        var exploration = Self.passing()
        exploration.parts[0].source = source
        for (seed, size) in [(7, 9), (8, 3)] as [(UInt64, Int)] {
            let violation = Violation(
                .p15, "shown again", "tablet showed \(words) again", at: .seconds(2), events: [3, 5], steps: [1, 2])
            var finding = Self.finding(violation, seed: seed, steps: 214)
            finding.shrunkSteps = size
            finding.isRepeated = true
            finding.plan = ".shouldertap/bugs/\(seed)/min.yaml"
            finding.reproduction = "shouldertap run .shouldertap/bugs/\(seed)/min.yaml"
            exploration.findings.append(finding)
        }
        let violation = Violation(.p7, "lacks", "phone lacks \(words)", at: .seconds(9), steps: [2])
        let job = ExplorationTally.Job(number: 99, part: 1, seed: .max)
        exploration.findings.append(Exploration.Finding(violation, of: job, steps: 40))
        for finding in exploration.findings {
            let property = finding.violation.property
            exploration.parts[finding.part].counts[property, default: PropertyCount()].violations += 1
        }
        return exploration
    }

    /// So many different mistakes.
    static func failing(mistakes: Int, words: String = "n1") -> Exploration {
        var exploration = Self.passing()
        for number in 0..<mistakes {
            let violation = Violation(.p15, "kind \(number)", "\(words) \(number)", at: .zero)
            exploration.findings.append(Self.finding(violation, seed: UInt64(number), steps: 1))
        }
        return exploration
    }

    static func plan(_ id: String = "n1", user: String = "alice") -> Scenario {
        let phone = Scenario.DeviceName(user: user, device: "phone")
        let tablet = Scenario.DeviceName(user: user, device: "tablet")
        return Scenario(
            people: [Scenario.Person(user, [.init("phone", .ios), .init("tablet", .android)])],
            steps: [
                .init(.publish(.raw("?", id: id), user: user)),
                .init(at: .milliseconds(210), .device(.act(.delete, id), phone)),
                .init(at: .milliseconds(215), .device(.delayTap(.seconds(30)), tablet)),
            ])
    }

    /// What hostile names do to diagrams is tested there.
    private static let history = Result { try MermaidTests.lab().view }

    static func report(
        words: String = "n1", source: String = "a.yaml", withHistory: Bool = true
    ) throws -> ExplorationReport {
        let history = withHistory ? try Self.history.get() : nil
        let evidence = ExplorationReport.Evidence(plan: Self.plan(words), history: history)
        return ExplorationReport(Self.failing(words: words, source: source), evidence: [1: evidence])
    }
}
