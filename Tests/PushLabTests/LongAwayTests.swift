@testable import PushLab
import LabTestSupport
import Testing

@Suite("Devices that were away")
struct LongAwayTests {
    private static func lab(hasServer: Bool) -> Lab {
        hasServer ? Lab(seed: 11, backend: { _ in ListBackend() }) : Lab(seed: 11)
    }

    @Test("after a month without use the app's own server reaches its user again", arguments: [true, false])
    func month(hasServer: Bool) throws {
        let lab = Self.lab(hasServer: hasServer)
        let alice = lab.user("alice")
        let (phone, tablet) = (alice.device("phone"), alice.device("tablet", on: .android))
        try lab.publish(.raw("r", id: "n1", lifetime: .seconds(60)), to: alice)
        try lab.settle()
        phone.suspend()
        tablet.suspend()
        try lab.advance(by: .seconds(32 * 86_400))
        // A server of one's own is told that nobody is there.
        try lab.publish(.raw("r", id: "away"), to: alice)
        try lab.advance(by: .seconds(60))
        phone.enterForeground()
        tablet.enterForeground()
        try lab.settle()
        try lab.publish(.raw("r", id: "n2"), to: alice)
        try lab.settle()
        try lab.expect(phone.shows("n2") && tablet.shows("n2"))
    }

    @Test("a dismissal in a process that started without a network takes effect when there is one")
    func flightMode() throws {
        let lab = Self.lab(hasServer: false)
        let alice = lab.user("alice")
        let (phone, tablet) = (alice.device("phone"), alice.device("tablet", on: .android))
        try lab.publish(.raw("r", id: "n1"), to: alice)
        try lab.settle()
        phone.goOffline()
        phone.crash()
        phone.enterForeground()
        try phone.dismiss("n1")
        for _ in 0..<60 {
            try lab.advance(by: .seconds(10))
            try lab.expect(phone.state(of: "n1") == .dismissed && phone.tray == [] && tablet.shows("n1"))
        }
        phone.goOnline()
        try lab.settle()
        try lab.expect(!tablet.shows("n1") && phone.alertCount == 1)
    }

    @Test("an aged registration is renewed once", arguments: [0, 1])
    func once(seed: UInt64) throws {
        let lab = Lab(seed: seed)
        let phone = lab.user("alice").device("phone")
        try lab.settle()
        phone.suspend()
        try lab.advance(by: .seconds(709 * 3_600))
        let before = lab.count(.requestSent, detail: 6)
        phone.enterForeground()
        try lab.settle()
        // The access token that it had is old, so that the first is refused and sent again.
        #expect(lab.count(.requestSent, detail: 6) - before == 2)
    }
}
