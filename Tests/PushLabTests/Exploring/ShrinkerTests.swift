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
        plan.network.tapsLostPercent = 10
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

    @Test("The rest is what the failure needs, in its simplest form")
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

    @Test("A repeated step is repeated as rarely as the failure allows", arguments: [1, 2, 3, 7, 39, 40])
    func counts(_ enough: Int) {
        var plan = Self.plan
        plan.steps[5].deed = .burst("b", count: 40, user: "bob")
        plan.relation = .tapsLost
        let outcome = Shrinker.shrink(plan) { plan in
            plan.steps.contains { if case .burst(_, let count, _) = $0.deed { count >= enough } else { false } }
        }
        #expect(outcome.plan.steps.map(\.deed) == [.burst("b", count: enough, user: "bob")])
        #expect(outcome.isMinimal && outcome.plan.relation == nil)
    }

    @Test("An alert that ends by itself is removed if the other one causes the failure", arguments: [true, false])
    func plainer(_ isVisual: Bool) {
        let both = LabNotification.visual("x", id: "n", lifetime: .seconds(60))
        let one = isVisual ? LabNotification.visual("x", id: "n") : .raw("x", id: "n", lifetime: .seconds(60))
        var plan = Self.plan
        plan.steps = [Scenario.Step(at: .zero, .publish(both, user: "bob"))]
        let outcome = Shrinker.shrink(plan) { plan in
            guard case .publish(let notification, _)? = plan.steps.first?.deed else { return false }
            return isVisual ? notification.isVisual : notification.lifetime != nil
        }
        #expect(outcome.plan.steps.map(\.deed) == [.publish(one, user: "bob")])
    }

    @Test("A wait counts from the time at which times restart", arguments: [1, 4, 9, 200])
    func waitsBehindRest(_ seconds: Int64) {
        var plan = Self.plan
        plan.steps = [
            Scenario.Step(at: .seconds(5), .publish(.raw("x", id: "n"), user: "bob")),
            Scenario.Step(at: .seconds(7), .quiesce(within: nil)),
            Scenario.Step(at: .seconds(seconds), .publish(.raw("x", id: "m"), user: "bob")),
        ]
        let outcome = Shrinker.shrink(plan) { $0.steps.count == 3 && $0.steps[1].time >= .seconds(7) }
        #expect(outcome.plan.steps.map(\.time) == [.seconds(5), .seconds(7), .zero])
    }

    @Test("Words that belong to a removed part leave no gap")
    func goesOn() {
        var plan = Self.plan
        plan.steps = [
            Scenario.Step(at: .zero, .burst("b", count: 3, user: "bob")),
            Scenario.Step(at: .seconds(1), .device(.act(.dismiss, "b3"), Self.tablet)),
        ]
        let outcome = Shrinker.shrink(plan) { plan in
            guard case .burst(_, let count, _)? = plan.steps.first?.deed else { return false }
            return count == 1 || plan.steps.count > 1
        }
        #expect(outcome.plan.steps.map(\.deed) == [.burst("b", count: 1, user: "bob")] && outcome.isMinimal)
    }

    @Test("Nothing can be removed from the final plan, whose dice numbers are its own again")
    func isMinimalAtTheEnd() {
        var plan = Self.plan
        // With its own dice the first step is needed, and without them it is not.
        func fails(_ plan: Scenario) -> Bool {
            let isLoaded = plan.steps.contains { $0.dice != 0 }
            let offline = plan.steps.contains { if case .device(.offline, _) = $0.deed { true } else { false } }
            let loss = plan.steps.contains { if case .device(.fault, _) = $0.deed { true } else { false } }
            return loss && (offline || !isLoaded)
        }
        plan.steps = [plan.steps[11], plan.steps[29]]
        let outcome = Shrinker.shrink(plan, fails: fails)
        #expect(outcome.plan.steps.map(\.deed) == [.device(.fault(.loseTaps, count: 1), Self.phone)])
        #expect(outcome.isMinimal)
    }

    @Test("Removing any step of the result makes it pass")
    func minimal() {
        let plan = Shrinker.shrink(Self.plan, fails: Self.fails).plan
        for place in plan.steps.indices {
            var candidate = plan
            candidate.steps.remove(at: place)
            #expect(!Self.fails(candidate))
        }
    }

    @Test("Steps keep their dice while others are removed, and lose the numbers when nothing depends on them")
    func dice() {
        // Only with its own dice does the last step do harm.
        func fails(_ plan: Scenario) -> Bool {
            plan.steps.indices.contains { plan.dice(of: $0) == 30 } && Self.fails(plan)
        }
        let plan = Shrinker.shrink(Self.plan, fails: fails).plan
        #expect(plan.steps.map(\.dice) == [0, 30])
    }

    @Test("A file has steps, and does not mention notifications that are not published before")
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

    // MARK: Weather

    /// Two of three taps vanish, and so does now and then a request, an answer or a connection.
    static func stormy(_ look: Scenario.Step...) -> Scenario {
        var plan = ScenarioRunTests.scenario(
            [
                ScenarioRunTests.publish("n1", at: .seconds(5)), ScenarioRunTests.publish("n2", at: .seconds(90)),
                Scenario.Step(at: .seconds(91), .device(.act(.dismiss, "n2"), ScenarioRunTests.tablet)),
                Scenario.Step(at: .minutes(2), .quiesce(within: nil)),
                ScenarioRunTests.publish("n3", at: .seconds(5)),
            ] + look)
        (plan.network.tapsLostPercent, plan.network.requestsLostPercent, plan.network.answersLostPercent) = (66, 20, 20)
        plan.network.connectionsRefusedPercent = 20
        return plan
    }

    static func losses(_ plan: Scenario, seed: UInt64) throws -> [UInt32: Int] {
        let lab = Lab(seed: seed)
        var run = ScenarioRun(plan, in: lab)
        _ = try run.carryOutAll()
        let lost: Set<HistoryEvent.Kind> = [.tapDropped, .requestLost, .connectFailed]
        return lab.view.events.filter { lost.contains($0.kind) }
            .reduce(into: [:]) { $0[UInt32($1.kind.rawValue) << 16 | $1.rawWords.detail, default: 0] += 1 }
    }

    @Test("A plan with single losses loses the same messages, unless two were sent at once")
    func spelledOut() throws {
        let plan = Self.stormy()
        let same = try (1...20 as ClosedRange<UInt64>).count { seed in
            let told = try #require(try plan.spelledOut(in: Lab(seed: seed)))
            #expect(told.network == LabNetwork())
            #expect(told.steps.filter { $0.dice < 900_000 }.map(\.deed) == plan.steps.map(\.deed))
            #expect(try told.spelledOut(in: Lab(seed: seed)) == nil)
            return try Self.losses(told, seed: seed) == Self.losses(plan, seed: seed)
        }
        #expect(same > 15)
    }

    @Test("Of the network's losses only the harmful one remains, and expectations see as much as before")
    func weather() throws {
        let sight = Scenario.Sight(state: .active)
        let look = Scenario.Step(at: .seconds(8), .expect(.on(ScenarioRunTests.tablet, "n3", sight)))
        let seed = try #require(try (1...20).first { seed in try !Self.misses(Self.stormy(look), seed).isEmpty })
        let outcome = Shrinker.shrink(
            Self.stormy(look), spellingOut: { try? $0.spelledOut(in: Lab(seed: seed)) },
            fails: { (try? Self.misses($0, seed).isEmpty) == false })
        let steps = outcome.plan.steps
        #expect(outcome.plan.network == LabNetwork() && steps.count == 3)
        #expect(steps.contains { $0.deed.isFault } && steps[2].time - steps[0].time >= .seconds(2))
    }

    private static func misses(_ plan: Scenario, _ seed: UInt64) throws -> [ScenarioRun.Miss] {
        var run = ScenarioRun(plan, in: Lab(seed: seed))
        try run.run()
        return run.misses
    }

    @Test(
        "Waits that cannot be shorter are rounded",
        arguments: [
            (2_560_505_210_422, ["29d", "30d"]),
            (93_784_005_000, ["24h", "2d", "26h", "27h", "1563m", "1564m", "93784s", "93785s"]),
            (60_000_000, []), (1_500, ["1ms", "2ms"]), (900, []),
        ] as [(Int64, [String])])
    func round(_ microseconds: Int64, _ rounded: [String]) {
        #expect(Interval.microseconds(microseconds).rounded.map(\.description).prefix(rounded.count) == rounded[...])
        #expect(Interval.microseconds(microseconds).rounded.isEmpty == rounded.isEmpty)
    }

    @Test("When the runs are used up, the plan still fails and is not called minimal")
    func budget() {
        let outcome = Shrinker.shrink(Self.plan, mostRuns: 5, fails: Self.fails)
        #expect(outcome.runs == 5 && !outcome.isMinimal && Self.fails(outcome.plan))
        let stopped = Shrinker.shrink(Self.plan, isOver: { true }, fails: Self.fails)
        #expect(stopped.runs == 0 && !stopped.isMinimal && stopped.plan.steps.count == 40)
    }
}

extension Scenario.Deed {
    fileprivate var isFault: Bool {
        switch self {
        case .device(.fault, _), .device(.refuseConnections, _): true
        default: false
        }
    }
}

@Suite("Shrinking a plan with a missed expectation")
struct ExpectationShrinkerTests {
    private static let phone = Scenario.DeviceName(user: "mum", device: "phone")

    private static var plan: Scenario {
        let people = [Scenario.Person("mum", [.init("phone", .ios), .init("tablet", .ios)])]
        let sight = Scenario.Sight(state: .dismissed)
        var plan = Scenario(people: people, expectations: [.everywhere("n", sight)])
        plan.steps = [
            Scenario.Step(at: .zero, .publish(.raw("x", id: "other"), user: "mum")),
            Scenario.Step(at: .seconds(1), .publish(.raw("x", id: "n"), user: "mum")),
            Scenario.Step(at: .seconds(2), .device(.fault(.loseAnswers, count: 1), Self.phone)),
            Scenario.Step(at: .seconds(3), .device(.act(.dismiss, "n"), Self.phone)),
        ]
        return plan
    }

    private static func dismisses(_ plan: Scenario) -> Bool {
        plan.steps.contains { if case .device(.act(.dismiss, "n"), _) = $0.deed { true } else { false } }
    }

    /// Fails where nothing is dismissed, as any expectation of a dismissal does, and where the answer is lost.
    private static func fails(_ plan: Scenario) -> Bool {
        let loses = plan.steps.contains { if case .device(.fault, _) = $0.deed { true } else { false } }
        return !Self.dismisses(plan) || loses
    }

    @Test("The steps of the expectation stay, and so does the fault without which the plan passes")
    func kept() {
        let outcome = Shrinker.shrink(Self.plan, isAboutExpectation: true, fails: Self.fails)
        #expect(outcome.plan.steps.count == 3 && outcome.kept == [1, 3] && outcome.isMinimal)
        #expect(Self.dismisses(outcome.plan) && Self.fails(outcome.plan))
    }

    @Test("A plan that fails without its faults loses them")
    func faultless() {
        let outcome = Shrinker.shrink(Self.plan, isAboutExpectation: true) { Self.dismisses($0) }
        #expect(outcome.plan.steps.count == 2 && outcome.kept == [1, 2])
    }

    @Test("For a promise no step has to stay")
    func promise() {
        let outcome = Shrinker.shrink(Self.plan) { !$0.steps.isEmpty }
        #expect(outcome.plan.steps.count == 1 && outcome.kept.isEmpty)
    }
}
