/// One plan, run once and judged.
package struct Trial: Sendable {
    package var violations: [Violation]
    package var counts: [Property: PropertyCount]
    package var events: Int
    /// Sixteen hex digits that stand for its history.
    package var fingerprint: String

    /// Runs a plan in a lab that nothing has happened in. Fails only when the lab cannot go on.
    package init(_ plan: Scenario, in lab: Lab) throws(LabFailure) {
        var run = ScenarioRun(plan, in: lab)
        try run.run()
        self.violations = run.violations
        self.counts = run.counts
        self.events = lab.view.events.count
        self.fingerprint = lab.fingerprint
    }
}
