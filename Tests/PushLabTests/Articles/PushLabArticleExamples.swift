import PushLab
import Testing

/// Every example of the landing page and of the symbols' own documentation, and what it comes to.
///
/// `PushLabArticleTests` looks each of them up here by its text.
@Suite("The examples of the lab's documentation do what they say")
struct PushLabArticleExamples {
    @Test func dismissedEverywhere() throws {
        let lab = Lab(seed: 7)
        let alice = lab.user("alice")
        let (phone, laptop) = (alice.device("phone"), alice.device("laptop", on: .windows))
        try lab.publish(.raw("lunch?", id: "n1"), to: alice)
        try lab.settle()
        try lab.expect(phone.shows("n1") && laptop.shows("n1"))
        try phone.dismiss("n1")
        try lab.settle()
        try lab.expect(!laptop.shows("n1"))
    }

    struct Listener: LabApp {
        mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
            guard case .push(let push) = event else { return }
            system.log(push.tap == nil ? "somebody else's push" : "a tap: time to fetch")
            system.finish(push, .newData)
        }
    }

    func labOfListeners() -> Lab { Lab(app: { _ in Listener() }) }

    @Test("A user's app gets its launch, and a push after it has an address")
    func listener() throws {
        let lab = self.labOfListeners()
        _ = lab.user("alice").device("phone")
        try lab.settle()
        #expect(lab.trace.contains { $0.hasSuffix("app is launched by its user") })
        var (app, system) = (Listener(), AppSystem())
        let tap = Array(
            #"""
            {"aps":{"content-available":1},
             "shoulderTap":{"v":1,"scenario":"userNotifications","host":"contoso.com","subscription":"s1"}}
            """#.utf8)
        app.handle(.push(AppPush(number: 1, .apns(tap))), &system)
        app.handle(.push(AppPush(number: 2, .apns(Array(#"{"aps":{"content-available":1}}"#.utf8)))), &system)
        let wanted: [AppAction] = [
            .log("a tap: time to fetch"), .finished(1, .newData), .log("somebody else's push"), .finished(2, .newData),
        ]
        #expect(system.actions == wanted)
    }

    func lunch(seed: UInt64) throws -> String {
        let lab = Lab(seed: seed)
        let alice = lab.user("alice")
        _ = alice.device("phone")
        try lab.publish(.raw("lunch?", id: "n1"), to: alice)
        try lab.settle()
        return lab.fingerprint
    }

    @Test("The same seed gives the same history, and another seed another history")
    func determinism() throws {
        #expect(try self.lunch(seed: 7) == self.lunch(seed: 7))
        #expect(try self.lunch(seed: 7) != self.lunch(seed: 8))
    }

    @Test func everyTapIsLost() throws {
        var network = LabNetwork()
        network.tapsLostPercent = 100
        let lab = Lab(seed: 7, network: network)
        let alice = lab.user("alice")
        let phone = alice.device("phone")
        try lab.settle()
        try lab.publish(.raw("lunch?", id: "n1"), to: alice)
        try lab.advance(by: .seconds(60))
        try lab.expect(!phone.shows("n1"))
        try lab.settle()
        try lab.expect(phone.shows("n1"))
    }

    @Test("The example of the lab itself")
    func ofTheLab() throws {
        let lab = Lab(seed: 7)
        let alice = lab.user("alice")
        let (phone, tablet) = (alice.device("phone"), alice.device("tablet"))
        try lab.publish(.raw("lunch?", id: "n1"), to: alice)
        try lab.settle()
        try phone.dismiss("n1")
        try lab.settle()
        try lab.expect(!tablet.shows("n1"))
    }
}
