import Basics
import LabScenario
import LabWire
import PushLab
import ShoulderTap

/// The verb `run`: runs one scenario with one seed.
struct ScenarioCommand {
    private let options: RunOptions
    private let plugs: Plugs
    private var console = Console(outlivesReader: true)

    init(_ options: RunOptions, _ plugs: Plugs) {
        self.options = options
        self.plugs = plugs
    }

    mutating func run() -> ExitStatus {
        Platform.noteInterrupts()
        var status = ExitStatus.passed
        do throws(RunEnd) {
            let outputs = [self.options.plan, self.options.history].compactMap(\.self)
            guard
                let scenario = try ScenarioFile.read(
                    self.options.file, writing: outputs, &self.console, &status)
            else { return status }
            if let refusal = PlanRefusal(scenario, from: self.options.file, with: self.options.lab, verb: "run") {
                try self.console.complain(
                    TerminalText.escaped("\(ScenarioFile.name(of: self.options.file)): \(refusal.words)"))
                return refusal.status
            }
            var plan = scenario.expanded(seed: self.options.lab.seed ?? scenario.seed ?? 1)
            // A plan that is written contains all options of its run.
            plan.traps.formUnion(self.options.traps)
            plan.needs = self.options.lab.needs
            if self.options.second, plan.relation == nil { return try self.refuseSecondRun(of: plan) }
            if let path = self.options.plan {
                let text = Array(plan.yaml.utf8)
                if let fault = ScenarioFile.fault(of: text) { return try self.refuse(path, fault) }
                try OutputFile.write(text, to: path)
            }
            return try self.play(plan, isChosen: scenario.steps.contains(where: \.deed.isRandom))
        } catch {
            return error.status()
        }
    }

    private mutating func refuse(_ path: RawText, _ fault: String) throws(RunEnd) -> ExitStatus {
        let words = "cannot write this plan as a scenario file: \(fault); run without --plan, or use fewer steps"
        try self.console.complain(TerminalText.escaped("\(path.text): \(words)"))
        return .badData
    }

    private mutating func refuseSecondRun(of plan: Scenario) throws(RunEnd) -> ExitStatus {
        let words = """
            seed \(plan.seed ?? 1) has no second run, because this seed is not checked against a relation; add the \
            line 'relation: P20' to check every seed
            """
        try self.console.complain(TerminalText.escaped("\(self.options.file.text): \(words)"))
        return .badData
    }

    /// - Parameter isChosen: Whether some steps of the plan were chosen by a `random` step of the scenario.
    private mutating func play(_ plan: Scenario, isChosen: Bool) throws(RunEnd) -> ExitStatus {
        let seed = plan.seed ?? 1
        let lab: Lab
        var second: Lab?
        let name = ScenarioFile.name(of: self.options.file)
        LastWords.prepare(for: plan, from: name, self.options)
        defer { LastWords.forget() }
        let open: () throws(LabFailure) -> Lab = { [plugs = self.plugs] () throws(LabFailure) in
            try plugs.lab(seed: seed, host: plan.host, traps: plan.traps)
        }
        do throws(LabFailure) { lab = try open() } catch { return try self.giveUp(error) }
        var run = ScenarioRun(plan, in: lab)
        var failure: LabFailure?
        do throws(LabFailure) {
            let isStopped = { Platform.interruption != nil }
            try run.run(isStopped: isStopped)
            try run.runAgain(isStopped: isStopped) { () throws(LabFailure) in
                let lab = try open()
                second = lab
                return lab
            }
        } catch { failure = error }
        let isWhole = failure == nil && Platform.interruption == nil
        let trial = Trial(run, in: lab)
        let end = lab.view.events.last.map { lab.view.time(of: $0) } ?? .zero
        let result = ScenarioResult(
            plan, from: name, self.options, at: end, trial, isWhole: isWhole, isChosen: isChosen)
        try self.tell(result, self.options.second ? second : lab)
        if let failure { return try self.giveUp(failure) }
        try RunEnd.heedInterrupts()
        return ExitStatus(result.verdict)
    }

    /// - Parameter lab: The lab whose history is written. Nil if the second run was requested, but there was no second
    ///   run.
    private mutating func tell(_ result: ScenarioResult, _ lab: Lab?) throws(RunEnd) {
        if lab == nil, Platform.interruption == nil {
            try self.console.complain("there was no second run, so there is nothing to write")
        }
        let history = Result { () throws(RunEnd) in try self.writeHistory(of: lab) }
        let isHistoryInPlace = self.options.history == "-" && lab != nil
        if !isHistoryInPlace, self.options.plan != "-" { try self.tell(of: result, lab) }
        // The result is written first, even if the history cannot be written.
        try history.get()
    }

    private func writeHistory(of lab: Lab?) throws(RunEnd) {
        guard let path = self.options.history, let lab else { return }
        try OutputFile.write(Array(lab.historyLines.map { $0 + "\n" }.joined().utf8), to: path)
    }

    private mutating func tell(of result: ScenarioResult, _ lab: Lab?) throws(RunEnd) {
        if self.options.json {
            try self.console.write(result.json + "\n")
        } else {
            if self.options.trace, let lab {
                for line in lab.trace { try self.console.write(TerminalText.escaped(line) + "\n") }
            }
            let styles = Styles.ofOutput
            for line in result.lines {
                try self.console.write(styles.reported(TerminalText.escaped(line)) + "\n")
            }
        }
        try self.console.flush()
    }

    private mutating func giveUp(_ failure: LabFailure) throws(RunEnd) -> ExitStatus {
        // After an interrupt, the user knows why the run ended.
        try RunEnd.heedInterrupts()
        try self.console.complain(TerminalText.escaped(failure.description))
        return .broken
    }
}
