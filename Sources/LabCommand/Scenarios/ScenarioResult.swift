import Basics
import LabReports
import PushLab

/// What came of one run of a scenario.
struct ScenarioResult {
    private let plan: Scenario
    /// The file that it came from.
    private let source: String
    private let options: RunOptions
    private let seed: UInt64
    private let time: String
    private let trial: Trial
    /// Whether it came to its end.
    private let isWhole: Bool

    init(
        _ plan: Scenario, from source: String, _ options: RunOptions, seed: UInt64, _ lab: Lab, _ trial: Trial,
        isWhole: Bool
    ) {
        self.plan = plan
        self.source = source
        self.options = options
        self.seed = seed
        self.time = lab.view.events.last.map { HistoryView.clock(lab.view.time(of: $0)) } ?? "00:00.000"
        self.trial = trial
        self.isWhole = isWhole
    }

    private var cast: String {
        let devices = self.plan.people.reduce(0) { $0 + $1.devices.count }
        return "\(counted(self.plan.people.count, "user")), \(counted(devices, "device")), "
            + counted(self.plan.steps.count, "step")
    }

    var verdict: Exploration.Verdict { self.exploration.verdict }

    private var report: ExplorationReport { ExplorationReport(self.exploration, evidence: self.evidence) }

    /// For people: what is wrong, line by line, and then the sum.
    var lines: [String] {
        let about = self.plan.about.isEmpty ? [] : [self.plan.about]
        let head = "\(self.cast), seed \(self.seed)"
        let wrong = self.trial.violations.map { violation in
            let steps = violation.steps.map(String.init)
            let place = steps.isEmpty ? "" : " (step \(Spelling.list(steps, "and")))"
            let title = violation.property == .expectation ? violation.property.id : violation.property.title
            return "\(title): \(violation.witness)\(place)"
        }
        let end =
            "\(self.verdict.rawValue): \(self.trial.events) events in \(self.time) of virtual time, "
            + "fingerprint \(Hex.text(of: self.trial.hash))"
        let limits = self.report.limits
        let doubts = self.exploration.doubts
        guard self.verdict == .fail else { return about + [head] + limits + doubts + [end] }
        return about + [head] + wrong + limits + [end, "repeat: \(self.command)"]
    }

    /// What repeats the run, with the words that matter for it.
    private var command: String {
        var words = ["shouldertap run", ShellWord.plain(self.options.file.text), "--seed \(self.seed)"]
        words += self.options.traps.map(\.rawValue).sorted().map { "--trap \($0)" }
        words += self.options.lab.setting
        return words.joined(separator: " ")
    }

    /// For machines, in the form that other verbs share.
    var json: String { self.report.json }

    private var exploration: Exploration {
        var exploration = Exploration()
        var part = Exploration.Part(self.plan, source: self.source)
        part.measures = self.trial.measures
        part.seeds = 1
        part.counts = self.trial.counts
        exploration.parts = [part]
        exploration.seeds = 1
        exploration.failed = self.trial.violations.isEmpty ? 0 : 1
        exploration.events = self.trial.events
        exploration.code = self.trial.hash
        exploration.goals = Goals.Name.allCases.map { .init($0.rawValue, hits: self.trial.goals.hits($0)) }
        exploration.findings = self.trial.violations.map {
            let job = ExplorationTally.Job(number: 0, part: 0, seed: self.seed)
            var finding = Exploration.Finding($0, of: job, steps: self.plan.steps.count)
            finding.plan = self.options.file.text
            finding.reproduction = self.command
            return finding
        }
        exploration.isWhole = self.isWhole
        exploration.doubt(demandsGoals: false)
        return exploration
    }

    private var evidence: [Int: ExplorationReport.Evidence] {
        var evidence: [Int: ExplorationReport.Evidence] = [:]
        for place in self.trial.violations.indices { evidence[place] = .init(plan: self.plan) }
        return evidence
    }
}
