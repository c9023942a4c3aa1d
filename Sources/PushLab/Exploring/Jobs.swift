import Basics

/// Which seeds are run of which scenarios.
package struct Jobs: Sendable {
    /// A part of all, for machines that share an exploration.
    package struct Shard: Hashable, Sendable {
        package let number: Int
        package let count: Int

        /// The number counts from one.
        package init?(_ number: Int, of count: Int) {
            guard count > 0, 1...count ~= number else { return nil }
            (self.number, self.count) = (number, count)
        }
    }

    /// Those that do not take turns; they come first.
    private let listed: [(part: Int, seed: UInt64)]
    private let takingTurns: [Int]
    private let first: UInt64
    private let total: Int
    private let shard: Shard?

    /// So many seeds in total: heavy scenarios get one each, the others take turns.
    package init(_ scenarios: [Scenario], seeds: Int, first: UInt64, shard: Shard? = nil) {
        let heavy = scenarios.indices.filter { scenarios[$0].isHeavy }
        self.listed = heavy.prefix(seeds).map { ($0, first) }
        self.takingTurns = scenarios.indices.filter { !scenarios[$0].isHeavy }
        self.first = first
        self.total = self.takingTurns.isEmpty ? self.listed.count : seeds
        self.shard = shard
    }

    /// Each plan with the seed that it was made of.
    package init(plans: [Scenario]) {
        self.listed = plans.enumerated().map { ($0, $1.seed ?? 1) }
        self.takingTurns = []
        self.first = 1
        self.total = plans.count
        self.shard = nil
    }
}

/// No job is kept, so that a hundred million take no more room than one.
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
