import Basics
import PushGateway
import Testing

@testable import PushLab

@Suite("A refused push does not use up a fault of its device")
struct RefusedFateTests {
    @Test("a planned loss applies to the first tap that the push service accepts")
    func service() throws {
        var refused = 0
        for seed in 1...12 as ClosedRange<UInt64> {
            var scenario = ScenarioRunTests.scenario([
                Scenario.Step(at: .seconds(30), .device(.fault(.loseTaps, count: 1), ScenarioRunTests.phone)),
                ScenarioRunTests.publish("n1", at: .minutes(1)), ScenarioRunTests.publish("n2", at: .minutes(30)),
            ])
            var door = Scenario.FrontDoor()
            door[.overloaded] = 60
            scenario.frontDoor = door
            let lab = Lab(seed: seed)
            var run = ScenarioRun(scenario, in: lab)
            try run.run()
            let events = lab.view.events
            if events.first(where: { $0.kind == .tapSent || $0.kind == .tapRefused })?.kind == .tapRefused {
                refused += 1
            }
            let sent = try #require(events.first { $0.kind == .tapSent && $0.actor.device == 0 }?.push)
            let dropped = events.filter { $0.kind == .tapDropped && $0.dropper == 0 }
            #expect(dropped.map(\.push) == [sent] && dropped.allSatisfy { $0.dropped.isLost }, "seed \(seed)")
        }
        #expect(refused > 0)
    }

    @Test("a refused push from outside leaves the fault for the next one")
    func outside() throws {
        var street = try Street()
        street.device.loseTaps()
        #expect(try street.send(Street.foreign, to: nil, [("apns-topic", "com.other.app")]).status == 400)
        #expect(try street.send(Street.foreign).status == 200)
        try street.lab.advance(by: .seconds(60))
        #expect(street.kinds(of: .pushArrived).isEmpty)
        #expect(street.kinds(of: .tapDropped).map(\.dropped.isLost) == [true])
    }

    @Test("an alert from outside leaves the fault for a silent push")
    func alert() throws {
        var street = try Street()
        street.device.loseTaps()
        #expect(try street.send(Street.alert, as: .alert).status == 200)
        #expect(try street.send(Street.foreign).status == 200)
        try street.lab.advance(by: .seconds(60))
        #expect(street.kinds(of: .tapDropped).count == 1 && street.kinds(of: .pushArrived).isEmpty)
    }
}
