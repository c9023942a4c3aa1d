import Basics
package import PushLab

/// What came of an exploration, as people, scripts and CI servers want to be told.
///
/// Each form is a function of the exploration and of what was kept about its findings.
package struct ExplorationReport: Sendable {
    /// What is known of a finding beside the violation itself.
    package struct Evidence: Sendable {
        /// The plan that repeats it, shrunk if it could be.
        package var plan: Scenario?
        /// What happened when that plan ran.
        package var history: HistoryView?
        /// The steps of that run that had no effect.
        package var idle: [IdleStep]

        package init(plan: Scenario? = nil, history: HistoryView? = nil, idle: [IdleStep] = []) {
            self.plan = plan
            self.history = history
            self.idle = idle
        }
    }

    /// In the order of reports: the promises, and then what scenarios expect.
    static let listed = Property.promises + [.expectation]

    let exploration: Exploration
    /// The steps of a single run that had no effect.
    package var idle: [IdleStep] = []
    /// By the place of the finding in the exploration. Looked up, never walked through.
    private let evidence: [Int: Evidence]

    package init(_ exploration: Exploration, evidence: [Int: Evidence] = [:]) {
        self.exploration = exploration
        self.evidence = evidence
    }

    func plan(of finding: Int) -> Scenario? { self.evidence[finding]?.plan }

    func history(of finding: Int) -> HistoryView? { self.evidence[finding]?.history }

    func source(of finding: Exploration.Finding) -> String { self.exploration.parts[finding.part].source }

    /// One mistake, with every seed that found it.
    struct Group {
        /// The finding that tells most: shrunk furthest.
        var best: Int
        /// Those that are told, and how many there are.
        var seeds: [UInt64]
        var count: Int
    }

    /// The findings, each mistake once, in the order in which they turned up.
    var groups: [Group] {
        // Looked up, never walked through.
        var places: [Exploration.Mistake: Int] = [:]
        var groups: [Group] = []
        for (index, finding) in self.exploration.findings.enumerated() {
            guard let place = places[finding.mistake] else {
                places[finding.mistake] = groups.count
                let count = self.exploration.failing[finding.mistake] ?? 1
                groups.append(Group(best: index, seeds: [finding.seed], count: count))
                continue
            }
            // In one run a mistake may show several times.
            if groups[place].seeds.last != finding.seed { groups[place].seeds.append(finding.seed) }
            groups[place].count = max(groups[place].count, groups[place].seeds.count)
            if finding.tellsMore(than: self.exploration.findings[groups[place].best]) { groups[place].best = index }
        }
        return groups
    }

    /// Looked up, never walked through.
    var groupsByMistake: [Exploration.Mistake: Group] {
        let groups = self.groups.map { (self.exploration.findings[$0.best].mistake, $0) }
        return Dictionary(groups, uniquingKeysWith: { one, _ in one })
    }

    /// A step of a finding, to be read.
    struct ToldStep {
        let number: Int
        let time: String
        let words: String
    }

    /// The steps that led to a finding; none where no plan was kept.
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
    /// Of how many steps its smallest plan is.
    var size: Int { self.shrunkSteps ?? self.steps }

    /// The steps of its smallest plan that led to it: all that is left of one that was shrunk is needed.
    var neededSteps: [Int] { self.shrunkSteps.map { Array(1...max(1, $0)) } ?? self.violation.steps }

    /// A short plan that was not shrunk may be full of what does not matter.
    func tellsMore(than other: Self) -> Bool {
        if (self.shrunkSteps == nil) != (other.shrunkSteps == nil) { return self.shrunkSteps != nil }
        return self.size < other.size
    }

    /// `shrunk from 214 steps to 3, repeated in a process of its own`, or `shrunk from 214 steps to 30, not to the end`
    var shrinking: String? {
        let shrinking = self.shrunkSteps.flatMap { steps in
            steps < self.steps ? "shrunk from \(Words.counted(self.steps, "step")) to \(steps)" : nil
        }
        let repetition = self.isRepeated.map { "\($0 ? "repeated" : "NOT REPEATED") in a process of its own" }
        let rest = self.isMinimal ? nil : shrinking == nil ? "not shrunk to the end" : "not to the end"
        let words = [shrinking, rest, repetition].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}
