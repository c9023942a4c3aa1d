import Basics
import LabReports
import PushLab

/// A mistake that an exploration found, shrunk as far as possible.
public struct ExplorationFailed: Error, Sendable, CustomStringConvertible {
    /// The seed of the storm that revealed the mistake.
    public let seed: UInt64
    /// The id of the broken promise, such as `P15`, or `expect` for the test's own expectation.
    public let property: String
    /// The mistake as a sentence.
    public let witness: String
    /// The path of the plan that reproduces the mistake; nil when no plan was saved.
    public let plan: String?
    /// The file of the failed expectation, as `#fileID` gives it.
    ///
    /// For a broken promise it is the file of the call to `explore`.
    public let fileID: String
    /// The line of the expectation or call in that file.
    public let line: Int
    /// The last events of each device involved, in the order in which they happened.
    public let lastEvents: [String]
    /// The mistake and its place, the steps that lead to it, the command that reproduces it, and the last events.
    public let description: String

    init(
        _ finding: StormExploration.Finding, in function: String, at call: SourcePlace, keepingIn bugs: String?,
        isOwn: (app: Bool, backend: Bool)
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
                let needs = Self.needs(of: finding, test: "\(test)", isOwn)
                let path = try Self.keep(finding, needing: needs, of: "\(test)", in: bugs)
                plan = path
                lines.append("plan: \(path)\(Self.remark(on: finding, needs))")
            } catch { lines.append("cannot save the plan: \(error.reason)") }
        }
        lines.append("reproduce: SHOULDERTAP_SEED=\(finding.seed) swift test --filter \(test)")
        self.plan = plan
        lines += finding.lastEvents.told
        self.description = lines.joined(separator: "\n")
    }

    /// Returns the lines that describe a finding, in the same form as in the tool's report.
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

    private static func remark(on finding: StormExploration.Finding, _ needs: Scenario.Needs?) -> String {
        if let gap = finding.gap { return "    # the plan is incomplete: \(gap)" }
        guard let needs else { return "" }
        return needs.ofTest.contains(.expectations)
            ? "    # to read, not to run: only the test has the expectations"
            : "    # to run it, name the \(needs.ofTest.map(\.rawValue).joined(separator: " and the ")) of the test"
    }

    /// Returns the parts of a test that the plan of a finding needs. Returns nil if the lab alone reproduces the
    /// mistake.
    private static func needs(
        of finding: StormExploration.Finding, test: String, _ isOwn: (app: Bool, backend: Bool)
    ) -> Scenario.Needs? {
        let parts = Scenario.Needs.Part.allCases.filter { part in
            switch part {
            case .app: isOwn.app
            case .backend: isOwn.backend
            case .steps: finding.gap != nil
            case .expectations: finding.violation.property == .expectation
            }
        }
        return parts.isEmpty ? nil : Scenario.Needs(test: test, for: parts)
    }

    private static func keep(
        _ finding: StormExploration.Finding, needing needs: Scenario.Needs?, of test: String, in bugs: String
    ) throws(KeepingFailure) -> String {
        if let name = finding.plan.nameThatNoFileTakes {
            throw KeepingFailure(
                "'\(name)' cannot name a scenario file; use a letter, then letters, digits, '-' or '_'")
        }
        let violation = finding.violation
        let name = "\(test)-\(finding.seed)-\(violation.property.id)-\(violation.kind)"
        let folder = "\(bugs)/\(FileWord.of(name))"
        var plan = finding.plan
        plan.needs = needs
        let text = "# \(violation.property.title)\n# Found by \(test) with seed \(finding.seed).\n" + plan.yaml
        try Platform.write(text, to: "min.yaml", in: folder)
        // The tool reads this file. It does not run the plan itself, because the test runs it.
        try Platform.write("test: \(test)\n", to: "setting", in: folder)
        return "\(folder)/min.yaml"
    }
}

/// The reason why a plan could not be saved.
struct KeepingFailure: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
