import Basics
import Testing

@testable import PushLab

@Suite("Deeds that chance chooses")
struct RandomDeedsTests {
    static func plan(_ seed: UInt64, without unwanted: Set<String> = []) -> Scenario {
        let phones = [Scenario.Gadget("phone", .ios), .init("tablet", .android)]
        let deeds = Scenario.RandomDeeds(count: 40...40, over: .hours(1), without: unwanted)
        let scenario = Scenario(people: [.init("alice", phones)], steps: [Scenario.Step(.random(deeds))])
        return scenario.expanded(seed: seed)
    }

    static func words(_ plan: Scenario) -> [String] { plan.steps.map { plan.word(of: $0.deed) } }

    @Test("All that it chooses has a word, and each word comes up")
    func words() {
        let seen = Set((1...200).flatMap { Self.words(Self.plan($0)) })
        let words = Scenario.RandomDeeds.words + Scenario.RandomDeeds.companions.keys
        #expect(seen == Set(words) && seen.count == words.count)
    }

    @Test(
        "What is left out is not there, and the others stay as they are",
        arguments: [["crash"], ["publish", "sign_out", "burst"]])
    func without(_ unwanted: Set<String>) {
        for seed in 1...50 as ClosedRange<UInt64> {
            let (all, some) = (Self.plan(seed), Self.plan(seed, without: unwanted))
            let wanted = all.steps.filter { step in
                let word = all.word(of: step.deed)
                return !unwanted.contains(Scenario.RandomDeeds.companions[word] ?? word)
            }
            #expect(some.steps == wanted)
        }
    }
}
