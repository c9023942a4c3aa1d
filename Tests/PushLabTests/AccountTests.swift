import PushLab
import Testing

@Suite("Users sign in and out")
struct AccountTests {
    @Test("after a sign-out nothing of the user is shown, and no tap comes", arguments: LabPlatform.allCases)
    func signedOut(platform: LabPlatform) throws {
        let lab = Lab(seed: 3)
        let alice = lab.user("alice")
        let device = alice.device("d", on: platform)
        try lab.publish(.raw("r", id: "n1"), to: alice)
        try lab.settle()
        try lab.expect(device.shows("n1"))
        device.signOut()
        #expect(device.list == [] && device.tray == [])
        try lab.settle()
        let taps = lab.count(.tapSent)
        try lab.publishAndWait("n2", to: alice)
        try lab.settle()
        #expect(device.list == [] && lab.count(.tapSent) == taps && lab.violations.isEmpty)
    }

    @Test(
        "a user who returns sees everything, even after signing out and in at once",
        arguments: 1...20 as ClosedRange<UInt64>)
    func comingAndGoing(seed: UInt64) throws {
        let lab = Lab(seed: seed)
        let alice = lab.user("alice")
        let device = alice.device("d")
        try lab.advance(by: .milliseconds(20 * seed))
        device.signIn(with: .work)
        device.signOut()
        device.signIn()
        try lab.advance(by: .milliseconds(10 * seed))
        device.signIn(with: .work)
        device.signIn(with: .personal)
        device.suspend()
        try lab.publish(.raw("r", id: "n1"), to: alice)
        try lab.settle()
        try lab.publishAndWait("n2", to: alice)
        #expect(device.list == ["n1", "n2"] && lab.violations.isEmpty)
    }

    @Test("an app whose user signed out while it did not run opens with an empty list")
    func restarted() throws {
        let lab = Lab(seed: 3)
        let alice = lab.user("alice")
        let device = alice.device("d")
        try lab.publish(.raw("r", id: "n1"), to: alice)
        try lab.settle()
        device.signOut()
        // What it had to tell the service dies with it.
        device.crash()
        device.enterForeground()
        try lab.settle()
        #expect(device.list == [])
        let taps = lab.count(.tapSent)
        try lab.publishAndWait("n2", to: alice)
        #expect(device.list == [] && lab.count(.tapSent) == taps)
    }

    @Test("after a sign-in to an app that was opened without a user, the app syncs every six hours")
    func idleSync() throws {
        let lab = Lab(seed: 3)
        let alice = lab.user("alice")
        let device = alice.device("d")
        try lab.settle()
        device.signOut()
        try lab.settle()
        // A new process finds nobody.
        device.crash()
        device.enterForeground()
        device.signIn()
        try lab.settle()
        device.enterBackground()
        device.loseTaps(1)
        try lab.publish(.raw("r", id: "n1"), to: alice)
        try lab.advance(by: .seconds(5 * 3_600))
        #expect(device.list == [])
        try lab.advance(by: .seconds(2 * 3_600))
        #expect(device.list == ["n1"])
    }

    /// A user comes back while nobody can be reached for some tries.
    private func signingIn(refused count: Int) throws -> (lab: Lab, device: LabDevice) {
        let lab = Lab(seed: 3)
        let device = lab.user("alice").device("d")
        try lab.settle()
        device.signOut()
        try lab.settle()
        device.refuseConnections(count)
        device.breakConnection()
        device.signIn()
        return (lab, device)
    }

    @Test("a sign-in without a network is retried less and less often, with or without tokens")
    func unreachable() throws {
        let (lab, _) = try self.signingIn(refused: 1_000)
        let before = lab.count(.connectAsked)
        try lab.advance(by: .seconds(6 * 3_600))
        #expect(9...20 ~= lab.count(.connectAsked) - before)
    }

    @Test("after a success the count of attempts starts again")
    func countsAnew() throws {
        let (lab, device) = try self.signingIn(refused: 7)
        try lab.advance(by: .seconds(7_200))
        device.refuseConnections()
        device.breakConnection()
        device.rotatePushToken()
        try lab.advance(by: .seconds(60))
        device.enterBackground()
        try lab.publish(.raw("r", id: "n1"), to: lab.user("alice"))
        try lab.advance(by: .seconds(20))
        #expect(device.list == ["n1"])
    }

    @Test("an app that died during its setup subscribes once when it is opened", arguments: 1...20)
    func onceForOneCause(twentieths: Int) throws {
        let lab = Lab(seed: 3)
        let device = lab.user("alice").device("d")
        try lab.advance(by: .milliseconds(10 * twentieths))
        device.crash()
        let before = lab.trace.count
        device.enterForeground()
        try lab.settle()
        let asked = lab.trace[before...].count { $0.contains("asks subscribe") }
        #expect(asked <= 1)
        #expect(lab.trace.contains { $0.contains("asks subscribe") })
    }

    @Test("actions after a crash are not performed")
    func crash() throws {
        struct Fragile: LabApp {
            mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
                guard case .foreground = event else { return }
                system.show("before", generation: 1, version: 1, isRead: false, action: .none)
                system.crash("it is what it is for")
                system.show("behind", generation: 1, version: 1, isRead: false, action: .none)
            }
        }
        let lab = Lab(app: { _ in Fragile() })
        let device = lab.user("alice").device("d")
        device.enterBackground()
        device.enterForeground()
        #expect(device.list == ["before"])
        #expect(lab.violations.map(\.sentence) == ["the app on alice.d crashed: it is what it is for"])
        #expect(lab.trace.last?.hasSuffix("app crashes: it is what it is for") == true)
    }
}
