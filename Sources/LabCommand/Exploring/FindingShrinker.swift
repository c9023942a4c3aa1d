import Basics
import LabReports
import LabScenario
import LabWire
import Locking
import PushLab

/// Makes what an exploration found small, one plan for each mistake, and keeps the plans.
struct FindingShrinker {
    /// More mistakes at once are mostly one mistake.
    private static let mostMistakes = 24
    /// Only what is very slow or hangs comes to it: where a clock ends it, two machines may end with two plans.
    private static let mostMilliseconds = 60_000

    private let options: ExploreOptions
    private let apps: Apps
    private let base: BugBase?

    init(_ options: ExploreOptions, _ apps: Apps, _ base: BugBase?) {
        self.options = options
        self.apps = apps
        self.base = base
    }

    /// What came of shrinking one finding.
    private struct Shrunk: Sendable {
        var plan: Scenario
        var violation: Violation
        var history: HistoryView
        var idle: [IdleStep]
        /// Whether every smaller plan was tried.
        var isMinimal = true
        /// The steps that were kept for an expectation.
        var kept: [Int] = []
    }

    /// What is known of the findings, and why a plan could not be kept.
    struct Outcome {
        var evidence: [Int: ExplorationReport.Evidence] = [:]
        var failure: RunEnd?
    }

    /// What is plugged in on one thread: other programs once one has given up, which would give up in any plan.
    private final class Socket {
        private let apps: Apps
        private let words: LabWords
        private var plugs: Plugs
        /// Whether any program gave up since somebody looked.
        var hasGivenUp = false

        init(_ apps: Apps, _ words: LabWords) {
            (self.apps, self.words) = (apps, words)
            self.plugs = Self.plugs(apps, words)
        }

        /// The words of programs were told with the finding; a smaller plan that fails otherwise is no finding.
        private static func plugs(_ apps: Apps, _ words: LabWords) -> Plugs {
            Plugs(apps, words, errors: ProgramErrors { _ in })
        }

        /// Nil where a program gave up.
        func attempt<Result>(_ body: (Plugs) throws(LabFailure) -> Result) -> Result? {
            do throws(LabFailure) { return try body(self.plugs) } catch {
                self.plugs = Self.plugs(self.apps, self.words)
                self.hasGivenUp = true
                return nil
            }
        }
    }

    /// Puts the smallest plan in the place of each mistake's first finding.
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
        let (apps, words) = (self.apps, self.options.lab)
        let results = Lock([Shrunk?](repeating: nil, count: chosen.count))
        let turns = Turns(chosen.count)
        Threads.run(min(threads, chosen.count)) { _ in
            let socket = Socket(apps, words)
            while let place = turns.take() {
                let shrunk = Self.shrink(plans[place], findings[place].violation, socket)
                results.with { $0[place] = shrunk }
            }
        }
        var outcome = Outcome()
        for (place, shrunk) in results.with({ $0 }).enumerated() {
            guard var shrunk else { continue }
            shrunk.plan.needs = self.options.lab.needs
            let index = chosen[place]
            exploration.findings[index].violation = shrunk.violation
            exploration.findings[index].shrunkSteps = shrunk.plan.steps.count
            exploration.findings[index].isMinimal = shrunk.isMinimal
            exploration.findings[index].keptSteps = shrunk.kept
            outcome.evidence[index] = ExplorationReport.Evidence(
                plan: shrunk.plan, history: shrunk.history, idle: shrunk.idle)
            exploration.findings[index].isRepeated = Repetition.isSeen(
                of: shrunk.violation, in: shrunk.plan, self.options.lab)
            let source = exploration.parts[exploration.findings[index].part].source
            // One folder that takes no plan is reason enough to try no other.
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

    /// For each mistake the finding that came first.
    private static func firsts(of findings: [Exploration.Finding]) -> [Int] {
        var seen: Set<Exploration.Mistake> = []
        return findings.indices.filter { seen.insert(findings[$0].mistake).inserted }
    }

    private static func shrink(_ plan: Scenario, _ violation: Violation, _ socket: Socket) -> Shrunk? {
        let end = Platform.milliseconds() + Self.mostMilliseconds
        let plan = plan.without(whatSaysNothingOf: violation)
        // Run once more it might give up, and be lost.
        var smallest: Shrunk?
        socket.hasGivenUp = false
        let outcome = Shrinker.shrink(
            plan, isAboutExpectation: violation.kind == Violation.missed,
            isOver: { Platform.interruption != nil || Platform.milliseconds() > end },
            spellingOut: { plan in
                socket.attempt { (plugs) throws(LabFailure) in try plan.spelledOut(in: plugs.lab(for: plan)) } ?? nil
            }
        ) { candidate in
            guard let shrunk = Self.run(candidate, violation, socket) else { return false }
            smallest = shrunk
            // From here on everything is tried anew.
            socket.hasGivenUp = false
            return true
        }
        let isMinimal = outcome.isMinimal && !socket.hasGivenUp
        // The last plan that failed may have been one that was compared.
        if smallest?.plan != outcome.plan { smallest = Self.run(outcome.plan, violation, socket) }
        smallest?.isMinimal = isMinimal
        smallest?.kept = outcome.kept
        return smallest
    }

    /// Runs a plan; nil when it does not fail in the same way.
    private static func run(
        _ plan: Scenario, _ violation: Violation, _ socket: Socket
    ) -> Shrunk? {
        // What happened is told of the first run.
        var first: Lab?
        let trial = socket.attempt { (plugs) throws(LabFailure) in
            try Trial(plan) { () throws(LabFailure) in
                let lab = try plugs.lab(for: plan)
                first = first ?? lab
                return lab
            }
        }
        guard let trial, let lab = first else { return nil }
        let same = trial.violations.first {
            $0.isSame(as: violation)
                // Whatever the scenario expects is not so where nothing happens.
                && (violation.kind != Violation.missed || $0.witness == violation.witness)
        }
        return same.map { Shrunk(plan: plan, violation: $0, history: lab.view, idle: trial.idle) }
    }

    /// The line that repeats a seed of a file; nil for what came over standard input.
    private func command(_ source: String, seed: UInt64) -> String? {
        guard source != ScenarioFile.name(of: "-") else { return nil }
        return self.options.lab.repetition(of: source, seed: seed, traps: self.options.traps)
    }
}
