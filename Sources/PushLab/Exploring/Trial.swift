import Basics

/// One plan, run once and judged.
package struct Trial: Sendable {
    package var violations: [Violation]
    package var counts: [Property: PropertyCount]
    package var goals: Goals
    package var events: Int
    /// Stands for its history.
    package var hash: UInt64

    /// Runs a plan in a lab that nothing has happened in. Fails only when the lab cannot go on.
    package init(_ plan: Scenario, in lab: Lab) throws(LabFailure) {
        var run = ScenarioRun(plan, in: lab)
        try run.run()
        self.init(run, in: lab)
    }

    /// What came of a run so far.
    package init(_ run: ScenarioRun, in lab: Lab) {
        self.violations = run.violations
        self.counts = run.counts
        self.goals = run.goals
        self.events = lab.view.events.count
        self.hash = lab.world.history.code
    }
}
