import Basics
import LabReports
import LabScenario
import PushLab

/// The verb `explore`: scenarios, many seeds, and what is wrong made small.
struct ExploreCommand {
    private let options: ExploreOptions
    private let apps: Apps
    private var console = Console()
    private var status = ExitStatus.passed

    init(_ options: ExploreOptions, _ apps: Apps) {
        self.options = options
        self.apps = apps
    }

    mutating func run() -> ExitStatus {
        Platform.noteInterrupts()
        do throws(RunEnd) {
            let files = try self.files()
            guard self.status == .passed else { return self.status }
            return try self.explore(files)
        } catch {
            return error.status
        }
    }

    /// A scenario with the name of its file.
    private struct File {
        var name: String
        var scenario: Scenario

        var part: Exploration.Part {
            Exploration.Part(
                source: self.name, about: self.scenario.about, thresholds: self.scenario.thresholds)
        }
    }

    private mutating func files() throws(RunEnd) -> [File] {
        var files: [File] = []
        for input in self.options.inputs {
            for path in try self.options.isShrinking
                ? [input] : ScenarioFolder.files(of: input, &self.console, &self.status)
            {
                guard var scenario = try ScenarioFile.read(path, &self.console, &self.status) else { continue }
                scenario.traps.formUnion(self.options.traps)
                #if Mutants
                    scenario.mutants.formUnion(self.options.lab.mutants)
                #endif
                files.append(File(name: ScenarioFile.name(of: path), scenario: scenario))
            }
        }
        return files
    }

    // MARK: Exploring

    private mutating func explore(_ files: [File]) throws(RunEnd) -> ExitStatus {
        let start = Platform.milliseconds()
        let deadline = self.options.limit.map { start + $0 * 1_000 }
        let threads = self.options.jobs ?? Platform.processors
        let base = self.options.bugs.map { BugBase($0, self.options) }
        let known = self.options.isShrinking ? [] : base?.known(of: files.map(\.name)) ?? []
        let (again, _) = try self.play(
            known.map { File(name: $0.path.text, scenario: $0.plan) },
            known.enumerated().map { ExplorationTally.Job(number: $0, part: $0, seed: $1.plan.seed ?? 1) },
            threads: threads, deadline: nil)
        let ownSeed = self.options.isShrinking ? files.first?.scenario.seed : nil
        let jobs = Jobs(
            files.map(\.scenario), seeds: self.options.seeds, first: self.options.lab.seed ?? ownSeed ?? 1,
            shard: self.options.shard)
        let (tally, stop) = try self.play(files, jobs.all, threads: threads, deadline: deadline)
        var exploration = tally.exploration
        switch stop {
        case .interrupted?, .failed?: exploration.isWhole = false
        case .wavered?, .timeIsUp?, nil: break
        }
        self.doubt(&exploration, files)
        let shrinking = FindingShrinker(self.options, self.apps, base)
        var evidence = try shrinking.shrink(&exploration, of: files.map(\.scenario), threads: threads)
        self.add(again.exploration, known, to: &exploration, &evidence)
        try self.tell(ExplorationReport(exploration, evidence: evidence), milliseconds: Platform.milliseconds() - start)
        if self.options.isShrinking, !self.options.json { try self.showPlan(exploration, evidence) }
        return try self.end(exploration, stop, files)
    }

    /// The plan of the first mistake, rather of a promise than of what the scenario itself expects.
    private mutating func showPlan(
        _ exploration: Exploration, _ evidence: [Int: ExplorationReport.Evidence]
    ) throws(RunEnd) {
        let places = exploration.findings.indices
        let first = places.first { exploration.findings[$0].violation.property != .expectation } ?? places.first
        guard let plan = first.flatMap({ evidence[$0]?.plan }) else { return }
        try self.console.write("\n" + plan.yaml)
        try self.console.flush()
    }

    private mutating func play(
        _ files: [File], _ jobs: [ExplorationTally.Job], threads: Int, deadline: Int?
    ) throws(RunEnd) -> (ExplorationTally, Explorer.Stop?) {
        let explorer = Explorer(
            files.map(\.scenario), parts: files.map(\.part), jobs, self.apps, self.options.lab, deadline: deadline)
        let isWatched = Platform.isTerminal(Platform.standardError)
        var console = self.console
        let result = explorer.run(threads: threads) { if isWatched { console.show(status: $0) } }
        console.show(status: "")
        self.console = console
        return result
    }

    /// What failed before and fails again comes first.
    private func add(
        _ again: Exploration, _ known: [BugBase.Known], to exploration: inout Exploration,
        _ evidence: inout [Int: ExplorationReport.Evidence]
    ) {
        let shift = exploration.parts.count
        for var finding in again.findings {
            let bug = known[finding.part]
            finding.part += shift
            finding.plan = bug.path.text
            finding.reproduction = FindingShrinker.command(bug.path, self.options)
            finding.shrunkSteps = finding.steps
            evidence[exploration.findings.count] = ExplorationReport.Evidence(plan: bug.plan)
            exploration.findings.append(finding)
        }
        guard !again.findings.isEmpty else { return }
        exploration.parts += again.parts.map { part in
            // They were measured with many more seeds.
            var part = part
            part.thresholds = []
            return part
        }
    }

    private func doubt(_ exploration: inout Exploration, _ files: [File]) {
        for (part, file) in files.enumerated() where exploration.parts[part].seeds > 0 {
            for case .hold(let promises) in file.scenario.expectations {
                let missed = Property.promises.filter {
                    promises.contains($0) && exploration.parts[part].counts[$0]?.judged ?? 0 == 0
                }
                guard !missed.isEmpty else { continue }
                let names = Spelling.list(missed.map(\.id), "and")
                exploration.doubts.append("\(file.name) never put \(names) to the test")
            }
        }
        let isAsked = self.options.demandsGoals || exploration.seeds >= 1_000
        let missed = exploration.goals.filter { $0.hits == 0 }.map { "'\($0.name)'" }
        if isAsked, !missed.isEmpty { exploration.doubts.append("it never came to \(Spelling.list(missed, "and"))") }
        if exploration.seeds == 0 { exploration.doubts.append("no seed was run") }
    }

    // MARK: Telling

    private mutating func tell(_ report: ExplorationReport, milliseconds: Int) throws(RunEnd) {
        if let path = self.options.junit {
            try OutputFile.write(Array(report.junit(milliseconds: milliseconds).xml.utf8), to: path)
        }
        if let path = self.options.html { try OutputFile.write(Array(HTMLReport(report).text.utf8), to: path) }
        if self.options.github { try self.tellGitHub(report) }
        if self.options.json {
            try self.console.write(report.json + "\n")
        } else {
            let lines = report.lines + (self.options.table ? [""] + report.table : [])
            let text = lines.map { TerminalText.escaped($0) }.joined(separator: "\n")
            // No name in a witness may be taken for a command.
            try self.console.write(self.options.github ? WorkflowCommand.quoted(text) : text + "\n")
        }
        try self.console.flush()
    }

    private mutating func tellGitHub(_ report: ExplorationReport) throws(RunEnd) {
        for line in report.annotations { try self.console.write(line + "\n") }
        guard let path = Platform.environment("GITHUB_STEP_SUMMARY"), !path.isEmpty else { return }
        let file = try OutputFile(RawText(path), append: true)
        defer { file.discard() }
        try file.write(Array(report.summary().utf8))
        try file.commit()
    }

    private mutating func end(
        _ exploration: Exploration, _ stop: Explorer.Stop?, _ files: [File]
    ) throws(RunEnd) -> ExitStatus {
        switch stop {
        case .interrupted?: throw RunEnd.interrupted(Platform.interruption ?? .interrupted)
        case .failed(let failure)?:
            try self.console.complain(TerminalText.escaped(failure.description))
            return .broken
        case .wavered(let job)?:
            let name = TerminalText.escaped(files[job.part].name)
            try self.console.complain(
                "\(name): seed \(job.seed) gave two histories; something in the app is not decided by the lab")
            return .broken
        case .timeIsUp?, nil:
            if let finding = exploration.findings.first(where: { $0.isRepeated == false }) {
                let name = TerminalText.escaped(exploration.parts[finding.part].source)
                try self.console.complain(
                    """
                    \(name): what broke \(finding.violation.property.id) with seed \(finding.seed) breaks nothing in a \
                    process of its own; something is not decided by the plan
                    """)
                return .broken
            }
            return ExitStatus(exploration.verdict)
        }
    }
}
