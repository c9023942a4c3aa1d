import Basics
import PushGateway
import Testing

@testable import PushLab

@Suite("Shrinking a plan")
struct ShrinkerTests {
    static let phone = Scenario.DeviceName(user: "alice", device: "phone")
    static let tablet = Scenario.DeviceName(user: "bob", device: "tablet")

    /// Forty steps of two users, of which a rule wants few.
    static var plan: Scenario {
        let people = [
            Scenario.Person("alice", [.init("phone", .ios), .init("desk", .windows)]),
            Scenario.Person("bob", [.init("tablet", .android)]),
        ]
        var plan = Scenario(people: people, expectations: [.agreement])
        plan.network.tapsLost = 10
        plan.pageSize = 3...3
        plan.wakeBudget = Scenario.WakeBudget(perHour: 2, burst: 1)
        plan.steps = (0..<40).map { number in
            let time = Interval.seconds(Int64(number) * 7 + 3)
            switch number {
            case 11: return Scenario.Step(at: time, .device(.offline(.minutes(9)), Self.phone))
            case 29: return Scenario.Step(at: time, .device(.fault(.loseTaps, count: 3), Self.phone))
            default:
                return Scenario.Step(
                    at: time, .publish(.raw("x", id: "n\(number)", lifetime: .seconds(60)), user: "bob"))
            }
        }
        return plan
    }

    /// Fails where the phone goes offline before it loses taps.
    static func fails(_ plan: Scenario) -> Bool {
        let deeds = plan.steps.map(\.deed)
        let offline = deeds.firstIndex { if case .device(.offline, Self.phone) = $0 { true } else { false } }
        let loss = deeds.firstIndex { if case .device(.fault(.loseTaps, _), Self.phone) = $0 { true } else { false } }
        guard let offline, let loss else { return false }
        return offline < loss
    }

    @Test("What is left is what it fails for, in its plainest form")
    func smallest() {
        let outcome = Shrinker.shrink(Self.plan, fails: Self.fails)
        #expect(outcome.isMinimal && outcome.runs < 200)
        let steps = outcome.plan.steps
        #expect(
            steps.map(\.deed) == [
                .device(.offline(nil), Self.phone), .device(.fault(.loseTaps, count: 1), Self.phone),
            ])
        #expect(steps.allSatisfy { $0.time == .zero && $0.dice == 0 })
        #expect(outcome.plan.people.map(\.name) == ["alice"] && outcome.plan.devices == [Self.phone])
        #expect(outcome.plan.expectations.isEmpty && outcome.plan.network == LabNetwork())
        #expect(outcome.plan.pageSize == nil && outcome.plan.wakeBudget == nil)
    }

    @Test("Taking any one step out of what is left makes it pass")
    func minimal() {
        let plan = Shrinker.shrink(Self.plan, fails: Self.fails).plan
        for place in plan.steps.indices {
            var candidate = plan
            candidate.steps.remove(at: place)
            #expect(!Self.fails(candidate))
        }
    }

    @Test("Steps keep their dice while others go, and lose the numbers when nothing depends on them")
    func dice() {
        // Only with its own dice does the last step do harm.
        func fails(_ plan: Scenario) -> Bool {
            plan.steps.indices.contains { plan.dice(of: $0) == 30 } && Self.fails(plan)
        }
        let plan = Shrinker.shrink(Self.plan, fails: fails).plan
        #expect(plan.steps.map(\.dice) == [0, 30])
    }

    @Test("A file has steps, and says nothing of notifications that are not published before")
    func written() {
        #expect(Shrinker.shrink(Self.plan) { _ in true }.plan.steps.count == 1)
        var plan = Self.plan
        plan.steps[20].deed = .device(.act(.dismiss, "n3"), Self.tablet)
        plan.steps[21].deed = .expect(.on(Self.tablet, "n4", Scenario.Sight(state: .gone)))
        plan.expectations.append(.everywhere("n5", Scenario.Sight(state: .active)))
        #expect(plan.pruned == plan)
        for place in [3, 4, 5] { plan.steps[place].deed = .quiesce(within: nil) }
        let pruned = plan.pruned
        #expect(pruned.steps.count == plan.steps.count - 2 && pruned.expectations == [.agreement])
    }

    @Test("When the runs are used up, what is there fails still and is not called minimal")
    func budget() {
        let outcome = Shrinker.shrink(Self.plan, mostRuns: 5, fails: Self.fails)
        #expect(outcome.runs == 5 && !outcome.isMinimal && Self.fails(outcome.plan))
        let stopped = Shrinker.shrink(Self.plan, isOver: { true }, fails: Self.fails)
        #expect(stopped.runs == 0 && !stopped.isMinimal && stopped.plan.steps.count == 40)
    }
}
