import Basics

/// The results of running scenarios with many seeds.
package struct Exploration: Sendable {
    /// One of the scenarios with the results of its seeds.
    package struct Part: Sendable {
        /// The file of the scenario, or the name of the test.
        package var source: String
        package var about: String
        package var seeds = 0
        package var counts: [Property: PropertyCount] = [:]
        package var measures = Measures()
        package var worth = RunWorth()
        /// The limits for the measures over all seeds of the scenario.
        package var thresholds: [Threshold] = []
        /// The promises that the scenario requires to be checked.
        package var wanted: [Property] = []
        /// Whether this is a plan that an earlier exploration saved, and not one of the explored scenarios.
        package var isKnown = false

        package init(source: String, about: String) {
            self.source = source
            self.about = about
        }

        package init(_ scenario: Scenario, source: String) {
            self.init(source: source, about: scenario.about)
            self.thresholds = scenario.thresholds
            let ranges = scenario.expectations.compactMap { expectation in
                if case .hold(let promises) = expectation { promises } else { nil }
            }
            self.wanted = Property.promises.filter { promise in ranges.contains { $0.contains(promise) } }
        }

        /// The outcomes of the thresholds; empty when no seed was run.
        package var outcomes: [Threshold.Outcome] {
            self.seeds == 0 ? [] : self.thresholds.map { $0.outcome(self.measures[$0.measure]) }
        }
    }

    /// The fields that are equal in all findings of the same mistake.
    package struct Mistake: Hashable, Sendable {
        package let part: Int
        package let property: Property
        package let kind: String

        init(_ violation: Violation, in part: Int) {
            self.part = part
            self.property = violation.property
            self.kind = violation.kind
        }
    }

    /// A broken promise with the seed that breaks it.
    package struct Finding: Sendable {
        /// The number of the finding's seed in the whole exploration.
        package var job: Int
        /// The index of the finding's part.
        package var part: Int
        package var seed: UInt64
        package var violation: Violation
        /// The path of the plan that reproduces the finding; nil when no plan was written.
        package var plan: String?
        /// The command that reproduces the finding.
        package var reproduction: String?
        /// The number of steps of the plan before it was shrunk.
        package var steps: Int
        package var shrunkSteps: Int?
        /// Whether every step of the shrunk plan is needed; false when shrinking stopped early.
        package var isMinimal = true
        /// The numbers of the steps that shrinking had to keep, because an expectation is about them. The first step of
        /// the shrunk plan has the number one.
        package var keptSteps: [Int] = []
        /// Whether the shrunk plan failed in the same way in a separate process; nil when that was not tried.
        package var isRepeated: Bool?

        package var mistake: Mistake { Mistake(self.violation, in: self.part) }

        package init(_ violation: Violation, of job: ExplorationTally.Job, steps: Int) {
            self.job = job.number
            self.part = job.part
            self.seed = job.seed
            self.violation = violation
            self.steps = steps
        }
    }

    /// A rare situation that an exploration should reach.
    package struct Goal: Hashable, Sendable {
        /// The name that the command and the reports print.
        package var name: String
        package var hits: Int

        package init(_ name: String, hits: Int) {
            self.name = name
            self.hits = hits
        }
    }

    package enum Verdict: String, Hashable, Sendable {
        case pass
        case fail
        case inconclusive
    }

    /// The number of this share, and the exploration that it belongs to.
    package struct Share: Hashable, Sendable {
        package var shard: Jobs.Shard
        /// A hash of everything that the shares of one exploration have in common.
        package var whole: UInt64

        package init(_ shard: Jobs.Shard, of whole: UInt64) {
            self.shard = shard
            self.whole = whole
        }
    }

    package var parts: [Part] = []
    /// The share; nil for a whole exploration.
    package var share: Share?
    package var seeds = 0
    /// The number of seeds that broke a promise.
    package var failed = 0
    package var events = 0
    /// A hash of all histories: the sum over the seeds.
    package var code: UInt64 = 0
    /// The findings. For each mistake, the findings of at most `ExplorationTally.mostSeeds` seeds are listed.
    package var findings: [Finding] = []
    /// For each mistake with more failing seeds than listed findings, the number of failing seeds.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    package var failing: [Mistake: Int] = [:]
    package var goals: [Goal] = []
    /// The reasons why the result is inconclusive, apart from the reasons that the counts show.
    package var gaps: [String] = []
    /// The reasons why nothing can be concluded, as sentences; empty when the result is conclusive.
    package var doubts: [String] = []
    /// The number of steps without effect, in a run that forbids such steps.
    package var forbiddenIdleSteps = 0
    /// Whether the exploration ran to its end.
    package var isWhole = true
    /// If an option caused fewer seeds to run than requested, the reason as a sentence. Otherwise nil.
    package var cut: String?

    package init() {}

    /// The hash of all histories, as reports print it.
    package var hash: String { Hex.text(of: self.code) }

    package var verdict: Verdict {
        let outcomes = self.parts.indices.flatMap(self.outcomes(of:))
        if self.forbiddenIdleSteps > 0 { return .fail }
        if !self.findings.isEmpty || outcomes.contains(where: { $0.isKept == false }) { return .fail }
        let isKnown = outcomes.allSatisfy { $0.isKept != nil }
        return self.doubts.isEmpty && self.isWhole && isKnown ? .pass : .inconclusive
    }

    /// The explored scenarios, without plans of earlier explorations.
    package var own: ArraySlice<Part> { self.parts.prefix { !$0.isKnown } }

    /// The measures, over all scenarios.
    package var measures: Measures { self.own.reduce(into: Measures()) { $0 += $1.measures } }

    /// Returns how often a promise was checked, over all scenarios.
    package func count(_ property: Property) -> PropertyCount {
        self.own.reduce(into: PropertyCount()) { $0 += $1.counts[property] ?? PropertyCount() }
    }
}
