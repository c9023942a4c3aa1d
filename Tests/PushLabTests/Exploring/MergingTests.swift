import Basics
import Testing

@testable import PushLab

@Suite("Shares of an exploration add up to the whole")
struct MergingTests {
    /// What two scenarios, of which the second has a known mistake, come to with these jobs.
    static func explore(_ jobs: [ExplorationTally.Job]) throws -> Exploration {
        let scenarios = Self.scenarios
        var tally = ExplorationTally(parts: scenarios.map { Exploration.Part($0, source: "a") })
        for job in jobs {
            let plan = scenarios[job.part].expanded(seed: job.seed)
            let trial = try Trial(plan) { () throws(LabFailure) in Lab(seed: job.seed, traps: plan.traps) }
            tally.add(trial, of: job, steps: plan.steps.count)
        }
        return tally.exploration
    }

    static var scenarios: [Scenario] {
        var good = ExplorationTallyTests.scenario()
        good.expectations = [.hold(.p7 ... .p9)]
        var bad = good
        bad.traps = [.s1]
        return [good, bad]
    }

    static func jobs(_ shard: Jobs.Shard? = nil) -> [ExplorationTally.Job] {
        Array(Jobs(Self.scenarios, seeds: 40, first: 1, shard: shard))
    }

    @Test(
        "Counts, goals, measures, hash and findings do not depend on the order of the shares",
        arguments: 1...5)
    func shares(_ count: Int) throws {
        let whole = try Self.explore(Self.jobs())
        #expect(!whole.findings.isEmpty)
        let shares = try (1...count).map { try Self.explore(Self.jobs(Jobs.Shard($0, of: count))) }
        for order in [Array(shares.indices), shares.indices.reversed()] {
            var sum = shares[order[0]]
            for place in order.dropFirst() { sum.merge(shares[place]) }
            #expect(sum.hash == whole.hash && sum.seeds == 40 && sum.events == whole.events)
            #expect(sum.goals == whole.goals && sum.isWhole)
            #expect(sum.failed == whole.failed && sum.failing == whole.failing)
            for (one, other) in zip(sum.parts, whole.parts) {
                #expect(one.counts == other.counts && one.measures == other.measures && one.seeds == other.seeds)
            }
            #expect(sum.findings.map(\.violation) == whole.findings.map(\.violation))
            #expect(sum.findings.map(\.job) == whole.findings.map(\.job))
        }
    }

    @Test("Kept plans come after the scenarios, those of each share")
    func known() throws {
        func share(_ name: String, _ job: Int) -> Exploration {
            var exploration = Exploration()
            var known = Exploration.Part(source: name, about: "")
            known.isKnown = true
            exploration.parts = [Exploration.Part(source: "a", about: ""), known]
            let violation = Violation(.p7, "lacks", name, at: .zero)
            exploration.findings = [Exploration.Finding(violation, of: .init(number: job, part: 1, seed: 1), steps: 1)]
            return exploration
        }
        var sum = share("one", 1)
        sum.merge(share("two", 0))
        // Another machine kept the same plan.
        sum.merge(share("one", 1))
        #expect(sum.parts.map(\.source) == ["a", "one", "two"])
        #expect(sum.findings.map { sum.parts[$0.part].source } == ["one", "two"])
        #expect(sum.findings.map(\.violation.witness) == ["one", "two"])
        sum.parts[1].wanted = [.p7]
        sum.parts[1].seeds = 1
        sum.seeds = 1
        sum.doubt(demandsGoals: false)
        #expect(sum.doubts == [])
    }

    @Test("Shares of other scenarios are distinguished")
    func akin() throws {
        let whole = try Self.explore(Self.jobs())
        var others = [Exploration(), whole, whole, whole]
        others[1].parts[0].wanted = []
        others[2].parts.removeLast()
        others[3].parts[1].thresholds = [try #require(Threshold("max<1", of: .wakes))]
        #expect(whole.isAkin(to: whole) && others.allSatisfy { !whole.isAkin(to: $0) })
    }

    @Test("A share that was stopped leaves the sum incomplete")
    func unfinished() {
        var (sum, other) = (Exploration(), Exploration())
        other.isWhole = false
        other.gaps = ["a gap"]
        sum.merge(other)
        sum.seeds = 1
        sum.doubt(demandsGoals: false)
        #expect(!sum.isWhole && sum.verdict == .inconclusive && sum.doubts == ["a gap"])
    }

    @Test("The reasons for an inconclusive result are computed again")
    func doubts() {
        var exploration = Exploration()
        var part = Exploration.Part(source: "a", about: "")
        part.wanted = [.p7, .p8]
        part.seeds = 1
        part.counts[.p7] = PropertyCount()
        part.counts[.p8, default: PropertyCount()].judged = 1
        exploration.parts = [part]
        exploration.goals = [.init("one", hits: 1), .init("two", hits: 0)]
        exploration.doubt(demandsGoals: false)
        #expect(exploration.doubts == ["a never tested P7", "no seed ran"])
        exploration.seeds = 1
        exploration.parts.append(Exploration.Part(source: "kept", about: ""))
        exploration.parts[1].isKnown = true
        exploration.parts[1].wanted = [.p1]
        exploration.parts[1].seeds = 1
        exploration.doubt(demandsGoals: true)
        #expect(exploration.doubts == ["a never tested P7", "these situations never occurred: 'two'"])
        exploration.seeds = 1_000
        exploration.doubt(demandsGoals: false)
        #expect(exploration.doubts == ["a never tested P7"])
    }

    @Test("Runs that ended at a fault cause no further doubt, and different faults are different mistakes")
    func cutRuns() throws {
        var part = Exploration.Part(source: "a", about: "")
        part.wanted = [.p7]
        part.thresholds = [try #require(Threshold("max<1", of: .wakes))]
        var tally = ExplorationTally(parts: [part])
        for number in 0..<12 {
            let sort = number % 3 == 0 ? "app ended at push" : "app ended at user dismiss"
            let app = FaultyApp(sort: sort)
            let trial = try Trial(ExplorationTallyTests.scenario().expanded(seed: 1)) { () throws(LabFailure) in
                Lab(seed: 1) { _ in app }
            }
            tally.add(trial, of: .init(number: number, part: 0, seed: UInt64(number)), steps: 1)
        }
        var exploration = tally.exploration
        #expect(exploration.cutRuns(of: 0) == 12 && exploration.failed == 12)
        #expect(
            Set(exploration.findings.map(\.violation.kind)) == [
                "program: app ended at push", "program: app ended at user dismiss",
            ])
        exploration.doubt(demandsGoals: false)
        #expect(exploration.doubts == [] && exploration.outcomes(of: 0).isEmpty && exploration.verdict == .fail)
    }

    /// An app that ends at its launch by its own fault.
    private struct FaultyApp: LabApp {
        let sort: String

        mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
            if case .launched = event { system.actions.append(.ended(.broke("P36: it fell", sort: self.sort))) }
        }
    }

    @Test("A scenario that requires promises and got no seed is a doubt, unless another share may have one")
    func noSeed() throws {
        var exploration = Exploration()
        exploration.parts = ["a", "b"].map { Exploration.Part(source: $0, about: "") }
        exploration.parts[0].seeds = 1
        exploration.seeds = 1
        exploration.doubt(demandsGoals: false)
        #expect(exploration.doubts.isEmpty && exploration.verdict == .pass)
        exploration.parts[1].wanted = [.p7]
        exploration.doubt(demandsGoals: false, lacksShares: true)
        #expect(exploration.doubts.isEmpty)
        exploration.share = Exploration.Share(try #require(Jobs.Shard(1, of: 2)), of: 1)
        exploration.doubt(demandsGoals: false)
        #expect(exploration.doubts.isEmpty)
        exploration.share = nil
        exploration.doubt(demandsGoals: false)
        #expect(exploration.doubts == ["b has 'hold' expectations, but no seed of it ran"])
        #expect(exploration.verdict == .inconclusive)
        // Where nothing was run at all that says enough.
        (exploration.parts[0].seeds, exploration.seeds) = (0, 0)
        exploration.doubt(demandsGoals: false)
        #expect(exploration.doubts == ["no seed ran"])
    }
}
