import Basics
import Testing

@testable import PushLab

@Suite("P29: a badge counts waiting notifications, with or without snoozed ones")
struct BadgeTests {
    /// A list that has one number beside its icon, whatever is in it.
    private struct Numbered: LabApp {
        var app: ListApp
        let number: Int

        mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
            self.app.handle(event, &system)
            if case .answer = event { system.setBadge(self.number) }
        }
    }

    /// Three wait, and two of them were put off.
    static let scenario: Scenario = {
        let phone = Scenario.DeviceName(user: "alice", device: "phone")
        let ids = ["a", "b", "c"]
        let published = ids.map { Scenario.Step(at: .seconds(1), .publish(.raw("x", id: $0), user: "alice")) }
        let putOff = ids.dropFirst().map { Scenario.Step(at: .minutes(1), .device(.act(.snooze, $0), phone)) }
        return Scenario(people: [.init("alice", [.init("phone", .ios)])], steps: published + putOff)
    }()

    @Test("One waits, or three", arguments: [(0, 1), (1, nil), (2, 3), (3, nil), (4, 3)])
    func number(_ number: Int, _ waiting: Int?) throws {
        let lab = Lab(seed: 1, app: { Numbered(app: ListApp($0), number: number) })
        var run = ScenarioRun(Self.scenario, in: lab)
        _ = try run.carryOutAll()
        run.court.read(lab.view)
        let found = run.court.violations.filter { $0.property == .p29 }
        let words = "says \(number), but the number of unread notifications is"
        let witness = waiting.map { "the badge of alice.phone \(words) \($0)" }
        #expect(found.map(\.witness).first == witness)
    }
}
