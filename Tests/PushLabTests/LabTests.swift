import PushLab
import Testing

struct LabTests {
    @Test("handled once, dismissed everywhere")
    func dismissedEverywhere() throws {
        let lab = Lab(seed: 7)
        let alice = lab.user("alice")
        let (phone, tablet) = (alice.device("phone"), alice.device("tablet", on: .android))
        let laptop = alice.device("laptop", on: .windows)
        try lab.publish(.raw("lunch?", id: "n1"), to: alice)
        try lab.advance(by: .seconds(5))
        try lab.settle()
        try lab.expect(phone.shows("n1") && tablet.shows("n1") && laptop.shows("n1"))
        try phone.dismiss("n1")
        try lab.advance(by: .seconds(2))
        try lab.expect(!tablet.shows("n1") && !laptop.shows("n1"))
    }

    @Test("users whose names have the same letters, composed differently, are two users")
    func lookAlikes() throws {
        let lab = Lab(seed: 7)
        let users = ["Ren\u{E9}", "Rene\u{301}"].map(lab.user)
        for (user, id) in zip(users, ["n1", "n2"]) {
            _ = user.device("phone")
            try lab.publish(.raw("x", id: id), to: user)
        }
        try lab.settle()
        #expect(lab.user("Ren\u{E9}").devices.map { $0.shows("n1") && !$0.shows("n2") } == [true])
        #expect(lab.user("Rene\u{301}").devices.map { $0.shows("n2") && !$0.shows("n1") } == [true])
        let commits = lab.view.events.filter { $0.kind == .committed }
        #expect(Dictionary(grouping: commits, by: \.party).mapValues(\.count) == [.user(0): 1, .user(1): 1])
    }
}

@Suite("Addresses that change")
struct AddressTests {
    @Test("a new address of an offline device has no effect until it is online", arguments: LabPlatform.allCases)
    func offline(platform: LabPlatform) throws {
        let lab = Lab(seed: 3)
        let alice = lab.user("alice")
        let device = alice.device("device", on: platform)
        try lab.settle()
        device.goOffline()
        device.rotatePushToken()
        try lab.publish(.raw("x", id: "n1"), to: alice)
        try lab.advance(by: .seconds(60))
        #expect(lab.view.events.count { $0.kind == .pushArrived } == 0)
        device.goOnline()
        try lab.settle()
        #expect(device.shows("n1") && lab.violations == [])
    }

    @Test("an expired address is replaced when the app is opened", arguments: [true, false])
    func ended(isRestarted: Bool) throws {
        let lab = Lab(seed: 3)
        let alice = lab.user("alice")
        let laptop = alice.device("laptop", on: .windows)
        try lab.advance(by: .seconds(31 * 86_400))
        if isRestarted { laptop.crash() } else { laptop.enterBackground() }
        laptop.enterForeground()
        try lab.settle()
        laptop.suspend()
        try lab.publish(.raw("x", id: "n1"), to: alice)
        try lab.advance(by: .seconds(60))
        #expect(laptop.shows("n1") && lab.view.events.count { $0.kind == .tapRefused } == 0)
    }
}
