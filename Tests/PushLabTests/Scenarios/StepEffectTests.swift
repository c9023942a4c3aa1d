import Testing

@testable import PushLab

@Suite("The effects of steps")
struct StepEffectTests {
    /// Steps after which others have something to change.
    private static let preludes: [[Scenario.DeviceDeed]] = [
        [], [.suspend], [.offline(nil)], [.lowPower(nil)], [.withoutBackgroundMode], [.lock], [.signOut], [.backUp],
    ]

    @Test("A step on a device has an effect", arguments: StepTable.all.filter(Self.isOnDevice).map(\.word))
    func effect(_ word: String) throws {
        let kind = try #require(StepTable.kind(word))
        var isEffective = false
        for isFull in [true, false] {
            guard case .device(let deed, _)? = StepTableTests.sample(kind, isFull: isFull) else { continue }
            for prelude in Self.preludes where !isEffective {
                isEffective = try Self.changesSomething(deed, after: prelude)
            }
        }
        #expect(isEffective)
    }

    @Test(
        "A step without effect changes nothing",
        arguments: [.online, .unlock, .foreground, .restore(from: nil)] as [Scenario.DeviceDeed])
    func noEffect(_ deed: Scenario.DeviceDeed) throws { #expect(try !Self.changesSomething(deed, after: [])) }

    private static func isOnDevice(_ kind: StepKind) -> Bool {
        if case .device? = StepTableTests.sample(kind, isFull: false) { true } else { false }
    }

    private static func changesSomething(
        _ deed: Scenario.DeviceDeed, after prelude: [Scenario.DeviceDeed]
    ) throws -> Bool {
        let lab = Lab(seed: 1)
        let alice = lab.user("alice")
        let (phone, _) = (alice.device("phone"), alice.device("tablet", on: .android))
        try lab.publish(.raw("content", id: "n1"), to: alice)
        try lab.settle()
        for deed in prelude { try phone.carryOut(deed) }
        let before = Self.state(of: lab)
        try phone.carryOut(deed)
        return Self.state(of: lab) != before
    }

    /// The history and the people as text.
    private static func state(of lab: Lab) -> String { "\(lab.world.record.history.count) \(lab.world.people)" }
}
