import Basics
import PushGateway
import Testing

@testable import PushLab

@Suite("Apple's front door")
struct FrontDoorTests {
    private typealias Trouble = Scenario.FrontDoor.Trouble

    /// Publishes four notifications for two devices, of which one is Apple's.
    private static func scenario(_ door: Scenario.FrontDoor?) -> Scenario {
        var scenario = ScenarioRunTests.scenario(
            (1...4).map { ScenarioRunTests.publish("n\($0)", at: .minutes(Int64($0))) })
        scenario.frontDoor = door
        return scenario
    }

    private static func events(_ door: Scenario.FrontDoor?, seed: UInt64) throws -> [HistoryEvent] {
        let lab = Lab(seed: seed)
        var run = ScenarioRun(Self.scenario(door), in: lab)
        try run.run()
        #expect(run.violations.isEmpty && run.misses.isEmpty, "\(run.violations) \(run.misses)")
        return lab.view.events
    }

    private static func door(_ trouble: Trouble, _ share: Int) -> Scenario.FrontDoor {
        var door = Scenario.FrontDoor()
        door[trouble] = share
        return door
    }

    @Test("without faults every push passes the checks, and the history is the same as without the door")
    func passes() throws {
        for seed in 1...5 as ClosedRange<UInt64> {
            #expect(try Self.events(Scenario.FrontDoor(), seed: seed) == Self.events(nil, seed: seed))
        }
    }

    @Test("each trouble is answered with its status", arguments: Scenario.FrontDoor.Trouble.allCases)
    func answers(trouble: Scenario.FrontDoor.Trouble) throws {
        let events = try Self.events(Self.door(trouble, 100), seed: 1)
        let refusals = events.filter { $0.kind == .tapRefused }
        #expect(!refusals.isEmpty && refusals.allSatisfy { $0.status == Int(trouble.rawValue) })
    }

    @Test("temporary refusals are retried, and others are not", arguments: Scenario.FrontDoor.Trouble.allCases)
    func retries(trouble: Scenario.FrontDoor.Trouble) throws {
        let events = try Self.events(Self.door(trouble, 100), seed: 1)
        // For each change, the attempts at the phone.
        let attempts = Dictionary(grouping: events.filter { $0.kind == .tapRefused }) { $0.decided }.mapValues(\.count)
        switch trouble {
        case .expiredToken, .tooMany, .overloaded: #expect(attempts.values.contains { $0 > 1 })
        case .addressGone, .tooLarge: #expect(attempts.values.allSatisfy { $0 == 1 })
        }
    }

    @Test("a refused alert is not a refused tap", arguments: Scenario.FrontDoor.Trouble.allCases)
    func alerts(trouble: Scenario.FrontDoor.Trouble) throws {
        var scenario = ScenarioRunTests.scenario([
            Scenario.Step(at: .minutes(1), .publish(.visual("x", id: "n1"), user: "alice")),
            // Nothing is refused once the scenario is over.
            Scenario.Step(at: .minutes(3), .publish(.raw("x", id: "n2"), user: "alice")),
        ])
        scenario.frontDoor = Self.door(trouble, 100)
        let lab = Lab(seed: 1)
        var run = ScenarioRun(scenario, in: lab)
        try run.run()
        #expect(run.violations.isEmpty && run.misses.isEmpty, "\(run.violations) \(run.misses)")
        let refused = lab.view.events.filter { $0.kind == .alertRefused }
        #expect(!refused.isEmpty && refused.allSatisfy { $0.status == trouble.rawValue && $0.actor.device == 0 })
        #expect(lab.view.events.contains { $0.kind == .tapRefused })
        #expect(lab.trace.contains { $0.contains("refuses an alert: \(trouble.rawValue)") })
    }

    @Test("each seed has another provider key, whose signatures are valid for their bytes only")
    func key() {
        let keys = [1, 2].map { LabSigningKey(die: Die(seed: $0)) }
        let signature = keys[0].signature(over: [1, 2, 3], byKey: "K")
        #expect(keys[0].isSignature(signature, over: [1, 2, 3], byKey: "K"))
        #expect(!keys[0].isSignature(signature, over: [1, 2, 4], byKey: "K"))
        #expect(!keys[0].isSignature(signature, over: [1, 2, 3], byKey: "L"))
        #expect(!keys[1].isSignature(signature, over: [1, 2, 3], byKey: "K"))
    }

    @Test("a hundred pushes are refused in the given shares")
    func shares() {
        var door = Self.door(.tooLarge, 3)
        door[.overloaded] = 10
        let troubles = (0..<100 as Range<UInt64>).compactMap { door.trouble(drawn: $0) }
        #expect(troubles.count { $0 == .tooLarge } == 3 && troubles.count { $0 == .overloaded } == 10)
        #expect(troubles.count == 13 && door.troubled == 13)
    }
}
