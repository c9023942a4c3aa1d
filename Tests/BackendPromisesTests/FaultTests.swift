import BackendPromises
import Testing

@Suite("Faults")
struct FaultTests {
    @Test("a list that was written is read back", arguments: ["none", "503x2@4", "410@1,reset@2,goaway@12"])
    func roundTrip(_ text: String) { #expect(FaultList(text)?.description == text) }

    @Test(
        "a list with a mistake is refused",
        arguments: ["", "503", "503@0", "503x0@1", "404@1", "503@1,", "@1", "x2@1"])
    func refusals(_ text: String) { #expect(FaultList(text) == nil) }

    @Test("a seed always gives the same faults, and a hundred seeds have every kind")
    func seeds() {
        #expect(FaultList(seed: 7) == FaultList(seed: 7))
        let lists = (1...100).map { FaultList(seed: UInt64($0)) }
        #expect(lists.allSatisfy { (1...4).contains($0.faults.count) && FaultList($0.description) == $0 })
        let kinds = Set(lists.flatMap { $0.faults.map(\.kind) })
        #expect(kinds == Set(PushFault.Kind.allCases))
    }

    @Test("a fault with a count continues for its token, and a 410 never ends")
    func plan() throws {
        var plan = FaultPlan(try #require(FaultList("503x2@2,410@5")))
        let tokens = ["a", "b", "a", "b", "b", "a", "b"]
        let faults = tokens.map { plan.next(for: $0)?.kind.rawValue }
        #expect(faults == [nil, "503", nil, "503", "410", nil, "410"])
    }
}

@Suite("Searching through seeds")
struct SeedHuntTests {
    /// The result of a command that breaks B1 under certain faults.
    static func result(_ isBroken: Bool) -> RunResult {
        var sender = Sender()
        sender.send(isBroken ? .gone : .answered(status: 200, reason: nil))
        if isBroken { sender.send(.gone, content: "the second news for all") }
        var result = RunResult(.status(0), sender.judge.verdict(isOver: true))
        result.counts = [PushCount(target: "phone", count: 1, isDead: isBroken)]
        return result
    }

    @Test("a failure is repeated, and its list is shortened to the needed faults")
    func shrinks() throws {
        var hunt = SeedHunt(mostShrinkRuns: 40)
        var runs: [String] = []
        let run: SeedHunt.Run = { _, faults, _ in
            runs.append(faults.description)
            return Self.result(faults.faults.contains { $0.kind == .gone })
        }
        _ = try hunt.runBaseline(seed: 1, run)
        let isComplete = try hunt.run(seeds: 1...60, run)
        #expect(isComplete && hunt.seeds == 60 && hunt.failures.count == 1 && hunt.doubts.isEmpty)
        let failure = try #require(hunt.failures.first)
        #expect(failure.trouble.property == "B1" && failure.faults.faults.map(\.kind) == [.gone])
        #expect(failure.seed == (1...60).first { FaultList(seed: $0).faults.contains { $0.kind == .gone } })
        #expect(hunt.runs == runs.count)
    }

    @Test("a failure that does not occur in each repetition is doubtful")
    func doubts() throws {
        var hunt = SeedHunt(mostShrinkRuns: 40)
        var count = 0
        let isComplete = try hunt.run(seeds: 1...1) { _, _, _ in
            count += 1
            return Self.result(count != 3)
        }
        #expect(isComplete && hunt.failures.isEmpty && hunt.doubts.map(\.shown) == [2])
    }

    @Test("the search stops when it is interrupted")
    func givesUp() throws {
        var hunt = SeedHunt(mostShrinkRuns: 40)
        let isComplete = try hunt.run(seeds: 1...9) { seed, _, _ in seed < 4 ? Self.result(false) : nil }
        #expect(!isComplete && hunt.seeds == 3)
    }

    @Test("a failing command counts only if every push could reach its device")
    func exits() throws {
        let result = RunResult(.status(1), BackendVerdict())
        let survivable = try #require(FaultList("503x2@4,reset@1"))
        #expect(Trouble.all(in: result, under: survivable).map(\.property) == ["exit"])
        #expect(Trouble.all(in: result, under: try #require(FaultList("410@1"))).isEmpty)
    }
}
