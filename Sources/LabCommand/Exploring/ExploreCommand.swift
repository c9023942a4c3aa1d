import LabReports
import LabScenario
import LabWire
import PushLab

/// The verb `explore`: runs scenarios with many seeds, and shrinks the failures.
struct ExploreCommand {
    private let options: ExploreOptions
    private let apps: Apps
    private var console = Console(outlivesReader: true)
    private var status = ExitStatus.passed
    private let errors = ProgramErrors { try? Platform.writeAll($0, to: Platform.standardError) }

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
            return error.status()
        }
    }

    /// A scenario with the name of its file.
    private struct File {
        var name: String
        var scenario: Scenario
        /// The name of the scenario from which an earlier exploration saved this plan. Nil if this is not a saved plan
        /// but a scenario.
        ///
        /// A saved plan contains its seed and its traps.
        var origin: String?

        var part: Exploration.Part { Exploration.Part(self.scenario, source: self.name) }
    }

    private mutating func files() throws(RunEnd) -> [File] {
        guard !self.options.inputs.isEmpty else { return [self.builtIn] }
        var files: [File] = []
        var seen: Set<[UInt8]> = []
        var passedOver = ExitStatus.passed
        let named = Set(self.options.inputs.map(\.bytes))
        for input in self.options.inputs {
            for path in try self.options.isShrinking
                ? [input] : ScenarioFolder.files(of: input, &self.console, &self.status)
            {
                // If an output cannot be written, this was already reported with the first file.
                guard self.status != .usage else { return files }
                // A file that is named twice is read once.
                guard seen.insert(path.bytes).inserted else { continue }
                guard
                    var scenario = try ScenarioFile.read(
                        path, writing: self.options.reports.outputs, &self.console, &self.status)
                else { continue }
                if let refusal = self.refusal(of: scenario, from: path) {
                    // A folder may contain plans of other apps. The remaining files of the folder are explored.
                    let isNamed = named.contains(path.bytes)
                    try self.tell(refusal, of: path, isNamed: isNamed)
                    if isNamed { self.status.worsen(to: refusal.status) } else { passedOver.worsen(to: refusal.status) }
                    continue
                }
                scenario.traps.formUnion(self.options.traps)
                files.append(File(name: ScenarioFile.name(of: path), scenario: scenario))
            }
        }
        if files.isEmpty { self.status.worsen(to: passedOver) }
        return files
    }

    private var builtIn: File {
        var scenario = BuiltInScenario.scenario
        scenario.traps.formUnion(self.options.traps)
        return File(name: BuiltInScenario.name, scenario: scenario)
    }

    private func refusal(of plan: Scenario, from path: RawText) -> PlanRefusal? {
        PlanRefusal(plan, from: path, with: self.options.lab, verb: self.options.isShrinking ? "shrink" : "explore")
    }

    private mutating func tell(_ refusal: PlanRefusal, of path: RawText, isNamed: Bool) throws(RunEnd) {
        let name = ScenarioFile.name(of: path)
        try self.console.complain(
            TerminalText.escaped(isNamed ? "\(name): \(refusal.words)" : "skipping \(name): \(refusal.words)"))
    }

    // MARK: Exploring

    private mutating func explore(_ files: [File]) throws(RunEnd) -> ExitStatus {
        let start = Platform.milliseconds()
        let threads = self.options.jobs ?? Threads.processors
        let scenarios = files.map(\.scenario)
        let ownSeed = self.options.isShrinking ? files.first?.scenario.seed : nil
        let first = self.options.lab.seed ?? ownSeed ?? 1
        let jobs = Jobs(scenarios, seeds: self.options.seeds, first: first, shard: self.options.shard)
        guard !self.options.hashes else { return try self.writeHashes(files, jobs, threads: threads) }
        let base = self.options.bugs.map { BugBase($0, self.options) }
        let (kept, unread) = try self.kept(from: files, in: self.options.isShrinking ? nil : base)
        let again = try self.play(
            kept, Jobs(plans: kept.map(\.scenario)), threads: threads, deadline: nil, oneInSoMany: 1)
        let deadline = self.options.limit.map { start + $0 * 1_000 }
        var (outcome, gaps) = try self.playTwice(files, jobs, threads: threads, deadline: deadline)
        var exploration = Self.sum(outcome, of: jobs.count, unread + gaps, files)
        exploration.gaps += files.filter(\.scenario.isVoid).map { "\($0.name) \(Scenario.voidness)" }
        exploration.share = self.options.shard.map {
            Exploration.Share($0, of: self.options.fingerprint(of: scenarios, first: first))
        }
        switch again.stop {
        case .wavered(let job)?: exploration.gaps.append("the plan \(kept[job.part].name) gave two histories")
        case .failed(_, let job)?: exploration.gaps.append("the plan \(kept[job.part].name) did not run to its end")
        case .interrupted?, .timeIsUp?, .enoughFailed?, .enoughEndless?, nil: break
        }
        exploration.doubt(demandsGoals: self.options.reports.demandsGoals)
        let shrinking = FindingShrinker(self.options, self.apps, base)
        var shrunk = shrinking.shrink(&exploration, of: scenarios, threads: threads)
        if Platform.interruption != nil { outcome.stop = .interrupted }
        self.add(again.tally.exploration, kept, to: &exploration, &shrunk.evidence)
        let report = ExplorationReport(exploration, evidence: shrunk.evidence)
        try ReportDesk(self.options.reports).tell(
            report, milliseconds: Platform.milliseconds() - start, hasBegun: outcome.hasBegun, &self.console)
        if self.options.isShrinking, !self.options.reports.json { try self.showPlan(exploration, shrunk.evidence) }
        if let failure = shrunk.failure {
            // In the default folder, saving plans is optional: a failure must not hide the findings.
            guard case .fileFailed = failure, self.options.bugs == RawText(ExploreOptions.usualBugs) else {
                throw failure
            }
            failure.tell()
        }
        if outcome.isAsWanted, let stop = again.stop { return try self.end(exploration, stop, kept) }
        return try self.end(exploration, outcome.stop, files)
    }

    /// Returns the saved plans of these files, and the reasons why some could not be used.
    private mutating func kept(
        from files: [File], in base: BugBase?
    ) throws(RunEnd) -> (plans: [File], gaps: [String]) {
        guard let base else { return ([], []) }
        let kept: BugBase.Contents
        do throws(SystemFailure) { kept = try base.kept(of: files.map(\.name)) } catch {
            try self.console.complain("\(TerminalText.escaped(base.folder)): \(error.message)")
            return ([], ["the plans in \(base.folder.text) cannot be read"])
        }
        var plans: [File] = []
        if kept.ofTests > 0 {
            let folder = TerminalText.escaped(base.folder)
            try self.console.complain(
                "skipping \(counted(kept.ofTests, "plan")) of Swift tests in \(folder): run 'swift test' to repeat them"
            )
        }
        var gaps = kept.strays.map { path in
            "cannot read the settings next to the plan \(path.text); fix or delete its folder"
        }
        for place in kept.plans {
            // The user did not ask for this file, so a problem with it only makes the result inconclusive.
            var status = ExitStatus.passed
            if try !ScenarioFolder.isPassedOver(place.path, &self.console),
                let plan = try ScenarioFile.read(place.path, &self.console, &status)
            {
                if let refusal = self.refusal(of: plan, from: place.path) {
                    gaps.append("\(place.path.text): \(refusal.words)")
                    continue
                }
                plans.append(File(name: place.path.text, scenario: plan, origin: place.source))
            } else {
                gaps.append("cannot read the plan \(place.path.text); fix or delete it")
            }
        }
        return (plans, gaps)
    }

    /// Runs all seeds. If requested, runs them again in a second process and compares the results.
    ///
    /// Also returns the reasons why some results could not be compared.
    private mutating func playTwice(
        _ files: [File], _ jobs: Jobs, threads: Int, deadline: Int?
    ) throws(RunEnd) -> (Explorer.Outcome, gaps: [String]) {
        let begin = Platform.milliseconds()
        var outcome = try self.play(
            files, jobs, threads: threads, deadline: deadline, mostFailures: self.options.mostFailures)
        guard self.options.checksDeterminism, !outcome.hasWavered, Platform.interruption == nil else {
            return (outcome, [])
        }
        var gaps: [String] = []
        let check = DeterminismCheck(self.options, self.apps)
        let piped = files.first { $0.name == ScenarioFile.name(of: "-") }?.scenario.yaml
        switch check.compare(outcome, of: jobs, piped: piped, milliseconds: Platform.milliseconds() - begin) {
        case .same: break
        case .other(let job): outcome.end(.wavered(job))
        case .unknown(let reason): gaps.append(reason)
        }
        if Platform.interruption != nil { outcome.stop = .interrupted }
        return (outcome, gaps)
    }

    /// Returns the exploration of all seeds. If it may be incomplete, records the reason.
    private static func sum(
        _ outcome: Explorer.Outcome, of asked: Int, _ gaps: [String], _ files: [File]
    ) -> Exploration {
        var exploration = outcome.tally.exploration
        exploration.gaps = gaps
        switch outcome.stop {
        case .interrupted?:
            exploration.isWhole = false
            exploration.cut = "stopped early, after \(exploration.seeds) of \(counted(asked, "seed"))"
        case .failed?: exploration.isWhole = false
        case .wavered(let job)?:
            exploration.isWhole = false
            exploration.gaps.append("seed \(job.seed) of \(files[job.part].name) gave two histories")
        case .timeIsUp?: exploration.cut = "stopped by '--for' after \(exploration.seeds) of \(counted(asked, "seed"))"
        case .enoughFailed?:
            let failed = counted(exploration.failed, "failing seed")
            exploration.cut = "stopped at \(failed), after \(exploration.seeds) of \(counted(asked, "seed"))"
        case .enoughEndless?:
            exploration.cut =
                "stopped at \(Explorer.mostEndless) seeds that do not end, "
                + "after \(exploration.seeds) of \(counted(asked, "seed"))"
        case nil: break
        }
        return exploration
    }

    /// Writes a line for each seed, separated by tabs: `generic.yaml 17 5f0c…`.
    ///
    /// A line has two hashes if a relation makes a second run. It has no hash if the seed gave two histories.
    private mutating func writeHashes(_ files: [File], _ jobs: Jobs, threads: Int) throws(RunEnd) -> ExitStatus {
        let deadline = self.options.limit.map { Platform.milliseconds() + $0 * 1_000 }
        let outcome = try self.play(files, jobs, threads: threads, deadline: deadline)
        for (place, job) in outcome.done(of: jobs).enumerated() {
            let name = TerminalText.escaped(files[job.part].name)
            var hashes = outcome.codes[place]?.text ?? Explorer.Codes.ofNone
            if case .wavered(job)? = outcome.stop { hashes = Explorer.Codes.ofTwo }
            try self.console.write("\(name)\t\(job.seed)\t\(hashes)\n")
        }
        try self.console.flush()
        return try self.end(Exploration(), outcome.stop, files)
    }

    /// Writes the plan of the first mistake.
    ///
    /// If any promise was broken, this is the first broken promise. Otherwise, it is the first missed expectation of a
    /// scenario.
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
        _ files: [File], _ jobs: Jobs, threads: Int, deadline: Int?, mostFailures: Int? = nil,
        oneInSoMany: Int = Explorer.oneInSoMany
    ) throws(RunEnd) -> Explorer.Outcome {
        let explorer = Explorer(
            files.map(\.scenario), parts: files.map(\.part), jobs,
            keepsCodes: self.options.hashes || self.options.checksDeterminism, self.apps, self.options.lab,
            deadline: deadline, mostFailures: mostFailures, oneInSoMany: oneInSoMany,
            errors: self.errors)
        let isWatched = Platform.isTerminal(Platform.standardError)
        var console = self.console
        let result = explorer.run(threads: threads) { if isWatched { console.show(status: $0) } }
        console.show(status: "")
        self.console = console
        return result
    }

    /// Adds the plans of earlier explorations that fail again. They come after the new findings.
    ///
    /// Skips a plan if its mistake was found again in the same scenario.
    private func add(
        _ again: Exploration, _ kept: [File], to exploration: inout Exploration,
        _ evidence: inout [Int: ExplorationReport.Evidence]
    ) {
        func name(_ violation: Violation, in scenario: String) -> [String] {
            [scenario, violation.property.id, violation.kind]
        }
        var told = Set(exploration.findings.map { name($0.violation, in: exploration.parts[$0.part].source) })
        for (place, var part) in again.parts.enumerated() {
            let bug = kept[place]
            let scenario = bug.origin ?? bug.name
            let new = again.findings.filter {
                $0.part == place && told.insert(name($0.violation, in: scenario)).inserted
            }
            guard !new.isEmpty else { continue }
            for var finding in new {
                finding.part = exploration.parts.count
                finding.plan = bug.name
                finding.reproduction = self.options.lab.repetition(of: bug.name)
                finding.shrunkSteps = finding.steps
                evidence[exploration.findings.count] = ExplorationReport.Evidence(plan: bug.scenario)
                exploration.findings.append(finding)
            }
            part.isKnown = true
            // The thresholds need many seeds, but a plan has only one.
            part.thresholds = []
            exploration.parts.append(part)
        }
    }

    // MARK: Ending

    private mutating func end(
        _ exploration: Exploration, _ stop: Explorer.Stop?, _ files: [File]
    ) throws(RunEnd) -> ExitStatus {
        switch stop {
        case .interrupted?: throw RunEnd.interrupted(Platform.interruption ?? .interrupted)
        case .failed(let failure, let job)?:
            let file = files[job.part]
            let again =
                file.origin == nil
                ? self.options.lab.repetition(of: file.name, seed: job.seed, traps: self.options.traps)
                : self.options.lab.repetition(of: file.name)
            try self.console.complain(
                TerminalText.escaped("\(file.name): seed \(job.seed): \(failure.description)"))
            try self.console.complain(bare: TerminalText.escaped("repeat: \(again)"))
            return .broken
        case .wavered(let job)?:
            let file = files[job.part]
            return try self.tellWavering(of: file.scenario.expanded(seed: job.seed), file.name, seed: job.seed)
        case .timeIsUp?, .enoughFailed?, .enoughEndless?, nil:
            if let finding = exploration.findings.first(where: { $0.isRepeated == false }) {
                try self.console.complain(finding.unsteadiness(in: exploration.parts[finding.part].source))
                return .broken
            }
            return ExitStatus(exploration.verdict)
        }
    }

    private mutating func tellWavering(
        of plan: Scenario, _ name: String, seed: UInt64
    ) throws(RunEnd) -> ExitStatus {
        try self.console.complain(
            "\(TerminalText.escaped(name)): seed \(seed) gave two histories; "
                + "the app or its server uses something that the lab does not control")
        if self.options.lab.hasProgram {
            try self.console.complain(
                bare: "do not read the clock or use your own randomness, and write \"done\" last: "
                    + "a line after it is attributed to that event or to the next, depending on real time")
        }
        for line in DeterminismCheck(self.options, self.apps).parting(of: plan) {
            try self.console.complain(bare: TerminalText.escaped(line))
        }
        return .broken
    }
}

extension Exploration.Finding {
    /// Returns a message about a finding that did not occur again: its plan broke no promise in another process.
    func unsteadiness(in source: String) -> String {
        let what =
            "\(TerminalText.escaped(source)): the plan that broke \(self.violation.property.id) with seed \(self.seed)"
        return "\(what) broke nothing in a separate process; the app or its server does not depend only on the plan"
    }
}
