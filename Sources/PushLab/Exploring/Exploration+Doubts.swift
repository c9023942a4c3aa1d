import Basics

extension Exploration {
    /// Collects the reasons why the exploration proves nothing.
    ///
    /// - Parameters:
    ///   - demandsGoals: Whether each goal has to be met. Otherwise missed goals are listed, but decide nothing.
    ///   - lacksShares: Whether some seeds belong to other shares whose results are unknown.
    package mutating func doubt(demandsGoals: Bool, lacksShares: Bool = false) {
        let isAlone = lacksShares || self.share != nil
        // A part without seeds in this share may have seeds in another share. An exploration without any seed has its
        // own message. Runs that ended at a fault could not check anything, and the fault itself is reported.
        let whole = self.parts.enumerated().filter { !$1.isKnown && self.cutRuns(of: $0) == 0 }.map(\.element)
        let blamed = whole.filter { $0.seeds > 0 || !isAlone && self.seeds > 0 }
        self.doubts = self.gaps + blamed.compactMap(\.neglect)
        // A single share does not report what is missing, because other shares may have it.
        if !isAlone { self.doubts += whole.flatMap(\.emptiness) }
        let missed = self.goals.filter { $0.hits == 0 }.map { "'\($0.name)'" }
        if demandsGoals, !missed.isEmpty {
            self.doubts.append("these situations never occurred: \(Spelling.list(missed, "and"))")
        }
        if self.seeds == 0 { self.doubts.append("no seed ran") }
    }
}

extension Exploration.Part {
    /// The reasons why this part would prove nothing, even if all of its seeds passed.
    fileprivate var emptiness: [String] {
        var reasons: [String] = []
        if self.worth.publishing > 0, self.worth.delivering == 0 {
            reasons.append("no notification of \(self.source) reached a device")
        }
        if self.seeds > 0, self.worth.undecided == self.seeds {
            reasons.append("an expectation of \(self.source) is about a notification on which a step had no effect")
        }
        return reasons
    }

    /// A sentence that lists the required promises that were never checked. Nil if all of them were checked.
    fileprivate var neglect: String? {
        let missed = self.wanted.filter { self.counts[$0]?.judged ?? 0 == 0 }
        guard !missed.isEmpty else { return nil }
        guard self.seeds > 0 else { return "\(self.source) has 'hold' expectations, but no seed of it ran" }
        return "\(self.source) never tested \(Spelling.list(missed.map(\.id), "and"))"
    }
}
