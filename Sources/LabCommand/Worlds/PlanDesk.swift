import LabWire
import PushLab

/// Runs plans for one thread. Runs them in a separate process, or in this process if no other process can be started.
///
/// If a program under test has failed, starts it again. Otherwise it would fail in every later plan.
final class PlanDesk {
    private let apps: Apps
    private let lab: LabWords
    /// The separate process. Nil before the first plan, and nil if no process can be started.
    private var worlds: WorldProcess?
    private var plugs: Plugs?
    private var runsHere = false
    /// Whether any program has failed since the last check.
    var hasGivenUp = false
    /// The processor time that a run may use, in milliseconds.
    var processorMilliseconds: Int

    init(_ apps: Apps, _ lab: LabWords) {
        self.apps = apps
        self.lab = lab
        self.processorMilliseconds = lab.processorMilliseconds
    }

    /// The default limit of processor time for a run, in milliseconds.
    var usualMilliseconds: Int { self.lab.processorMilliseconds }

    /// The processor time, in milliseconds, after which a small plan counts as endless. Most runs use a thousandth of
    /// this time.
    var fewMilliseconds: Int { max(250, self.usualMilliseconds / 60) }

    /// Drops the standard error of programs, because the finding already contains the output.
    private static var noErrors: ProgramErrors { ProgramErrors { _ in } }

    /// Makes the next plan run in a new process.
    func beginAnew() {
        self.worlds?.finish()
        self.worlds = nil
    }

    /// Runs a plan. Returns nil if a program under test failed or the run was stopped.
    func trial(of plan: Scenario) -> Trial? {
        if self.open() {
            switch self.answer(to: .plan(plan, milliseconds: self.processorMilliseconds)) {
            case .runs(let runs, nil)?: if let run = runs.first { return run.trial }
            // A file has limits, but a plan in memory does not.
            case .unreadable?: break
            default: return self.giveUp()
            }
        }
        return self.here { (plugs) throws(LabFailure) in
            try Trial(plan) { () throws(LabFailure) in try plugs.lab(for: plan) }
        }
    }

    /// Turns every random loss or delay of a plan into a step, and returns the new plan. Returns nil if this is not
    /// possible, for example because the plan has no random loss or delay.
    func spelledOut(_ plan: Scenario) -> Scenario? {
        guard self.open() else {
            return self.here { (plugs) throws(LabFailure) in try plan.spelledOut(in: plugs.lab(for: plan)) } ?? nil
        }
        if case .spelling(let plan)? = self.answer(to: .spelling(plan)) { return plan }
        return self.giveUp()
    }

    /// Returns the history of a plan that was run before and ended.
    func history(of plan: Scenario) -> HistoryView? {
        self.here { (plugs) throws(LabFailure) in
            let lab = try plugs.lab(for: plan)
            var run = ScenarioRun(plan, in: lab)
            try run.run()
            return lab.view
        }
    }

    private func open() -> Bool {
        guard !self.runsHere else { return false }
        if self.worlds == nil { self.worlds = WorldProcess(WorldProcess.Setting(lab: self.lab, errors: Self.noErrors)) }
        self.runsHere = self.worlds == nil
        return !self.runsHere
    }

    /// Returns the answer to a question, or nil if the run was stopped.
    private func answer(to question: WorldQuestion) -> WorldAnswer? {
        guard let worlds, worlds.ask(question) else { return nil }
        while true {
            switch worlds.reply() {
            case .answer(let answer): return answer
            case .died(let death): return .runs([SeedRun(trial: Trial(of: death), steps: 0)], nil)
            case .silence where Platform.interruption != nil:
                worlds.terminate()
                return nil
            case .silence: continue
            }
        }
    }

    private func giveUp<Result>() -> Result? {
        self.hasGivenUp = true
        return nil
    }

    private func here<Result>(_ body: (Plugs) throws(LabFailure) -> Result) -> Result? {
        let plugs = self.plugs ?? Plugs(self.apps, self.lab, errors: Self.noErrors)
        self.plugs = plugs
        do throws(LabFailure) { return try body(plugs) } catch {
            self.plugs = nil
            return self.giveUp()
        }
    }
}
