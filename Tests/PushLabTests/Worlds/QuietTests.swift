import Basics
import Testing

@testable import PushLab

@Suite("When a lab has settled")
struct QuietTests {
    private let lab = Lab(seed: 7)

    /// How long it takes until all is quiet.
    private func settle() throws -> Interval {
        let start = self.lab.now
        try self.lab.settle()
        return Interval(self.lab.now - start)
    }

    @Test("A push that was handled in time leaves nothing to wait for", arguments: LabPlatform.allCases)
    func handled(on platform: LabPlatform) throws {
        let alice = self.lab.user("alice")
        let phone = alice.device("phone", on: platform)
        try self.lab.settle()
        phone.suspend()
        try self.lab.publish(.raw("x", id: "n1"), to: alice)
        #expect(try self.settle() < .seconds(10))
        #expect(phone.list == ["n1"])
    }

    @Test("An app that crashes when a push starts it leaves nothing to wait for")
    func crashing() throws {
        struct Fragile: LabApp {
            mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
                if case .launched(let launch) = event, launch.reason == .push { system.crash("not now") }
            }
        }
        let lab = Lab(app: { _ in Fragile() })
        let phone = lab.user("alice").device("phone", on: .android)
        try lab.settle()
        phone.crash()
        phone.receive(.foreign)
        let start = lab.now
        try lab.settle()
        #expect(Interval(lab.now - start) < .seconds(10))
        #expect(lab.trace.contains { $0.contains("not now") })
    }

    @Test(
        "Apple's systems treat a push of strangers like a tap",
        arguments: [
            ([.lock], 1), ([.lowPower(nil)], 1), ([.lowPower(nil), .suspend], 0), ([.lowPower(nil), .lock], 0),
            ([.withoutBackgroundMode], 0), ([.forceQuit], 0), ([.suspend], 1),
        ] as [([Scenario.DeviceDeed], Int)])
    func strangers(_ deeds: [Scenario.DeviceDeed], _ pushes: Int) throws {
        let phone = self.lab.user("alice").device("phone")
        try self.lab.settle()
        for deed in deeds { try phone.carryOut(deed) }
        phone.receive(.foreign)
        #expect(self.lab.view.events.count { $0.kind == .pushArrived } == pushes)
    }

    @Test("The lab does not wait for the expiration of a stored push")
    func waiting() throws {
        let alice = self.lab.user("alice")
        let (phone, tablet) = (alice.device("phone"), alice.device("tablet"))
        try self.lab.settle()
        tablet.goOffline()
        try self.lab.publish(.visual("x", id: "n1", lifetime: .seconds(1_800)), to: alice)
        #expect(try self.settle() < .seconds(60))
        #expect(phone.list == ["n1"])
        try self.lab.advance(by: .seconds(3_600))
        #expect(phone.list == [])
    }

    @Test("A state that a test asked for stays until the test ends it, even while the lab settles")
    func stays() throws {
        let alice = self.lab.user("alice")
        let devices = ["a", "b", "c"].map { alice.device($0) }
        try self.lab.settle()
        devices[0].goOffline()
        devices[1].forceQuit()
        devices[2].lock()
        try self.lab.publish(.raw("x", id: "n1"), to: alice)
        _ = try self.settle()
        #expect(!devices[0].shows("n1") && !devices[1].shows("n1"))
        devices[0].goOnline()
        devices[1].enterForeground()
        devices[2].unlock()
        _ = try self.settle()
        #expect(devices.allSatisfy { $0.shows("n1") })
    }

    @Test("Many requests at one time are not an endless loop")
    func herd() throws {
        self.lab.network.connecting = .within(.zero ... .zero)
        self.lab.network.crossing = .within(.zero ... .zero)
        self.lab.network.sending = .within(.zero ... .zero)
        self.lab.network.tapping = .within(.zero ... .zero)
        let alice = self.lab.user("alice")
        _ = alice.device("phone", on: .android)
        try self.lab.settle()
        for number in 1...6_000 { try self.lab.publish(.raw("x", id: "n\(number)"), to: alice) }
        #expect(try self.settle() < .seconds(60))
    }

    @Test(
        "A publication that the service would silently refuse throws an error",
        arguments: [
            (Duration.zero, "n1 would expire at once; give it a longer lifetime"),
            (.seconds(-1), "n1 would expire at once; give it a longer lifetime"),
            (.seconds(31 * 86_400), "n1 has a lifetime of 31d; the service accepts at most 30d"),
        ])
    func lifetime(_ lifetime: Duration, _ complaint: String) {
        let alice = self.lab.user("alice")
        #expect(throws: LabError(complaint)) {
            try self.lab.publish(.raw("x", id: "n1", lifetime: lifetime), to: alice)
        }
    }
}
