import Testing

@testable import PushLab

@Suite("Apps that die midway")
struct DeathMidwayTests {
    /// A second after it comes to the front it wants three things at once, and keeps how far it came.
    struct Clerk: LabApp {
        mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
            switch event {
            case .foreground: system.startTimer(after: .seconds(1))
            case .timer: for word in ["one", "two", "three"] { system.log(word) }
            default: break
            }
        }
    }

    private func office(seed: UInt64) throws -> (lab: Lab, phone: LabDevice) {
        let lab = Lab(seed: seed, app: { _ in Clerk() })
        let phone = lab.user("alice").device("phone")
        try lab.settle()
        return (lab, phone)
    }

    private func words(_ lab: Lab) -> [String] {
        lab.trace.compactMap { line in line.firstRange(of: "says: ").map { String(line[$0.upperBound...]) } }
    }

    @Test("The first actions are performed, never all of them, and any part of them for some seed")
    func parts() throws {
        var counts: Set<Int> = []
        for seed in 1...30 as ClosedRange<UInt64> {
            let (lab, phone) = try self.office(seed: seed)
            phone.enterBackground()
            let before = self.words(lab).count
            phone.enterForeground()
            phone.crashMidway()
            try lab.advance(by: .seconds(10))
            let done = Array(self.words(lab)[before...])
            #expect(done == Array(["one", "two", "three"].prefix(done.count)))
            #expect(lab.trace.count { $0.contains("app dies midway") } == 1)
            counts.insert(done.count)
            // It is used up with that.
            phone.enterForeground()
            try lab.advance(by: .seconds(10))
            #expect(self.words(lab).suffix(3) == ["one", "two", "three"])
            #expect(lab.trace.count { $0.contains("app dies midway") } == 1 && lab.violations == [])
        }
        #expect(counts == [0, 1, 2])
    }

    @Test("It waits for the next action that the app starts, but only as long as the storm")
    func waiting() throws {
        let (lab, phone) = try self.office(seed: 1)
        phone.enterBackground()
        phone.crashMidway()
        phone.enterForeground()
        lab.heal()
        try lab.probe()
        #expect(!lab.trace.contains { $0.contains("app dies") })
    }
}
