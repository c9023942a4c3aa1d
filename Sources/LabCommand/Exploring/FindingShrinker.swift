import Basics
import LabReports
import LabScenario
import LabWire
import Locking
import PushLab

/// Shrinks the findings of an exploration, one plan for each mistake, and saves the plans.
struct FindingShrinker {
    /// The maximum number of mistakes that are shrunk.
    ///
    /// If there are more, most of them have the same cause.
    private static let mostMistakes = 24
    /// The time limit for one finding.
    ///
    /// The limit should only stop runs that are very slow or hang. With a time limit, two machines may get different
    /// plans.
    private static let mostMilliseconds = 60_000

    private let options: ExploreOptions
    private let apps: Apps
    private let base: BugBase?

    init(_ options: ExploreOptions, _ apps: Apps, _ base: BugBase?) {
        self.options = options
        self.apps = apps
        self.base = base
    }

    /// The result of shrinking one finding.
    private struct Shrunk: Sendable {
        var plan: Scenario
        var violation: Violation
        /// The history of a run of the plan. Nil unless a report shows it.
        var history: HistoryView?
        var idle: [IdleStep] = []
        /// Whether the plan failed in the same way in a separate process. Nil if this is not known.
        var isRepeated: Bool?
        /// Whether every smaller plan was tried.
        var isMinimal = true
        /// The numbers of the steps that the shrinker did not remove, because an expectation needs them.
        var kept: [Int] = []
    }

    /// The result of shrinking: the evidence for each finding, and the failure if a plan could not be saved.
    struct Outcome {
        var evidence: [Int: ExplorationReport.Evidence] = [:]
        var failure: RunEnd?
    }

    /// Replaces the first finding of each mistake with its smallest plan.
    func shrink(_ exploration: inout Exploration, of scenarios: [Scenario], threads: Int) -> Outcome {
        let firsts = Self.firsts(of: exploration.findings)
        for index in firsts {
            let finding = exploration.findings[index]
            exploration.findings[index].reproduction = self.command(
                exploration.parts[finding.part].source, seed: finding.seed)
        }
        let chosen = Array(firsts.prefix(Self.mostMistakes))
        let findings = chosen.map { exploration.findings[$0] }
        let plans = findings.map { scenarios[$0.part].expanded(seed: $0.seed) }
        let (apps, words, showsHistories) = (self.apps, self.options.lab, self.options.reports.showsHistories)
        let results = Lock([Shrunk?](repeating: nil, count: chosen.count))
        let turns = Turns(chosen.count)
        Threads.run(min(threads, chosen.count)) { _ in
            let desk = PlanDesk(apps, words)
            while let place = turns.take() {
                var shrunk = Self.shrink(plans[place], findings[place].violation, desk)
                if showsHistories, let found = shrunk, !found.violation.endsProcess {
                    shrunk?.history = desk.history(of: found.plan)
                }
                results.with { $0[place] = shrunk }
            }
            desk.beginAnew()
        }
        var outcome = Outcome()
        for (place, shrunk) in results.with({ $0 }).enumerated() {
            let index = chosen[place]
            guard var shrunk else {
                // If another process does not repeat the crash, the cause of the crash is outside of the plan.
                let violation = exploration.findings[index].violation
                let isUnsteady = violation.endsProcess && Platform.interruption == nil
                if isUnsteady { exploration.findings[index].isRepeated = false }
                continue
            }
            shrunk.plan.needs = self.options.lab.needs
            exploration.findings[index].violation = shrunk.violation
            exploration.findings[index].shrunkSteps = shrunk.plan.steps.count
            exploration.findings[index].isMinimal = shrunk.isMinimal
            exploration.findings[index].keptSteps = shrunk.kept
            outcome.evidence[index] = ExplorationReport.Evidence(
                plan: shrunk.plan, history: shrunk.history, idle: shrunk.idle)
            exploration.findings[index].isRepeated =
                shrunk.isRepeated
                ?? Repetition.isSeen(of: shrunk.violation, in: shrunk.plan, self.options.lab)
            let source = exploration.parts[exploration.findings[index].part].source
            // If one folder cannot be written, no other folder is tried.
            guard let base, outcome.failure == nil else { continue }
            do throws(RunEnd) {
                let kept = try base.keep(shrunk.plan, of: exploration.findings[index], from: source)
                guard let path = kept else { continue }
                exploration.findings[index].plan = path.text
                exploration.findings[index].reproduction = self.options.lab.repetition(of: path.text)
            } catch { outcome.failure = error }
        }
        return outcome
    }

    /// Returns the index of the first finding of each mistake.
    private static func firsts(of findings: [Exploration.Finding]) -> [Int] {
        var seen: Set<Exploration.Mistake> = []
        return findings.indices.filter { seen.insert(findings[$0].mistake).inserted }
    }

    private static func shrink(_ plan: Scenario, _ violation: Violation, _ desk: PlanDesk) -> Shrunk? {
        let end = Platform.milliseconds() + Self.mostMilliseconds
        let plan = plan.without(whatSaysNothingOf: violation)
        // The result is kept, because a program could fail in another run.
        var smallest: Shrunk?
        desk.hasGivenUp = false
        desk.processorMilliseconds = violation.isEndless ? desk.fewMilliseconds : desk.usualMilliseconds
        let outcome = Shrinker.shrink(
            plan, isAboutExpectation: violation.kind == Violation.missed,
            isOver: { Platform.interruption != nil || Platform.milliseconds() > end },
            // A run that reached the limit of processor time shows nothing.
            spellingOut: { violation.endsProcess ? nil : desk.spelledOut($0) }
        ) { candidate in
            guard let shrunk = Self.run(candidate, violation, desk) else { return false }
            smallest = shrunk
            // The shrinker tries everything again from here.
            desk.hasGivenUp = false
            return true
        }
        let isMinimal = outcome.isMinimal && !desk.hasGivenUp
        if violation.endsProcess { return Self.confirmed(outcome, from: plan, violation, desk, isMinimal: isMinimal) }
        // The last failing plan may be a plan that was only compared, and not the smallest plan.
        if smallest?.plan != outcome.plan { smallest = Self.run(outcome.plan, violation, desk) }
        smallest?.isMinimal = isMinimal
        smallest?.kept = outcome.kept
        return smallest
    }

    /// Runs a crashing plan again in a new process. If the shrunk plan does not crash there, runs the whole plan there.
    private static func confirmed(
        _ outcome: Shrinker.Outcome, from plan: Scenario, _ violation: Violation, _ desk: PlanDesk, isMinimal: Bool
    ) -> Shrunk? {
        desk.processorMilliseconds = desk.usualMilliseconds
        for candidate in outcome.plan == plan ? [plan] : [outcome.plan, plan] {
            desk.beginAnew()
            guard var found = Self.run(candidate, violation, desk) else { continue }
            found.isMinimal = isMinimal && candidate == outcome.plan
            found.isRepeated = true
            return found
        }
        return nil
    }

    /// Runs a plan. Returns nil when it does not fail in the same way.
    ///
    /// - Parameter witness: The witness of the missed expectation, with full names.
    private static func run(
        _ plan: Scenario, _ violation: Violation, _ desk: PlanDesk
    ) -> Shrunk? {
        let trial = desk.trial(of: plan)
        let same = trial?.violations.first {
            $0.isSame(as: violation)
                // In a run where nothing happens, every expectation of the scenario is missed. So the witness must be
                // the same too.
                && (violation.kind != Violation.missed || $0.witness == violation.witness)
        }
        return same.map { Shrunk(plan: plan, violation: $0, idle: trial?.idle ?? []) }
    }

    /// Returns the command that reproduces a seed of a file. Returns nil for a scenario from standard input.
    private func command(_ source: String, seed: UInt64) -> String? {
        guard source != ScenarioFile.name(of: "-") else { return nil }
        return self.options.lab.repetition(of: source, seed: seed, traps: self.options.traps)
    }
}
