extension Exploration {
    /// Whether this exploration and another one can be two shares of the same exploration.
    package func isAkin(to other: Exploration) -> Bool {
        let (own, theirs) = (self.parts.filter { !$0.isKnown }, other.parts.filter { !$0.isKnown })
        return own.count == theirs.count && self.goals.count == other.goals.count
            && zip(own, theirs).allSatisfy { $0.wanted == $1.wanted && $0.thresholds == $1.thresholds }
    }

    /// Adds another share of the same exploration.
    ///
    /// The result is the same as if one machine had run both shares.
    ///
    /// The doubts are not merged; call `doubt` again.
    package mutating func merge(_ other: Exploration) {
        precondition(self.isAkin(to: other), "shares of one exploration are of the same scenarios")
        let own = self.parts.count { !$0.isKnown }
        for (place, part) in other.parts.prefix(own).enumerated() { self.parts[place].add(part) }
        self.seeds += other.seeds
        self.failed += other.failed
        self.failing.merge(other.failing.filter { $0.key.part < own }, uniquingKeysWith: +)
        self.events += other.events
        self.code &+= other.code
        self.isWhole = self.isWhole && other.isWhole
        self.gaps += other.gaps
        for (place, goal) in other.goals.enumerated() { self.goals[place].hits += goal.hits }
        let known = self.findings.filter { $0.part >= own }
        self.findings = Self.told((self.findings + other.findings).filter { $0.part < own }) + known
        self.mergeKnown(other, behind: own)
    }

    /// Merges the results of plans that earlier explorations saved. Several machines may have the same saved plan.
    ///
    /// For each plan, the result from one machine is enough.
    private mutating func mergeKnown(_ other: Exploration, behind own: Int) {
        for (place, part) in other.parts.enumerated().dropFirst(own) {
            guard !self.parts.dropFirst(own).contains(where: { $0.source == part.source }) else { continue }
            self.parts.append(part)
            self.findings += other.findings.filter { $0.part == place }.map { finding in
                var finding = finding
                finding.part = self.parts.count - 1
                return finding
            }
        }
    }

    /// Returns the findings to report. Findings that end a run come first, and then all others. Both groups are in the
    /// order of their seeds.
    ///
    /// Keeps at most `mostSeeds` findings for each mistake. The first of them keeps its plan.
    static func told(_ findings: [Finding]) -> [Finding] {
        // Used for lookup only: iteration order is not deterministic.
        var seen: [Mistake: Int] = [:]
        return findings.sorted { one, other in
            let ranks = (one.violation.endsRun ? 0 : 1, other.violation.endsRun ? 0 : 1)
            return (ranks.0, one.job, one.violation.property, one.violation.kind)
                < (ranks.1, other.job, other.violation.property, other.violation.kind)
        }.compactMap { finding in
            let place = seen[finding.mistake, default: 0]
            seen[finding.mistake] = place + 1
            guard place > 0 else { return finding }
            return place < ExplorationTally.mostSeeds ? finding.withoutPlan : nil
        }
    }
}

extension Exploration.Finding {
    /// The same finding without its plan. Used for all findings of a mistake except the first.
    ///
    /// A finding that another process did not reproduce keeps its data.
    fileprivate var withoutPlan: Self {
        guard self.isRepeated != false else { return self }
        var finding = self
        (finding.shrunkSteps, finding.isRepeated, finding.plan, finding.reproduction) = (nil, nil, nil, nil)
        finding.isMinimal = true
        return finding
    }
}

extension Exploration.Part {
    /// Adds the results of other seeds of the same scenario.
    fileprivate mutating func add(_ other: Self) {
        self.seeds += other.seeds
        self.measures += other.measures
        self.worth += other.worth
        for property in Property.allCases {
            guard let count = other.counts[property] else { continue }
            self.counts[property, default: PropertyCount()] += count
        }
    }
}
