/// Runs that ended early because a program under test failed.
///
/// The only finding of such a run is that fault.
extension Exploration {
    /// Returns the number of runs of one part (a scenario or a saved plan) that ended early at a fault.
    package func cutRuns(of part: Int) -> Int {
        let faults = self.findings.filter { $0.part == part && $0.violation.endsRun }
        // A run that ended at a fault has no other finding. Only a limited number of findings is kept for each mistake,
        // so `failing` has the full number.
        return Set(faults.map(\.mistake)).reduce(0) { sum, mistake in
            sum + (self.failing[mistake] ?? faults.count { $0.mistake == mistake })
        }
    }

    /// Returns the outcomes of a part's thresholds. If runs of the part ended early at a fault, leaves out the
    /// thresholds that could not be decided because there was no value.
    package func outcomes(of part: Int) -> [Threshold.Outcome] {
        let outcomes = self.parts[part].outcomes
        return self.cutRuns(of: part) == 0 ? outcomes : outcomes.filter { $0.isKept != nil }
    }
}
