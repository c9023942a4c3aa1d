import Basics

/// What came of running scenarios with many seeds.
package struct Exploration: Sendable {
    /// One of the scenarios, with what its seeds had to say.
    package struct Part: Sendable {
        /// The file that it came from, or the name of the test.
        package var source: String
        package var about: String
        package var seeds = 0
        package var counts: [Property: PropertyCount] = [:]
        package var measures = Measures()
        package var worth = RunWorth()
        /// What is too much, over all of its seeds.
        package var thresholds: [Threshold] = []
        /// The promises that its scenario wants to be put to the test.
        package var wanted: [Property] = []
        /// Whether it is a plan of an earlier exploration, and not one of those that this one is about.
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

        /// What the thresholds come to; nothing where no seed was run.
        package var outcomes: [Threshold.Outcome] {
            self.seeds == 0 ? [] : self.thresholds.map { $0.outcome(self.measures[$0.measure]) }
        }
    }

    /// What findings have in common that are the same mistake.
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
        /// Its place among all seeds of the exploration.
        package var job: Int
        /// Which of the parts it belongs to.
        package var part: Int
        package var seed: UInt64
        package var violation: Violation
        /// Where the plan was written that repeats it; nil when none was.
        package var plan: String?
        /// The command that repeats it.
        package var reproduction: String?
        /// Of how many steps the plan is, before and after it was shrunk.
        package var steps: Int
        package var shrunkSteps: Int?
        /// Whether nothing could be taken out of the shrunk plan any more; false when shrinking was cut short.
        package var isMinimal = true
        /// The steps of the shrunk plan that were kept for an expectation, counted from one.
        package var keptSteps: [Int] = []
        /// Whether the shrunk plan was broken in the same way in a process of its own; nil when that was not tried.
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

    /// A rare situation that an exploration is to come across.
    package struct Goal: Hashable, Sendable {
        /// As the command and the reports print it.
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

    /// Which share of an exploration this is, and of which.
    package struct Share: Hashable, Sendable {
        package var shard: Jobs.Shard
        /// Stands for everything that the shares of one exploration have in common.
        package var whole: UInt64

        package init(_ shard: Jobs.Shard, of whole: UInt64) {
            self.shard = shard
            self.whole = whole
        }
    }

    package var parts: [Part] = []
    /// Nil for a whole one.
    package var share: Share?
    package var seeds = 0
    /// How many of them broke anything.
    package var failed = 0
    package var events = 0
    /// Stands for the histories of all seeds, as a sum over them.
    package var code: UInt64 = 0
    /// Of each mistake no more than some seeds.
    package var findings: [Finding] = []
    /// How many seeds make each mistake, where those that are told are not all. Looked up, never walked through.
    package var failing: [Mistake: Int] = [:]
    package var goals: [Goal] = []
    /// What it did not come to find out, beside what the counts say.
    package var gaps: [String] = []
    /// Why nothing can be concluded, in sentences; empty when it can.
    package var doubts: [String] = []
    /// The number of steps without effect, where there may be none.
    package var forbiddenIdleSteps = 0
    /// Whether it came to its end.
    package var isWhole = true
    /// Why fewer seeds were run than it was asked for, in a sentence, where that was as wanted.
    package var cut: String?

    package init() {}

    /// Stands for the histories of all seeds, as reports print it.
    package var hash: String { Hex.text(of: self.code) }

    package var verdict: Verdict {
        let outcomes = self.parts.indices.flatMap(self.outcomes(of:))
        if self.forbiddenIdleSteps > 0 { return .fail }
        if !self.findings.isEmpty || outcomes.contains(where: { $0.isKept == false }) { return .fail }
        let isKnown = outcomes.allSatisfy { $0.isKept != nil }
        return self.doubts.isEmpty && self.isWhole && isKnown ? .pass : .inconclusive
    }

    /// The scenarios that it is about, without plans of earlier times.
    package var own: ArraySlice<Part> { self.parts.prefix { !$0.isKnown } }

    /// What was measured, over all scenarios.
    package var measures: Measures { self.own.reduce(into: Measures()) { $0 += $1.measures } }

    /// How much each promise was put to the test, over all scenarios.
    package func count(_ property: Property) -> PropertyCount {
        self.own.reduce(into: PropertyCount()) { $0 += $1.counts[property] ?? PropertyCount() }
    }
}
