import Basics

extension Exploration {
    /// From so many seeds on it says something that a rare situation never came up.
    private static let manySeeds = 1_000

    /// Finds out what keeps anybody from concluding anything.
    ///
    /// - Parameter demandsGoals: Whether each goal is to be met by however few seeds.
    package mutating func doubt(demandsGoals: Bool) {
        self.doubts = self.gaps + self.parts.filter { !$0.isKnown }.compactMap(\.neglect)
        let missed = self.goals.filter { $0.hits == 0 }.map { "'\($0.name)'" }
        if demandsGoals || self.seeds >= Self.manySeeds, !missed.isEmpty {
            self.doubts.append("it never came to \(Spelling.list(missed, "and"))")
        }
        if self.seeds == 0 { self.doubts.append("no seed was run") }
    }
}

extension Exploration.Part {
    /// Which promises were to be put to the test and never were; nil where there are none, or no seed was run.
    fileprivate var neglect: String? {
        let missed = self.wanted.filter { self.counts[$0]?.judged ?? 0 == 0 }
        guard self.seeds > 0, !missed.isEmpty else { return nil }
        return "\(self.source) never put \(Spelling.list(missed.map(\.id), "and")) to the test"
    }
}
