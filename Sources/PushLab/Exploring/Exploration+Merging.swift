extension Exploration {
    /// Adds another share of the same exploration: the sum is what one machine would have found.
    ///
    /// Why nothing can be concluded is not added up; it has to be found out anew.
    package mutating func merge(_ other: Exploration) {
        let own = self.parts.count { !$0.isKnown }
        precondition(own == other.parts.count { !$0.isKnown }, "shares of one exploration are of the same scenarios")
        let shift = self.parts.count - own
        for (place, part) in other.parts.prefix(own).enumerated() { self.parts[place].add(part) }
        self.parts += other.parts.dropFirst(own)
        self.seeds += other.seeds
        self.events += other.events
        self.code &+= other.code
        self.isWhole = self.isWhole && other.isWhole
        for (place, goal) in other.goals.enumerated() { self.goals[place].hits += goal.hits }
        self.findings = Self.told(
            self.findings
                + other.findings.map { finding in
                    var finding = finding
                    if finding.part >= own { finding.part += shift }
                    return finding
                })
    }

    /// In the order of the seeds that found them, and of each mistake no more than are told.
    private static func told(_ findings: [Finding]) -> [Finding] {
        // Looked up, never walked through.
        var seen: [Mistake: Int] = [:]
        return findings.sorted { one, other in
            (one.job, one.violation.property, one.violation.kind)
                < (other.job, other.violation.property, other.violation.kind)
        }.filter { finding in
            seen[finding.mistake, default: 0] += 1
            return seen[finding.mistake, default: 0] <= ExplorationTally.mostSeeds
        }
    }
}

extension Exploration.Part {
    /// Adds what other seeds of the same scenario had to say.
    fileprivate mutating func add(_ other: Self) {
        self.seeds += other.seeds
        self.measures += other.measures
        for property in Property.allCases {
            guard let count = other.counts[property] else { continue }
            self.counts[property, default: PropertyCount()] += count
        }
    }
}
