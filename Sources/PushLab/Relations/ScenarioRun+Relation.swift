/// The second run of a plan, and its comparison with the first.
extension ScenarioRun {
    /// Runs the plan again with the change of its relation, and judges the relation by comparing the final states of
    /// both runs.
    ///
    /// Does nothing if the plan has no relation, or if the first run did not settle or ended at a fault. Returns the
    /// hash of the second run's history. A second run that is stopped proves nothing.
    @discardableResult
    package mutating func runAgain(
        isStopped: () -> Bool = { false }, in open: () throws(LabFailure) -> Lab
    ) throws(LabFailure) -> UInt64? {
        guard let relation = self.scenario.relation, let first = self.ending, !self.isCutByFault else { return nil }
        let lab = try open()
        let variation = relation.variation
        lab.deviate(by: variation)
        var second = ScenarioRun(self.scenario, in: lab)
        try second.runToRest(isStopped, variation)
        if isStopped() { return lab.historyCode }
        // If only this run breaks a rule of the lab, that is a finding, regardless of the comparison.
        let known = self.lab.violations.map(\.gist)
        for violation in second.lab.violations where !known.contains(violation.gist) {
            let (property, words) = Self.parts(of: violation.sentence)
            self.court.object(property, Violation.secondRun, "in a second run, \(variation.words): \(words)")
        }
        if second.isCutByFault { return lab.historyCode }
        guard let ending = second.ending else {
            self.court.judge(relation.property, atRisk: true)
            let reason = second.stillnessFailure ?? "the reason is unknown"
            self.court.object(
                relation.property, "not quiet", "a second run, \(variation.words), does not settle: \(reason)")
            return lab.historyCode
        }
        for look in Comparison(first, ending, variation).looks {
            self.court.judge(relation.property, atRisk: look.isThreatened)
            for finding in look.findings {
                self.court.object(relation.property, finding.kind, finding.witness, finding.events)
            }
        }
        return lab.historyCode
    }

    /// Runs the plan, lets the lab settle, and then calls `end` of the variation. Judges nothing.
    private mutating func runToRest(_ isStopped: () -> Bool, _ variation: any Variation) throws(LabFailure) {
        guard try self.carryOutAll(isStopped: isStopped), try self.rest() else { return }
        try self.untilQuiet { [lab = self.lab] in
            try variation.end(lab)
            // Devices that got no tap have to sync by themselves.
            try lab.settle()
        }
        if self.stillnessFailure == nil { self.ending = self.lab.ending }
    }
}
