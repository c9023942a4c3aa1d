import Basics

/// One plan, run once and judged.
///
/// A plan with a relation runs twice.
package struct Trial: Sendable {
    package var violations: [Violation]
    package var counts: [Property: PropertyCount]
    package var goals: Goals
    package var measures: Measures
    package var worth: RunWorth
    /// The steps that had no effect.
    package var idle: [IdleStep]
    /// The steps without effect that an expectation depends on.
    package var moot: [IdleStep]
    package var events: Int
    /// The hash of the history.
    package var hash: UInt64
    /// The hash of the history of the second run, if there was one.
    package var secondHash: UInt64?

    /// Runs a plan in a fresh lab. If the plan has a relation, runs it again in a second fresh lab.
    ///
    /// The first run is finished before the second lab is opened. Fails only when a lab cannot continue.
    package init(_ plan: Scenario, in open: () throws(LabFailure) -> Lab) throws(LabFailure) {
        let lab = try open()
        var run = ScenarioRun(plan, in: lab)
        try run.run()
        let second = try run.runAgain(in: open)
        self.init(run, in: lab, second: second)
    }

    /// Collects the results of a run so far.
    package init(_ run: ScenarioRun, in lab: Lab, second: UInt64? = nil) {
        self.violations = run.violations
        self.counts = run.counts
        self.goals = run.goals
        self.measures = run.measures
        self.worth = run.worth
        self.idle = run.idle
        self.moot = run.moot
        self.events = lab.view.events.count
        self.hash = lab.world.record.history.code
        self.secondHash = second
    }

    /// The hash over both histories.
    package var code: UInt64 {
        guard let secondHash else { return self.hash }
        return self.hash ^ (secondHash << 1 | secondHash >> 63)
    }
}
