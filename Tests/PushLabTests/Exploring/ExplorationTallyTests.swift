import Basics
import Testing

@testable import PushLab

@Suite("Seeds, shards and their sum")
struct ExplorationTallyTests {
    static func scenario(isHeavy: Bool = false) -> Scenario {
        var scenario = Scenario(people: [Scenario.Person("alice", [.init("phone", .ios)])])
        scenario.steps = [Scenario.Step(.random(.init(count: 1...4, over: .minutes(1))))]
        scenario.isHeavy = isHeavy
        return scenario
    }

    static func jobs(_ heavy: [Bool], _ seeds: Int, shard: Jobs.Shard? = nil) -> [[UInt64]] {
        Jobs(heavy.map { Self.scenario(isHeavy: $0) }, seeds: seeds, first: 7, shard: shard).map {
            [UInt64($0.number), UInt64($0.part), $0.seed]
        }
    }

    @Test("Seeds are the total number: heavy scenarios get one, the others take turns")
    func deal() {
        #expect(Self.jobs([false], 3) == [[0, 0, 7], [1, 0, 8], [2, 0, 9]])
        #expect(Self.jobs([false, true, false], 4) == [[0, 1, 7], [1, 0, 7], [2, 2, 7], [3, 0, 8]])
        #expect(Self.jobs([true, true], 5) == [[0, 0, 7], [1, 1, 7]])
        #expect(Self.jobs([true, true], 1) == [[0, 0, 7]])
        let last = Jobs([Self.scenario()], seeds: 2, first: .max).map(\.seed)
        #expect(last == [.max, 0])
    }

    @Test("Shards have every seed exactly once")
    func shards() throws {
        let all = Self.jobs([false, false, true], 17).map { [$0[1], $0[2]] }
        let parts = (1...3).flatMap { number in
            Self.jobs([false, false, true], 17, shard: Jobs.Shard(number, of: 3)).map { [$0[1], $0[2]] }
        }
        #expect(parts.count == 17 && Set(parts) == Set(all))
        #expect(Self.jobs([false, true], 2, shard: Jobs.Shard(3, of: 3)).isEmpty)
        #expect(Self.jobs([true], 9, shard: Jobs.Shard(2, of: 3)).isEmpty)
        #expect(Self.jobs([false], 9, shard: Jobs.Shard(1, of: .max)).count == 1)
        #expect(Jobs.Shard(0, of: 3) == nil && Jobs.Shard(4, of: 3) == nil && Jobs.Shard(1, of: 0) == nil)
    }

    @Test("The sum does not depend on the order of the trials")
    func order() throws {
        let scenario = Self.scenario()
        let jobs = Jobs([scenario], seeds: 12, first: 1)
        let trials = try jobs.map { job in
            let plan = scenario.expanded(seed: job.seed)
            return try Trial(plan) { () throws(LabFailure) in Lab(seed: job.seed, traps: [.s1]) }
        }
        func sum(_ order: [Int]) -> Exploration {
            var tally = ExplorationTally(parts: [.init(source: "a", about: "")])
            for place in order { tally.add(trials[place], of: jobs[place], steps: 1) }
            return tally.exploration
        }
        let (forth, back) = (sum(Array(jobs.indices)), sum(jobs.indices.reversed()))
        #expect(forth.hash == back.hash && forth.events == back.events && forth.seeds == 12)
        #expect(forth.findings.map(\.seed) == back.findings.map(\.seed) && !forth.findings.isEmpty)
        #expect(forth.findings.map(\.violation) == back.findings.map(\.violation))
        // More seeds fail than are told.
        let failing = trials.count { !$0.violations.isEmpty }
        #expect(forth.failed == failing && back.failed == failing && forth.failing == back.failing)
        #expect(forth.failing.values.max().map { $0 > ExplorationTally.mostSeeds } == true)
        for property in Property.allCases { #expect(forth.count(property) == back.count(property)) }
        #expect(sum([0]).hash != sum([1]).hash)
        #expect(forth.findings.count { $0.violation.property == .p13 } == ExplorationTally.mostSeeds)
    }
}
