import Basics
import Testing

@testable import PushLab

@Suite("Each message rolls dice of its own, and no other's")
struct OwnDiceTests {
    /// What happened on the phone from the last publication on, and when.
    private struct Happened: Equatable {
        var kind: HistoryEvent.Kind
        var since: Interval
    }

    /// What becomes of one notification behind others, with the service dying a moment after it is published or not.
    private static func course(
        behind others: [String], beside devices: [String] = [], seed: UInt64, kill pause: Duration? = nil
    ) throws -> [Happened] {
        let lab = Lab(seed: seed)
        let alice = lab.user("alice")
        lab.nextStep = 500
        for name in devices { _ = alice.device(name, on: .android) }
        lab.nextStep = 600
        let phone = alice.device("phone", on: .windows)
        try lab.settle()
        phone.suspend()
        for (place, id) in others.enumerated() {
            lab.nextStep = 700 + UInt32(place)
            try lab.publish(.raw("x", id: id), to: alice)
        }
        try lab.advance(by: .seconds(3_600) - lab.now)
        let start = lab.view.events.count
        lab.nextStep = 1_000
        try lab.publish(.raw("x", id: "n9"), to: alice)
        if let pause {
            try lab.advance(by: pause)
            lab.nextStep = 1_100
            lab.killService(for: .seconds(30))
        }
        try lab.advance(by: .seconds(600))
        return lab.view.events[start...].filter { $0.actor == .device(phone.number) }
            .map { Happened(kind: $0.kind, since: $0.moment - Lab.times.lowerBound) }
    }

    @Test("What was published before moves no dice of what is published next", arguments: 1...20 as ClosedRange<UInt64>)
    func publications(_ seed: UInt64) throws {
        let alone = try Self.course(behind: [], seed: seed)
        #expect(alone.contains { $0.kind == .shown })
        #expect(try Self.course(behind: ["n1", "n2", "n3"], seed: seed) == alone)
    }

    @Test("Nor of what a service that dies had sent already", arguments: 1...20 as ClosedRange<UInt64>)
    func lastWords(_ seed: UInt64) throws {
        for pause in [15, 25, 35, 45, 55] as [Int64] {
            let alone = try Self.course(behind: [], seed: seed, kill: .milliseconds(pause))
            #expect(try Self.course(behind: ["n1"], seed: seed, kill: .milliseconds(pause)) == alone)
        }
    }

    @Test("A device that is not there moves no dice of another", arguments: 1...20 as ClosedRange<UInt64>)
    func devices(_ seed: UInt64) throws {
        let alone = try Self.course(behind: [], seed: seed)
        #expect(try Self.course(behind: [], beside: ["tablet", "laptop"], seed: seed) == alone)
    }

    @Test("Each of a burst meets a fate of its own", arguments: 1...10 as ClosedRange<UInt64>)
    func burst(_ seed: UInt64) throws {
        var scenario = Scenario(
            people: [Scenario.Person("alice", [Scenario.Gadget("phone", .android)])],
            steps: [
                Scenario.Step(at: .seconds(1), .burst("n", count: 100, user: "alice")),
                // Until then the network is as bad as it is; in the calm behind it nothing gets lost.
                Scenario.Step(at: .seconds(60), .expireCursors(user: "alice")),
            ])
        scenario.network.tapsLost = 50
        let lab = Lab(seed: seed)
        var run = ScenarioRun(scenario, in: lab)
        _ = try run.carryOutAll()
        let answered = Set(lab.view.events.filter { $0.kind == .publishAnswered }.map(\.moment))
        #expect(answered.count > 50, "all of them were answered in \(answered.count) moments")
        #expect(20...80 ~= lab.view.events.count { $0.kind == .tapDropped })
    }
}
