import Basics
import LabReports
import PushLab

/// A mistake that an exploration found, made as small as it can be.
public struct ExplorationFailed: Error, Sendable, CustomStringConvertible {
    /// The seed whose storm showed it.
    public let seed: UInt64
    /// The number of the promise that is broken, such as `P15`, or `expect` where it is the test's own expectation.
    public let property: String
    /// What is wrong, in a sentence.
    public let witness: String
    /// Where the plan is that repeats it; nil when none was kept.
    public let plan: String?
    /// The file of the expectation that failed, as `#fileID` gives it; of the call to `explore` for a broken promise.
    public let fileID: String
    /// The line in that file.
    public let line: Int
    /// The last events of each device involved, in the order in which they happened.
    public let lastEvents: [String]
    /// What is wrong and where, the steps that lead to it, the line that repeats it, and the last events.
    public let description: String

    init(
        _ finding: StormExploration.Finding, in function: String, at call: SourcePlace, keepingIn bugs: String?
    ) {
        let test = function.prefix { $0 != "(" }
        self.seed = finding.seed
        self.property = finding.violation.property.id
        self.witness = finding.violation.witness
        let place = finding.place ?? call
        (self.fileID, self.line) = (place.fileID, place.line)
        self.lastEvents = finding.lastEvents.lines
        var lines = Self.story(of: finding, in: "\(test)")
        lines.insert("  at \(place)", at: min(1, lines.count))
        var plan: String?
        if let bugs {
            do throws(KeepingFailure) {
                let path = try Self.keep(finding, of: "\(test)", in: bugs)
                plan = path
                lines.append("plan: \(path)\(Self.remark(on: finding))")
            } catch { lines.append("no plan was kept: \(error.reason)") }
        }
        lines.append("reproduce: SHOULDERTAP_SEED=\(finding.seed) swift test --filter \(test)")
        self.plan = plan
        lines += finding.lastEvents.told
        self.description = lines.joined(separator: "\n")
    }

    /// As the tool tells it.
    private static func story(of finding: StormExploration.Finding, in test: String) -> [String] {
        var exploration = Exploration()
        exploration.parts = [Exploration.Part(source: test, about: "")]
        let job = ExplorationTally.Job(number: 0, part: 0, seed: finding.seed)
        var told = Exploration.Finding(finding.violation, of: job, steps: finding.steps)
        told.shrunkSteps = finding.plan.steps.count
        exploration.findings = [told]
        let report = ExplorationReport(exploration, evidence: [0: .init(plan: finding.plan)])
        return report.mistakes.flatMap { $0 }
    }

    private static func remark(on finding: StormExploration.Finding) -> String {
        if let gap = finding.gap { return "    # it lacks something: \(gap)" }
        guard finding.violation.property == .expectation else { return "" }
        return "    # what was done; what was expected stands in the test alone"
    }

    private static func keep(
        _ finding: StormExploration.Finding, of test: String, in bugs: String
    ) throws(KeepingFailure) -> String {
        if let name = finding.plan.nameThatNoFileTakes {
            throw KeepingFailure("'\(name)' is no name for a scenario file: a letter, then letters, digits, '-', '_'")
        }
        let violation = finding.violation
        let name = "\(test)-\(finding.seed)-\(violation.property.id)-\(violation.kind)"
        let folder = "\(bugs)/\(FileWord.of(name))"
        let text = "# \(violation.property.title)\n# Found by \(test) with seed \(finding.seed).\n" + finding.plan.yaml
        try Platform.write(text, to: "min.yaml", in: folder)
        return "\(folder)/min.yaml"
    }
}

/// Why a plan was not kept.
struct KeepingFailure: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
