import Basics
import Testing

@testable import PushLab

@Suite("Faults during random steps")
struct FaultPlanTests {
    static let deeds = Scenario.Step(
        at: .seconds(5), .random(Scenario.RandomDeeds(count: 30...60, over: .hours(1))))
    static let kinds = Scenario.Hazard.Kind.allCases

    static func plan(_ faults: Scenario.FaultPlan?, seed: UInt64) -> Scenario {
        var scenario = ScenarioRunTests.scenario([
            ScenarioRunTests.publish("n0"), Self.deeds, Scenario.Step(at: .hours(2), .quiesce(within: nil)),
        ])
        scenario.faults = faults
        return scenario.expanded(seed: seed)
    }

    static func faults(_ kinds: [Scenario.Hazard.Kind], isSwarm: Bool = false) -> Scenario.FaultPlan {
        Scenario.FaultPlan(
            isSwarm: isSwarm,
            kinds.map { kind in
                Scenario.Hazard(kind, every: .minutes(10), lasting: kind.lasts ? .seconds(5)...(.minutes(5)) : nil)
            })
    }

    static func strikes(_ plan: Scenario) -> [Scenario.Step] { plan.steps.filter { $0.dice >= 500_000 } }

    @Test("Without its strikes a plan equals the plan without faults, including dice", arguments: 1...20)
    func apart(_ seed: UInt64) {
        let (calm, windy) = (Self.plan(nil, seed: seed), Self.plan(Self.faults(Self.kinds), seed: seed))
        let rest = windy.steps.filter { $0.dice < 500_000 }
        #expect(rest.map(\.deed) == calm.steps.map(\.deed))
        // What waits until all is quiet waits for the storm to be over.
        #expect(rest.dropLast().map(\.time) == calm.steps.dropLast().map(\.time))
        #expect(rest.indices.allSatisfy { windy.dice(of: windy.steps.firstIndex(of: rest[$0])!) == UInt32($0) + 1 })
        #expect(!Self.strikes(windy).isEmpty && windy.faults == nil)
    }

    @Test("A hazard strikes as it would without the others", arguments: kinds)
    func alone(_ kind: Scenario.Hazard.Kind) {
        for seed in 1...20 as ClosedRange<UInt64> {
            let own = Self.strikes(Self.plan(Self.faults([kind]), seed: seed))
            let all = Self.strikes(Self.plan(Self.faults(Self.kinds), seed: seed))
            #expect(all.filter { own.map(\.dice).contains($0.dice) } == own)
        }
    }

    @Test("Times increase, and each strike lasts as long as it should")
    func times() {
        for seed in 1...50 as ClosedRange<UInt64> {
            let plan = Self.plan(Self.faults(Self.kinds), seed: seed)
            let times = plan.steps.map(\.time)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
            for strike in Self.strikes(plan) {
                switch strike.deed {
                case .killService(let time), .partition(_, let time):
                    #expect((.seconds(5)...(.minutes(5))).contains(time))
                default: break
                }
            }
        }
    }

    @Test("A swarm leaves each hazard out in about half of its runs")
    func swarm() {
        for kind in Self.kinds {
            let faults = Self.faults([kind], isSwarm: true)
            let present = (1...200 as ClosedRange<UInt64>).count { !Self.strikes(Self.plan(faults, seed: $0)).isEmpty }
            #expect((70...130).contains(present))
        }
    }

    @Test("In a swizzle devices drop out one after the other, and come back in another order")
    func swizzle() {
        var orders: Set<[Bool]> = []
        for seed in 1...50 as ClosedRange<UInt64> {
            let strikes = Self.strikes(Self.plan(Self.faults([.swizzle]), seed: seed))
            let cuts = strikes.map { strike -> (start: Interval, end: Interval, devices: [Scenario.DeviceName]) in
                guard case .partition(let cut, let time) = strike.deed, cut.pushes.isEmpty else {
                    return (.zero, .zero, [])
                }
                return (strike.time, strike.time + time, cut.devices)
            }
            #expect(cuts.allSatisfy { $0.devices.count == 1 && $0.start < $0.end })
            for (one, next) in zip(cuts, cuts.dropFirst()) where next.start < one.end {
                orders.insert([one.end < next.end, one.devices == next.devices])
            }
        }
        #expect(orders == [[true, false], [false, false]])
    }

    @Test("Clocks are wrong by at most the limit, and apps die on any device, at once or midway")
    func knobs() {
        var skew = Scenario.Hazard(.skew, every: .exponential(mean: .minutes(5)), lasting: .seconds(1)...(.minutes(1)))
        skew.worstClock = .hours(1)
        let plan = Self.plan(Scenario.FaultPlan([skew, Scenario.Hazard(.crash, every: .minutes(2))]), seed: 1)
        var (crashed, midway): (Set<Scenario.DeviceName>, Set<Scenario.DeviceName>) = ([], [])
        var clocks: [Interval] = []
        for strike in Self.strikes(plan) {
            if case .device(.setClock(let skew), _) = strike.deed { clocks.append(skew) }
            if case .device(.crash, let device) = strike.deed { crashed.insert(device) }
            if case .device(.crashMidway, let device) = strike.deed { midway.insert(device) }
        }
        #expect(!clocks.isEmpty && clocks.allSatisfy { (.zero - Interval.hours(1)...(.hours(1))).contains($0) })
        #expect(crashed == Set(plan.devices) && midway == crashed)
    }

    @Test("Without random steps the storm lasts over all steps, and pauses while the lab settles")
    func written() {
        var scenario = ScenarioRunTests.scenario([
            ScenarioRunTests.publish("n0"), Scenario.Step(at: .hours(4), .quiesce(within: nil)),
            Scenario.Step(at: .minutes(1), .quiesce(within: nil)), ScenarioRunTests.publish("n1"),
            Scenario.Step(at: .hours(1), .device(.crash, ScenarioRunTests.phone)),
        ])
        #expect(scenario.expanded(seed: 1).steps == scenario.steps)
        scenario.faults = Self.faults([.kill])
        let plan = scenario.expanded(seed: 1)
        let strikes = Self.strikes(plan)
        #expect(plan.steps.filter { $0.dice < 500_000 }.map(\.deed) == scenario.steps.map(\.deed))
        #expect(strikes.count > 3 && Set(strikes.map(\.dice)).count == strikes.count)
    }

    @Test("A quiesce does not come before the last step of the storm", arguments: kinds)
    func restless(_ kind: Scenario.Hazard.Kind) {
        var scenario = ScenarioRunTests.scenario([
            ScenarioRunTests.publish("n0"), Scenario.Step(at: .minutes(20), .device(.crash, ScenarioRunTests.phone)),
            Scenario.Step(at: .minutes(20), .quiesce(within: nil)), ScenarioRunTests.publish("n1"),
        ])
        let span = kind.lasts ? Interval.minutes(30)...(.minutes(31)) : nil
        scenario.faults = Scenario.FaultPlan([Scenario.Hazard(kind, every: .minutes(5), lasting: span)])
        var isLonger = false
        for seed in 1...20 as ClosedRange<UInt64> {
            let steps = scenario.expanded(seed: seed).steps
            let storm = steps[...(steps.firstIndex { $0.deed.isRest }!)].map(\.time)
            #expect(zip(storm, storm.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed): \(storm)")
            isLonger = isLonger || storm.last! > .minutes(20)
        }
        #expect(isLonger == [.partition, .skew, .restore, .swizzle].contains(kind))
    }

    @Test("A storm does not end early, however long it is, and each strike has its own dice")
    func long() {
        let people = [Scenario.Person("alice", (0..<60).map { Scenario.Gadget("d\($0)", .android) })]
        let scenario = Scenario(people: people)
        for seed in 1...5 as ClosedRange<UInt64> {
            var dice: [UInt32] = []
            for (kind, step) in Self.kinds.flatMap({ kind in [0, 49, 50, 99, 100, 3_329].map { (kind, $0) } }) {
                let plan = Scenario.FaultPlan([Scenario.Hazard(kind, every: .minutes(10))])
                let strikes = FaultWriter(scenario, plan, Die(seed: seed), step: step).strikes(over: .hours(160))
                #expect(strikes.last.map { $0.time > .hours(158) } == true, "\(kind) ends after \(strikes.count) steps")
                dice += strikes.map(\.dice)
            }
            #expect(Set(dice).count == dice.count && dice.allSatisfy { $0 < 1_000_000_000 })
        }
    }

    @Test("A fault that continues after a quiesce moves nothing", arguments: [nil, faults([.crash])])
    func nothing(_ faults: Scenario.FaultPlan?) {
        var scenario = ScenarioRunTests.scenario([
            Scenario.Step(at: .hours(9), .quiesce(within: nil)),
            Scenario.Step(at: .zero, .random(Scenario.RandomDeeds(count: 0...0, over: .minutes(1)))),
            ScenarioRunTests.publish("n1", at: .minutes(10)),
        ])
        scenario.faults = faults
        for seed in 1...20 as ClosedRange<UInt64> {
            let plan = scenario.expanded(seed: seed)
            #expect(plan.steps.first?.time == .hours(9) && plan.steps.last?.time == .minutes(10), "\(plan.steps)")
        }
    }

    @Test("With very many devices a swizzle affects dozens, and other faults strike as usual")
    func crowd() {
        var scenario = Scenario(people: [])
        for number in 0..<40 {
            let devices = (0..<64).map { Scenario.Gadget("d\($0)", .android) }
            scenario.people.append(Scenario.Person("u\(number)", devices))
        }
        for (kind, most) in [(Scenario.Hazard.Kind.swizzle, 1_000), (.kill, 30)] {
            let plan = Self.faults([kind])
            let strikes = FaultWriter(scenario, plan, Die(seed: 1), step: 0).strikes(over: .hours(1))
            #expect((3...most).contains(strikes.count) && Set(strikes.map(\.dice)).count == strikes.count)
        }
    }
}
