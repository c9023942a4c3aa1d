import Basics

/// The list of trials: which seeds are run with which scenarios.
package struct Jobs: Sendable {
    /// One share of an exploration that several machines split.
    package struct Shard: Hashable, Sendable {
        package let number: Int
        package let count: Int

        /// Creates a share.
        ///
        /// Numbers count from one.
        package init?(_ number: Int, of count: Int) {
            guard count > 0, 1...count ~= number else { return nil }
            (self.number, self.count) = (number, count)
        }
    }

    /// The jobs of heavy scenarios.
    ///
    /// They come first.
    private let listed: [(part: Int, seed: UInt64)]
    private let takingTurns: [Int]
    private let first: UInt64
    private let total: Int
    private let shard: Shard?

    /// Creates `seeds` jobs in total.
    ///
    /// Heavy scenarios get one seed each; the others take turns.
    package init(_ scenarios: [Scenario], seeds: Int, first: UInt64, shard: Shard? = nil) {
        let heavy = scenarios.indices.filter { scenarios[$0].isHeavy }
        self.listed = heavy.prefix(seeds).map { ($0, first) }
        self.takingTurns = scenarios.indices.filter { !scenarios[$0].isHeavy }
        self.first = first
        self.total = self.takingTurns.isEmpty ? self.listed.count : seeds
        self.shard = shard
    }

    /// Creates one job for each plan, with the plan's seed.
    package init(plans: [Scenario]) {
        self.listed = plans.enumerated().map { ($0, $1.seed ?? 1) }
        self.takingTurns = []
        self.first = 1
        self.total = plans.count
        self.shard = nil
    }
}

/// Jobs are computed and not stored, so that a hundred million jobs take no more memory than one job.
extension Jobs: RandomAccessCollection {
    package var startIndex: Int { 0 }

    package var endIndex: Int {
        guard let shard else { return self.total }
        let first = shard.number - 1
        return first < self.total ? (self.total - 1 - first) / shard.count + 1 : 0
    }

    package subscript(place: Int) -> ExplorationTally.Job {
        let number = self.shard.map { place * $0.count + $0.number - 1 } ?? place
        guard number >= self.listed.count else {
            return ExplorationTally.Job(number: number, part: self.listed[number].part, seed: self.listed[number].seed)
        }
        let (round, turn) = (number - self.listed.count).quotientAndRemainder(dividingBy: self.takingTurns.count)
        return ExplorationTally.Job(number: number, part: self.takingTurns[turn], seed: self.first &+ UInt64(round))
    }
}
