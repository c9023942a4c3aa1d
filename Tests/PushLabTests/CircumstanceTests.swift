import Basics
import Testing

@testable import PushLab

@Suite("Conditions of devices")
struct CircumstanceTests: TwoDevices {
    let lab = Lab(seed: 11)

    @Test("A push that its service delays for an hour does not count as busy, however often it is retried")
    func patience() throws {
        let (alice, _, _) = try self.pair()
        self.lab.world.part(.ios, for: .hours(1))
        try self.lab.publish(.raw("lunch?", id: "n1"), to: alice)
        let before = self.lab.world.clock.happened
        try self.lab.advance(by: .seconds(3_000))
        #expect(
            self.lab.world.clock.happened - before > 40 && self.lab.world.clock.bustle.count < 20,
            "\(self.lab.world.clock.bustle)")
    }

    @Test("a wrong clock, by a day at most, and a right one")
    func clock() throws {
        let (alice, phone, _) = try self.pair()
        phone.setClock(ahead: .seconds(-3_600))
        phone.setClock(ahead: .seconds(Int64.max))
        try self.lab.publish(.raw("r", id: "n1"), to: alice)
        try self.lab.settle()
        #expect(phone.shows("n1") && self.lab.violations.isEmpty)
        phone.setClock(ahead: .zero)
        #expect(self.count("clock is 1h behind") == 1 && self.count("clock is right") == 1)
        #expect(self.count("clock is 24h ahead") == 1, "\(self.lab.trace.suffix(5))")
    }

    @Test("a backup is restored on its device and on another, and later changes are fetched again")
    func backup() throws {
        let (alice, phone, tablet) = try self.pair()
        phone.restore()
        #expect(self.count("app is installed again from a backup") == 0)
        try self.lab.publish(.raw("r", id: "n1"), to: alice)
        try self.lab.settle()
        phone.backUp()
        try phone.dismiss("n1")
        try self.lab.publish(.raw("r", id: "n2"), to: alice)
        try self.lab.settle()
        phone.restore()
        tablet.restore(from: phone)
        try self.lab.settle()
        for device in [phone, tablet] { #expect(device.shows("n2") && !device.shows("n1")) }
        #expect(self.lab.violations.isEmpty)
        #expect(self.count("app is installed again from a backup") == 1)
        #expect(self.count("app is installed again from a backup of another") == 1)
    }

    @Test("a device that cannot reach the service for some time")
    func reach() throws {
        let (alice, phone, tablet) = try self.pair()
        phone.loseService(for: .seconds(120))
        try self.lab.publish(.raw("r", id: "n1"), to: alice)
        try self.lab.advance(by: .seconds(60))
        #expect(!phone.shows("n1") && tablet.shows("n1"))
        try self.lab.settle()
        #expect(phone.shows("n1"))
    }

    @Test("a host other than the lab's is refused with a message")
    func host() throws {
        struct Stranger: LabApp {
            mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
                switch event {
                case .launched(let launch):
                    for host in [launch.host, "typo.example.com"] {
                        _ = system.request(.fetch(host: host))
                    }
                case .answer(_, let answer): system.log("hears \(answer)")
                default: break
                }
            }
        }
        let lab = Lab(app: { _ in Stranger() })
        _ = lab.user("alice").device("phone")
        try lab.settle()
        let heard = lab.trace.filter { $0.contains("says: hears") }
        #expect(heard.count == 2 && heard.count { $0.contains("The host is not registered") } == 1, "\(heard)")
    }

    @Test("a user of another lab is a different user")
    func otherLab() throws {
        let stranger = Lab(seed: 12).user("alice")
        #expect(throws: LabError.self) { try self.lab.publish(.raw("r", id: "n1"), to: stranger) }
    }
}
