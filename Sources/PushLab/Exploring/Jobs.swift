import Basics

/// Which seeds are run of which scenarios.
package struct Jobs: Sendable {
    /// A part of all, for machines that share an exploration.
    package struct Shard: Hashable, Sendable {
        package let number: Int
        package let count: Int

        /// The number counts from one.
        package init?(_ number: Int, of count: Int) {
            guard 1...max(1, count) ~= number, count > 0 else { return nil }
            (self.number, self.count) = (number, count)
        }
    }

    package let all: [ExplorationTally.Job]

    /// So many seeds in total: heavy scenarios get one each, the others take turns.
    package init(_ scenarios: [Scenario], seeds: Int, first: UInt64, shard: Shard? = nil) {
        var jobs: [(part: Int, seed: UInt64)] = []
        for (part, scenario) in scenarios.enumerated() where scenario.isHeavy && jobs.count < seeds {
            jobs.append((part, first))
        }
        let light = scenarios.indices.filter { !scenarios[$0].isHeavy }
        var turn = 0
        while jobs.count < seeds, !light.isEmpty {
            jobs.append((light[turn % light.count], first &+ UInt64(turn / light.count)))
            turn += 1
        }
        let all = jobs.enumerated().map { ExplorationTally.Job(number: $0, part: $1.part, seed: $1.seed) }
        self.all = shard.map { shard in all.filter { $0.number % shard.count == shard.number - 1 } } ?? all
    }
}
