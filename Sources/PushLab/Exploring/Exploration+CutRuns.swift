/// Runs that the fault of a program under test cut short: nothing in them was judged but the fault.
extension Exploration {
    /// The number of the runs of a part that ended at a fault.
    package func cutRuns(of part: Int) -> Int {
        let faults = self.findings.filter { $0.part == part && $0.violation.endsRun }
        // Such a run has this one finding, and of each mistake some are told.
        return Set(faults.map(\.mistake)).reduce(0) { sum, mistake in
            sum + (self.failing[mistake] ?? faults.count { $0.mistake == mistake })
        }
    }

    /// The outcomes of a part's thresholds, but for those that were not tried because runs ended at a fault.
    package func outcomes(of part: Int) -> [Threshold.Outcome] {
        let outcomes = self.parts[part].outcomes
        return self.cutRuns(of: part) == 0 ? outcomes : outcomes.filter { $0.isKept != nil }
    }
}
