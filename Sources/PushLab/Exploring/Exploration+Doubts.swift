import Basics

extension Exploration {
    /// From so many seeds on it says something that a rare situation never came up.
    private static let manySeeds = 1_000

    /// Finds out what keeps anybody from concluding anything.
    ///
    /// - Parameters:
    ///   - demandsGoals: Whether each goal is to be met by however few seeds.
    ///   - lacksShares: Whether some seeds were dealt to others, of whom nothing is known.
    package mutating func doubt(demandsGoals: Bool, lacksShares: Bool = false) {
        let isAlone = lacksShares || self.share != nil
        // Whom nobody gave a seed has somewhere else one perhaps, and of an exploration without any that is said.
        let blamed = self.parts.filter { !$0.isKnown && ($0.seeds > 0 || !isAlone && self.seeds > 0) }
        self.doubts = self.gaps + blamed.compactMap(\.neglect)
        let missed = self.goals.filter { $0.hits == 0 }.map { "'\($0.name)'" }
        if demandsGoals || self.seeds >= Self.manySeeds, !missed.isEmpty {
            self.doubts.append("it never came to \(Spelling.list(missed, "and"))")
        }
        if self.seeds == 0 { self.doubts.append("no seed was run") }
    }
}

extension Exploration.Part {
    /// Which promises were to be put to the test and never were; nil where there are none.
    fileprivate var neglect: String? {
        let missed = self.wanted.filter { self.counts[$0]?.judged ?? 0 == 0 }
        guard !missed.isEmpty else { return nil }
        guard self.seeds > 0 else { return "\(self.source) got no seed, and holds promises to be put to the test" }
        return "\(self.source) never put \(Spelling.list(missed.map(\.id), "and")) to the test"
    }
}
