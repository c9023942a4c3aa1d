import Basics
package import PushLab

/// A report about an exploration, for people, scripts and CI servers.
///
/// Each form depends only on the exploration and on the evidence that was kept for its findings.
package struct ExplorationReport: Sendable {
    /// The data that was kept for a finding, in addition to the violation.
    package struct Evidence: Sendable {
        /// The plan that reproduces the finding, shrunk if possible.
        package var plan: Scenario?
        /// The history of a run of the plan.
        package var history: HistoryView?
        /// The steps that had no effect in the run of the plan.
        package var idle: [IdleStep]

        package init(plan: Scenario? = nil, history: HistoryView? = nil, idle: [IdleStep] = []) {
            self.plan = plan
            self.history = history
            self.idle = idle
        }
    }

    /// The order of promises in reports: the promises, and then the expectations of scenarios.
    static let listed = Property.promises + [.expectation]

    let exploration: Exploration
    /// The steps of a single run that had no effect.
    package var idle: [IdleStep] = []
    /// The evidence by the index of the finding.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    private let evidence: [Int: Evidence]

    package init(_ exploration: Exploration, evidence: [Int: Evidence] = [:]) {
        self.exploration = exploration
        self.evidence = evidence
    }

    func plan(of finding: Int) -> Scenario? { self.evidence[finding]?.plan }

    func history(of finding: Int) -> HistoryView? { self.evidence[finding]?.history }

    func source(of finding: Exploration.Finding) -> String { self.exploration.parts[finding.part].source }

    /// One mistake with every seed that found it.
    struct Group {
        /// The most informative finding: the one with the smallest shrunk plan.
        var best: Int
        /// The seeds that are kept for this mistake. `count` is the total number.
        var seeds: [UInt64]
        var count: Int
    }

    /// The findings grouped by mistake, in the order in which they were found.
    var groups: [Group] {
        // Used for lookup only: iteration order is not deterministic.
        var places: [Exploration.Mistake: Int] = [:]
        var groups: [Group] = []
        for (index, finding) in self.exploration.findings.enumerated() {
            guard let place = places[finding.mistake] else {
                places[finding.mistake] = groups.count
                let count = self.exploration.failing[finding.mistake] ?? 1
                groups.append(Group(best: index, seeds: [finding.seed], count: count))
                continue
            }
            // A mistake may occur several times in one run.
            if groups[place].seeds.last != finding.seed { groups[place].seeds.append(finding.seed) }
            groups[place].count = max(groups[place].count, groups[place].seeds.count)
            if finding.tellsMore(than: self.exploration.findings[groups[place].best]) { groups[place].best = index }
        }
        return groups
    }

    /// The groups by mistake.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    var groupsByMistake: [Exploration.Mistake: Group] {
        let groups = self.groups.map { (self.exploration.findings[$0.best].mistake, $0) }
        return Dictionary(groups, uniquingKeysWith: { one, _ in one })
    }

    /// A step of a finding, as readable text.
    struct ToldStep {
        let number: Int
        let time: String
        let words: String
    }

    /// Returns the steps that led to a finding, or an empty list if no plan was kept.
    func steps(of index: Int) -> [ToldStep] {
        guard let plan = self.plan(of: index) else { return [] }
        let involved = self.exploration.findings[index].neededSteps
        return involved.filter { plan.steps.indices.contains($0 - 1) }.map { number in
            let step = plan.steps[number - 1]
            let idle = self.evidence[index]?.idle.first { $0.step == number }
            let words = plan.phrase(of: step.deed) + (idle.map { "; had no effect: \($0.reason)" } ?? "")
            return ToldStep(number: number, time: step.time.clockText, words: words)
        }
    }
}

extension Exploration.Finding {
    /// The number of steps of the finding's smallest plan.
    var size: Int { self.shrunkSteps ?? self.steps }

    /// The steps that led to the finding, in its smallest plan.
    ///
    /// In a shrunk plan, every step is needed.
    var neededSteps: [Int] { self.shrunkSteps.map { Array(1...max(1, $0)) } ?? self.violation.steps }

    /// Whether this finding is more informative than another.
    ///
    /// A short plan that was not shrunk may be full of irrelevant steps, so a shrunk plan is preferred.
    func tellsMore(than other: Self) -> Bool {
        if (self.shrunkSteps == nil) != (other.shrunkSteps == nil) { return self.shrunkSteps != nil }
        return self.size < other.size
    }

    /// A description of how far the plan was shrunk, or nil if there is nothing to say.
    ///
    /// For example `shrunk from 214 steps to 3, repeated in a separate process`, or `shrunk from 214 steps to 30, not
    /// fully`.
    var shrinking: String? {
        let shrinking = self.shrunkSteps.flatMap { steps in
            steps < self.steps ? "shrunk from \(Words.counted(self.steps, "step")) to \(steps)" : nil
        }
        let repetition = self.isRepeated.map { "\($0 ? "repeated" : "NOT REPEATED") in a separate process" }
        let rest = self.isMinimal ? nil : shrinking == nil ? "not fully shrunk" : "not fully"
        let words = [shrinking, rest, repetition].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}
