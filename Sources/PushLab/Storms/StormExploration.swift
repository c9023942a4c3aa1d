import Basics

/// Runs a test's own operations in the storms of many seeds.
///
/// A broken promise is reported before a missed expectation of the test. It says more, and a plan alone reproduces it.
package struct StormExploration {
    /// The failure of a seed, shrunk.
    package struct Finding: Sendable {
        package let seed: UInt64
        package let violation: Violation
        /// The plan that reproduces the failure.
        ///
        /// An expectation of the test itself is not part of the plan.
        package let plan: Scenario
        /// The number of steps before shrinking.
        package let steps: Int
        /// The part of the test that a plan cannot express.
        package let gap: String?
        /// The place of the test's own expectation; nil for a promise of the lab.
        package let place: SourcePlace?
        /// The last events of the devices involved.
        package let lastEvents: LastEvents
    }

    /// The result of an exploration.
    package enum End: Sendable {
        case passed
        case found(Finding)
        /// Two runs of the same seed had different histories.
        case wavered(seed: UInt64)
    }

    /// The number of passing seeds among which one is run twice, to check determinism.
    private static let oneInSoMany = 20

    private let makeLab: StormTrial.LabMaker
    private let test: StormTrial.Test

    package init(_ makeLab: @escaping StormTrial.LabMaker, _ test: @escaping StormTrial.Test) {
        self.makeLab = makeLab
        self.test = test
    }

    /// Runs the seeds in order until one fails.
    package func run(_ seeds: some Sequence<UInt64>) throws(LabFailure) -> End {
        for (number, seed) in seeds.enumerated() {
            let storm = Storm(seed: seed)
            let trial = try StormTrial(storm, seed: seed, self.makeLab, self.test)
            let plan = trial.plan.related(by: seed)
            let judged = try self.judge(plan, seed)
            let isDoubted = trial.failure != nil || !judged.violations.isEmpty
            if isDoubted || number % Self.oneInSoMany == 0 {
                let again = try StormTrial(storm, seed: seed, self.makeLab, self.test)
                let judgedAgain = try self.judge(plan, seed)
                guard again.hash == trial.hash, judgedAgain.code == judged.code else { return .wavered(seed: seed) }
            }
            if let violation = judged.violations.first { return .found(self.shrunk(plan, violation, seed)) }
            if trial.failure != nil { return .found(try self.shrunk(trial, storm, seed)) }
        }
        return .passed
    }

    /// Shrinks the failure of a test's own expectation.
    ///
    /// Reproducing it needs the test, so only the storm can become smaller.
    private func shrunk(_ trial: StormTrial, _ storm: Storm, _ seed: UInt64) throws(LabFailure) -> Finding {
        guard let violation = trial.failure else { preconditionFailure("only what fails is shrunk") }
        let least = StormTrial.calmest(storm, of: violation, seed: seed, self.makeLab, self.test)
        let calm = try StormTrial(least, seed: seed, self.makeLab, self.test)
        return Finding(
            seed: seed, violation: calm.failure ?? violation, plan: calm.plan, steps: trial.plan.steps.count,
            gap: calm.gap, place: calm.place ?? trial.place,
            lastEvents: calm.failure == nil ? trial.lastEvents : calm.lastEvents)
    }

    /// Shrinks a broken promise.
    ///
    /// The judges need only the plan, so every part of the plan can become smaller.
    private func shrunk(_ plan: Scenario, _ violation: Violation, _ seed: UInt64) -> Finding {
        func same(_ plan: Scenario) -> Violation? {
            (try? self.judge(plan, seed))?.violations.first { $0.isSame(as: violation) }
        }
        let outcome = Shrinker.shrink(
            plan.without(whatSaysNothingOf: violation), spellingOut: { try? $0.spelledOut(in: self.makeLab(seed)) }
        ) { same($0) != nil }
        let least = same(outcome.plan) ?? violation
        return Finding(
            seed: seed, violation: least, plan: outcome.plan, steps: plan.steps.count, gap: nil, place: nil,
            lastEvents: self.lastEvents(of: least, in: outcome.plan, seed))
    }

    /// Returns the last events of the devices that show the violation. Leaves out events after the promise was broken.
    private func lastEvents(of violation: Violation, in plan: Scenario, _ seed: UInt64) -> LastEvents {
        let lab = self.makeLab(seed)
        var run = ScenarioRun(plan, in: lab)
        guard (try? run.run()) != nil else { return LastEvents() }
        return LastEvents(of: violation, in: lab.view)
    }

    private func judge(_ plan: Scenario, _ seed: UInt64) throws(LabFailure) -> Trial {
        try Trial(plan) { () throws(LabFailure) in self.makeLab(seed) }
    }
}
