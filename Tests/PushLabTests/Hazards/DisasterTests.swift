import Basics
import Testing

@testable import PushLab

@Suite("A service that dies, and links that are cut")
struct DisasterTests: TwoDevices {
    let lab = Lab(seed: 3)

    @Test("Acknowledged changes are there after the restart")
    func durable() throws {
        let (alice, phone, tablet) = try self.pair()
        try self.lab.publish(.raw("x", id: "n1"), to: alice)
        try self.lab.advance(by: .seconds(5))
        self.lab.killService(for: .minutes(1))
        try self.lab.advance(by: .seconds(50))
        #expect(self.count("service       dies") == 1 && self.count("service       is started") == 0)
        try self.lab.advance(by: .seconds(20))
        #expect(self.count("service       is started") == 1)
        try self.lab.settle()
        #expect(phone.list == ["n1"] && tablet.list == ["n1"] && alice.disagreements == [])
    }

    @Test("A request that is pending when the service dies is lost with its connection, and repeated")
    func underWay() throws {
        let (alice, phone, tablet) = try self.pair()
        try self.lab.publish(.raw("x", id: "n1"), to: alice)
        try self.lab.settle()
        let before = self.count("service       hears save 1")
        try phone.act(.read, "n1")
        self.lab.killService(for: .seconds(1))
        #expect(self.count("alice.phone   has no connection: broken") == 1)
        try self.lab.settle()
        #expect(self.count("service       hears save 1") == before && alice.disagreements == [])
        #expect(tablet.list == ["n1"])
    }

    @Test("A service that is killed for longer stays dead for longer")
    func longer() throws {
        _ = try self.pair()
        self.lab.killService(for: .seconds(1))
        self.lab.killService(for: .minutes(60))
        self.lab.killService(for: .minutes(2))
        try self.lab.advance(by: .seconds(50 * 60))
        #expect(self.count("service       dies") == 1 && self.count("service       is started") == 0)
        try self.lab.advance(by: .seconds(20 * 60))
        #expect(self.count("service       is started") == 1)
    }

    @Test("A publisher without a service retries, and publishes once")
    func publisher() throws {
        let (alice, phone, _) = try self.pair()
        self.lab.killService(for: .seconds(30))
        try self.lab.publish(.raw("x", id: "n1"), to: alice)
        try self.lab.advance(by: .seconds(2 * 60))
        #expect(self.count("is told 201 about n1") == 1 && self.count("shows n1, version 1") == 2)
        #expect(phone.list == ["n1"])
    }

    @Test("Taps that were not sent when the service died are sent by the next process", arguments: 1...20)
    func taps(_ seed: UInt64) throws {
        let lab = Lab(seed: seed)
        let alice = lab.user("alice")
        let phone = alice.device("phone")
        try lab.settle()
        phone.suspend()
        try lab.publish(.raw("x", id: "n1"), to: alice)
        while !lab.trace.contains(where: { $0.hasSuffix("is told 201 about n1") }) {
            try lab.advance(by: .milliseconds(1))
        }
        let isTapped = lab.trace.contains { $0.contains("is sent tap") }
        lab.killService(for: .seconds(10))
        try lab.advance(by: .seconds(1 * 60))
        let taps = lab.trace.count { $0.contains("is sent tap") }
        #expect(isTapped ? taps == 1 : (1...2).contains(taps))
        #expect(phone.list == ["n1"])
    }

    @Test("When the lab settles the service runs")
    func settling() throws {
        let (alice, phone, _) = try self.pair()
        self.lab.killService(for: .hours(100))
        try self.lab.publish(.raw("x", id: "n1"), to: alice)
        try self.lab.settle()
        #expect(phone.list == ["n1"] && self.lab.now < .seconds(600))
    }

    @Test("A device that cannot reach the service is woken, and reads when it can")
    func parted() throws {
        let (alice, phone, tablet) = try self.pair()
        phone.suspend()
        phone.loseService(for: .seconds(600))
        try self.lab.publish(.raw("x", id: "n1"), to: alice)
        try self.lab.advance(by: .seconds(9 * 60))
        #expect(phone.list == [] && tablet.list == ["n1"])
        #expect(self.count("alice.phone   gets push 1") == 1)
        try self.lab.advance(by: .seconds(30 * 60))
        phone.enterForeground()
        try self.lab.advance(by: .seconds(1 * 60))
        #expect(phone.list == ["n1"])
    }

    @Test("In a calm everybody reaches the service, and afterwards the cut continues")
    func calm() throws {
        let (alice, phone, _) = try self.pair()
        phone.loseService(for: .seconds(5 * 3_600))
        try self.lab.publish(.raw("x", id: "n1"), to: alice)
        try self.lab.settle()
        #expect(phone.list == ["n1"])
        try self.lab.publish(.raw("x", id: "n2"), to: alice)
        try self.lab.advance(by: .seconds(4 * 3_600))
        #expect(phone.list == ["n1"])
    }

    @Test("Taps wait for a push service that cannot be reached, and reach it later", arguments: LabPlatform.allCases)
    func pushService(_ platform: LabPlatform) throws {
        let alice = self.lab.user("alice")
        let device = alice.device("device", on: platform)
        try self.lab.settle()
        device.suspend()
        self.lab.losePushService(of: platform, for: .minutes(10))
        try self.lab.publish(.raw("x", id: "n1"), to: alice)
        try self.lab.advance(by: .seconds(9 * 60))
        #expect(!self.lab.trace.contains { $0.contains("is sent tap") } && device.list == [])
        try self.lab.advance(by: .seconds(3 * 60))
        #expect(self.lab.trace.count { $0.contains("is sent tap") } == 1 && device.list == ["n1"])
        #expect(self.lab.trace.contains { $0.contains("cannot reach \(platform.pushServiceName) until") })
    }
}
