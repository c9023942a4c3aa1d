import Basics

/// One plan, run once and judged; a plan that is put to a relation runs twice.
package struct Trial: Sendable {
    package var violations: [Violation]
    package var counts: [Property: PropertyCount]
    package var goals: Goals
    package var measures: Measures
    package var worth: RunWorth
    /// The steps that changed nothing.
    package var idle: [IdleStep]
    /// Those of them on whose notification an expectation depends.
    package var moot: [IdleStep]
    package var events: Int
    /// Stands for its history.
    package var hash: UInt64
    /// Stands for the history of the second run, if there was one.
    package var secondHash: UInt64?

    /// Runs a plan in a lab that nothing has happened in, and in another if need be; one is finished before the next is
    /// opened. Fails only when a lab cannot go on.
    package init(_ plan: Scenario, in open: () throws(LabFailure) -> Lab) throws(LabFailure) {
        let lab = try open()
        var run = ScenarioRun(plan, in: lab)
        try run.run()
        let second = try run.runAgain(in: open)
        self.init(run, in: lab, second: second)
    }

    /// What came of a run so far.
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

    /// Stands for everything that happened.
    package var code: UInt64 {
        guard let secondHash else { return self.hash }
        return self.hash ^ (secondHash << 1 | secondHash >> 63)
    }
}
