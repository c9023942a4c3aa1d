import Basics
import Testing

@testable import PushLab

@Suite("Random steps")
struct RandomDeedsTests {
    static func plan(_ seed: UInt64, without unwanted: Set<String> = []) -> Scenario {
        let phones = [Scenario.Gadget("phone", .ios), .init("tablet", .android)]
        let deeds = Scenario.RandomDeeds(count: 40...40, over: .hours(1), without: unwanted)
        let scenario = Scenario(people: [.init("alice", phones)], steps: [Scenario.Step(.random(deeds))])
        return scenario.expanded(seed: seed)
    }

    static func words(_ plan: Scenario) -> [String] { plan.steps.map { plan.word(of: $0.deed) } }

    @Test("Every chosen step has a word, and each word occurs")
    func words() {
        let seen = Set((1...200).flatMap { Self.words(Self.plan($0)) })
        let words = Scenario.RandomDeeds.words + Scenario.RandomDeeds.companions.keys
        #expect(seen == Set(words) && seen.count == words.count)
    }

    @Test("A device that was away dies or loses its network while it catches up, in the order of time")
    func interruption() {
        var found = 0
        for seed in 1...100 as ClosedRange<UInt64> {
            let steps = Self.plan(seed).steps
            #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.time <= $1.time }, "seed \(seed)")
            for place in steps.indices.dropLast(2) {
                guard case .device(.offline(let absence?), let device) = steps[place].deed,
                    case .burst(_, count: 2...8, let user) = steps[place + 1].deed,
                    case .device(let end, device) = steps[place + 2].deed, end == .crash || end == .breakConnection
                else { continue }
                let back = steps[place].time + absence
                let isMeanwhile = steps[place + 1].time < back && steps[place + 2].time > back
                #expect(isMeanwhile && user == device.user && steps[place + 2].time < back + .seconds(2))
                found += 1
            }
        }
        #expect(found > 50, "\(found)")
    }

    @Test(
        "Excluded steps do not occur, and the others stay the same",
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

    private static func plan(_ seed: UInt64, with wanted: Set<String>) -> Scenario {
        let phones = [Scenario.Gadget("phone", .ios), .init("tablet", .android)]
        let deeds = Scenario.RandomDeeds(count: 40...40, over: .hours(1), with: wanted)
        return Scenario(people: [.init("alice", phones)], steps: [Scenario.Step(.random(deeds))]).expanded(seed: seed)
    }

    @Test("Nothing is done to a device that is switched off for weeks")
    func switchedOff() {
        var found = 0
        for seed in 1...50 as ClosedRange<UInt64> {
            var until: [String: Interval] = [:]
            for step in Self.plan(seed, with: ["switch_off"]).steps {
                guard case .device(let deed, let device) = step.deed else { continue }
                guard case .switchOff(let length?) = deed else {
                    #expect(until[device.device].map { step.time > $0 } ?? true, "seed \(seed): \(step)")
                    continue
                }
                #expect(length >= .days(29))
                until[device.device] = max(step.time + length, until[device.device] ?? .zero)
                found += 1
            }
        }
        #expect(found > 50, "\(found)")
    }

    @Test("Requested extra steps occur, and no others", arguments: Scenario.RandomDeeds.extraWords)
    func wanted(_ word: String) {
        let own = [
            "switch_off", "slow", "lock", "unlock", "lose_publish_answers", "delay_sweep", "odd_push", "odd_post",
        ]
        var found = 0
        for seed in 1...50 as ClosedRange<UInt64> {
            let plan = Self.plan(seed, with: [word])
            #expect(zip(plan.steps, plan.steps.dropFirst()).allSatisfy { $0.time <= $1.time }, "seed \(seed)")
            #expect(!Self.words(plan).contains { own.contains($0) && $0 != word })
            found += zip(plan.steps, plan.steps.dropFirst()).count { before, step in
                switch step.deed {
                // The user does it on a device that has just gone offline.
                case .device(.act(let act, _), let device):
                    if case .device(.offline, device) = before.deed { word == act.rawValue } else { false }
                case .publish(let notification, _): word == "publish" && notification.isVisual
                case .device(.offline(let time?), _): word == "offline" && time >= .days(29)
                default: own.contains(word) && plan.word(of: step.deed) == word
                }
            }
        }
        #expect(found > 50, "\(found)")
    }

    private static func overlapping(_ seed: UInt64, without unwanted: Set<String> = []) -> [Scenario.Step] {
        let phones = [Scenario.Gadget("phone", .ios), .init("tablet", .android)]
        let deeds = Scenario.RandomDeeds(count: 40...40, over: .hours(1), without: unwanted, overlaps: true)
        return Scenario(people: [.init("alice", phones)], steps: [Scenario.Step(.random(deeds))])
            .expanded(seed: seed).steps
    }

    @Test("Combinations that overlap in time occur, in the order of time")
    func overlaps() {
        var found: [String: Int] = [:]
        for seed in 1...100 as ClosedRange<UInt64> {
            let steps = Self.overlapping(seed)
            #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.time <= $1.time }, "seed \(seed)")
            #expect(steps.count == 40)
            for place in steps.indices.dropLast(3) {
                guard case .device(.slow(_, let length), let device) = steps[place].deed else { continue }
                var words: [String] = []
                for step in steps[place + 1...place + 3] where step.time <= steps[place].time + length {
                    switch step.deed {
                    case .device(.act, let actor): words.append(actor == device ? "act" : "act elsewhere")
                    case .device(let deed, device): words.append("\(deed)".prefix { $0.isLetter }.lowercased())
                    case .publish(let notification, _): words.append(notification.lifetime == nil ? "new" : "short")
                    case .burst: words.append("burst")
                    case .killService: words.append("death")
                    default: break
                    }
                }
                for count in 1...3 { found[words.prefix(count).joined(separator: ", "), default: 0] += 1 }
            }
        }
        let wanted = [
            "new, act elsewhere", "new, new", "burst, crash", "burst, breakconnection", "act elsewhere, burst, act",
            "act, act elsewhere", "new, signout, signin", "new, setclock, setclock", "act, death", "new, death",
            "short", "act, new",
        ]
        for words in wanted { #expect(found[words, default: 0] > 5, "\(words): \(found[words, default: 0])") }
    }

    @Test("Combinations use no bursts if a scenario leaves bursts out")
    func overlapsWithoutBursts() {
        var found = 0
        for seed in 1...100 as ClosedRange<UInt64> {
            let steps = Self.overlapping(seed, without: ["burst"])
            #expect(!steps.contains { if case .burst = $0.deed { true } else { false } })
            found += zip(steps, steps.dropFirst(3)).count { first, last in
                guard case .device(.slow, let device) = first.deed else { return false }
                return last.deed == .device(.crash, device)
            }
        }
        #expect(found > 10, "\(found)")
    }
}
