import Basics
import Testing

@testable import PushLab

@Suite("Scenarios that run")
struct ScenarioRunTests {
    static let (phone, tablet) = (
        Scenario.DeviceName(user: "alice", device: "phone"), Scenario.DeviceName(user: "alice", device: "tablet")
    )

    static func scenario(
        _ steps: [Scenario.Step], expect expectations: [Scenario.Expectation] = [.agreement]
    ) -> Scenario {
        Scenario(
            people: [
                Scenario.Person("alice", [Scenario.Gadget("phone", .ios), Scenario.Gadget("tablet", .android)]),
                Scenario.Person("bob", [Scenario.Gadget("phone", .windows)]),
            ],
            steps: steps, expectations: expectations)
    }

    static func publish(_ id: String, at time: Interval = .seconds(1), lifetime: Duration? = nil) -> Scenario.Step {
        Scenario.Step(at: time, .publish(.raw("x", id: id, lifetime: lifetime), user: "alice"))
    }

    static func misses(_ scenario: Scenario, traps: Set<Trap> = []) throws -> [ScenarioRun.Miss] {
        let lab = Lab(seed: scenario.seed ?? 1, traps: traps)
        var run = ScenarioRun(scenario, in: lab)
        try run.run()
        return run.misses
    }

    @Test(
        "Devices that could not be opened are not blamed, and those that could are",
        arguments: [.forceQuit, .offline(nil), .signOut, .lock] as [Scenario.DeviceDeed])
    func unseen(_ deed: Scenario.DeviceDeed) throws {
        let steps = [Scenario.Step(.device(deed, Self.tablet)), Self.publish("n1")]
        #expect(try Self.misses(Self.scenario(steps)) == [])
        let misses = try Self.misses(Self.scenario(steps), traps: [.s1])
        #expect(misses.contains { $0.witness == "alice.phone does not show n1" })
    }

    @Test("The lab does not report what a judge has reported")
    func toldOnce() throws {
        let steps = [Scenario.DeviceDeed.signOut, .background, .foreground].enumerated().map { place, deed in
            Scenario.Step(at: .seconds(10 + 5 * Int64(place)), .device(deed, Self.phone))
        }
        let lab = Lab(seed: 1, traps: [.t13])
        var run = ScenarioRun(Self.scenario(steps, expect: []), in: lab)
        try run.run()
        let told = run.violations.filter { $0.property == .p36 }
        #expect(told.map(\.kind) == ["crash"] && told.allSatisfy { !$0.steps.isEmpty }, "\(told)")
        #expect(run.counts[.p36]?.violations == lab.violations.count && run.untold.isEmpty)
    }

    @Test("A lab that does not settle has a witness in one line")
    func restless() {
        let failure = NotSettled(waitingFor: ["a retry of phone", "an answer"], isBusy: false)
        #expect(failure.sentence.hasSuffix("two virtual hours; it waits for a retry of phone; an answer"))
        #expect("\(failure)".hasSuffix("it waits for:\n  a retry of phone\n  an answer"))
    }

    @Test(
        "A lasting fault that is started again ends by its last duration",
        arguments: [
            ([.offline(.seconds(10)), .offline(.minutes(60))], []),
            ([.offline(.seconds(10)), .offline(nil)], []),
            ([.offline(.seconds(10)), .online, .offline(nil)], [5]),
            ([.offline(.seconds(10)), .online, .offline(.seconds(30))], [5, 40]),
            ([.offline(.minutes(60)), .offline(.seconds(10))], [15]),
        ] as [([Scenario.DeviceDeed], [Int64])])
    func lasting(_ deeds: [Scenario.DeviceDeed], _ ends: [Int64]) throws {
        let steps = deeds.enumerated().map { place, deed in
            Scenario.Step(at: .seconds(5 * Int64(place)), .device(deed, Self.tablet))
        }
        let lab = Lab(seed: 1)
        var run = ScenarioRun(
            Self.scenario(steps + [Self.publish("n1", at: .minutes(2))], expect: []), in: lab)
        _ = try run.carryOutAll { lab.now > .seconds(110) }
        let found = lab.view.events.filter {
            $0.kind == .link && $0.isOnline && $0.moment - Lab.times.lowerBound < .minutes(3)
        }
        #expect(found.map { ($0.moment - Lab.times.lowerBound).microseconds / 1_000_000 } == ends)
    }

    @Test("Handled once, dismissed everywhere")
    func dismissed() throws {
        let steps = [
            Self.publish("n1"), Scenario.Step(at: .seconds(10), .device(.act(.dismiss, "n1"), Self.phone)),
        ]
        let sight = Scenario.Sight(state: .dismissed, banner: Scenario.Banner.none)
        #expect(try Self.misses(Self.scenario(steps, expect: [.everywhere("n1", sight), .agreement])) == [])
        let wrong = Scenario.Sight(state: .active)
        #expect(
            try Self.misses(Self.scenario(steps, expect: [.everywhere("n1", wrong)])).map(\.witness) == [
                "on alice.phone n1 is dismissed, not active", "on alice.tablet n1 is dismissed, not active",
            ])
    }

    @Test(
        "The sight of a notification, and its differences",
        arguments: [
            (Scenario.Sight(state: .active, isRead: false, banner: .shown), nil),
            (Scenario.Sight(state: .gone), "on alice.tablet n1 is active, not gone"),
            (Scenario.Sight(isRead: true), "on alice.tablet n1 is not read"),
            (Scenario.Sight(banner: Scenario.Banner.none), "on alice.tablet n1 has a banner"),
        ] as [(Scenario.Sight, String?)])
    func sights(_ sight: Scenario.Sight, _ witness: String?) throws {
        let misses = try Self.misses(Self.scenario([Self.publish("n1")], expect: [.on(Self.tablet, "n1", sight)]))
        #expect(misses.map(\.witness) == (witness.map { [$0] } ?? []))
    }

    @Test("A lasting fault ends when its time is over, even after the last step")
    func lasting() throws {
        let offline = Scenario.Step(at: .seconds(2), .device(.offline(.seconds(60)), Self.tablet))
        let forever = Scenario.Step(at: .seconds(2), .device(.offline(nil), Self.tablet))
        let seen = Scenario.Expectation.on(Self.tablet, "n1", Scenario.Sight(state: .active))
        let publish = Self.publish("n1", at: .seconds(30))
        #expect(try Self.misses(Self.scenario([offline, publish], expect: [seen])) == [])
        #expect(try Self.misses(Self.scenario([forever, publish], expect: [seen])).count == 1)
        // At the end of its time it can be woken by the tap alone.
        let later = Scenario.Step(at: .seconds(70), .device(.act(.dismiss, "n1"), Self.tablet))
        #expect(try Self.misses(Self.scenario([offline, publish, later])) == [])
    }

    @Test("A quiesce that takes too long is reported, with the step")
    func quiesce() throws {
        let steps = [
            Self.publish("n1"), Scenario.Step(at: .seconds(1), .quiesce(within: .milliseconds(1))),
            Scenario.Step(at: .seconds(1), .quiesce(within: .minutes(10))),
        ]
        let misses = try Self.misses(Self.scenario(steps))
        #expect(misses.count == 1 && misses.first?.step == 2)
        #expect(misses.first?.witness.hasSuffix("; the limit is 1ms") == true)
    }

    @Test("With any random steps, the devices agree in the end", arguments: 1...60 as ClosedRange<UInt64>)
    func random(_ seed: UInt64) throws {
        var scenario = Self.scenario([
            Scenario.Step(.random(Scenario.RandomDeeds(count: 5...60, over: .minutes(20))))
        ])
        (scenario.network.tapsLostPercent, scenario.network.requestsLostPercent, scenario.network.answersLostPercent) =
            (20, 10, 10)
        let plan = scenario.expanded(seed: seed)
        let opened = plan.devices.flatMap { device in
            [Scenario.DeviceDeed.online, .normalPower, .foreground].map {
                Scenario.Step(at: .hours(2), .device($0, device))
            }
        }
        var end = plan
        end.steps += opened
        #expect(try Self.misses(end) == [])
    }
}
