import Basics
import LabReports
import PushLab

/// The result of one run of a scenario.
struct ScenarioResult {
    private let plan: Scenario
    private let seed: UInt64
    /// Whether some steps were chosen by a `random` step. Such steps are not in the scenario file.
    private let isChosen: Bool
    private let time: String
    private let trial: Trial
    /// The command that reproduces the run.
    private let repetition: String
    private let exploration: Exploration

    init(
        _ plan: Scenario, from source: String, _ options: RunOptions, at time: Interval, _ trial: Trial,
        isWhole: Bool, isChosen: Bool = false
    ) {
        let seed = plan.seed ?? 1
        self.plan = plan
        self.isChosen = isChosen
        self.seed = seed
        self.time = time.clockText
        self.trial = trial
        let repetition = options.lab.repetition(of: options.file.text, seed: seed, traps: options.traps)
        self.repetition = options.strict ? "\(repetition) --strict" : repetition

        var part = Exploration.Part(plan, source: source)
        part.measures = trial.measures
        part.seeds = 1
        part.counts = trial.counts
        var exploration = Exploration()
        exploration.parts = [part]
        exploration.seeds = 1
        exploration.failed = trial.violations.isEmpty ? 0 : 1
        exploration.events = trial.events
        exploration.code = trial.hash
        exploration.goals = Goals.Name.allCases.map { .init($0.rawValue, hits: trial.goals.hits($0)) }
        for violation in trial.violations {
            let job = ExplorationTally.Job(number: 0, part: 0, seed: seed)
            var finding = Exploration.Finding(violation, of: job, steps: plan.steps.count)
            finding.plan = options.file.text
            finding.reproduction = self.repetition
            exploration.findings.append(finding)
        }
        exploration.isWhole = isWhole
        part.worth = trial.worth
        // Each undecided step is reported separately, as its own reason.
        part.worth.undecided = 0
        exploration.parts = [part]
        if options.strict { exploration.forbiddenIdleSteps = trial.idle.count }
        exploration.gaps = trial.moot.map { "\($0.words), which an expectation needs" }
        if plan.isVoid { exploration.gaps.append("the scenario \(Scenario.voidness)") }
        exploration.doubt(demandsGoals: false)
        self.exploration = exploration
    }

    private var cast: String {
        let devices = self.plan.people.reduce(0) { $0 + $1.devices.count }
        return "\(counted(self.plan.people.count, "user")), \(counted(devices, "device")), "
            + counted(self.plan.steps.count, "step")
    }

    var verdict: Exploration.Verdict { self.exploration.verdict }

    /// The maximum number of steps that are listed.
    ///
    /// Any further steps are only counted.
    private static let mostIdle = 5

    /// The steps without effect. The first steps are listed by name, and the rest are only counted.
    private var idle: [String] {
        // If an expectation depends on a step without effect, the step is not listed here. It is reported as a doubt
        // instead.
        let idle = self.trial.idle.filter { !self.trial.moot.contains($0) }
        guard idle.count > Self.mostIdle else { return idle.map(\.words) }
        return idle.prefix(Self.mostIdle).map(\.words)
            + ["\(counted(idle.count - Self.mostIdle, "more step")) had no effect; see --json"]
    }

    private var report: ExplorationReport { ExplorationReport(self.exploration, evidence: self.evidence) }

    /// The report for a terminal: the problems line by line, and then the summary.
    var lines: [String] {
        let about = self.plan.about.isEmpty ? [] : Paragraph.lines(of: self.plan.about, width: 78)
        let chosen = self.isChosen ? ["the seed chose these steps; '--plan -' writes them"] : []
        let head = "\(self.cast), seed \(self.seed)"
        let wrong = self.trial.violations.flatMap { violation in
            let steps = violation.steps.map(String.init)
            let place = steps.isEmpty ? "" : " (\(steps.count == 1 ? "step" : "steps") \(Spelling.list(steps, "and")))"
            let title = violation.property == .expectation ? violation.property.id : violation.property.title
            return ["\(title): \(violation.witness)\(place)"]
                + (violation.endsRun ? [ExplorationReport.firstOfAll] : [])
        }
        let end =
            "\(self.verdict.rawValue): \(self.trial.events) events in \(self.time) of virtual time, "
            + "fingerprint \(Hex.text(of: self.trial.hash))"
        let limits = self.report.limits
        let doubts = self.exploration.doubts
        let idle = self.idle
        guard self.verdict == .fail else { return about + [head] + chosen + idle + limits + doubts + [end] }
        let second = self.comparesRuns ? ["to see the second run: \(self.repetition) --second --trace"] : []
        return about + [head] + chosen + wrong + idle + limits + [end, "repeat: \(self.repetition)"] + second
    }

    /// Whether any finding is about the second run, or about the comparison of the two runs.
    private var comparesRuns: Bool {
        self.trial.violations.contains { Relation($0.property) != nil || $0.kind == Violation.secondRun }
    }

    /// The report for scripts, in the JSON format that all verbs share.
    var json: String {
        var report = self.report
        report.idle = self.trial.idle
        return report.json
    }

    private var evidence: [Int: ExplorationReport.Evidence] {
        var evidence: [Int: ExplorationReport.Evidence] = [:]
        for place in self.trial.violations.indices { evidence[place] = .init(plan: self.plan) }
        return evidence
    }
}
