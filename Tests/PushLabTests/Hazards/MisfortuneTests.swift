import Basics
import PushGateway
import Testing

@testable import PushLab

@Suite("Wrong clocks, restored disks, odd pages and badges")
struct MisfortuneTests: TwoDevices {
    let lab = Lab(seed: 5)

    func badge(_ device: LabDevice) -> Int32 { self.lab.world.people.devices[device.number].screen.badge }

    struct Watch: LabApp {
        mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
            guard case .foreground = event else { return }
            system.log("\(system.clock - system.now)")
        }
    }

    struct Restless: LabApp {
        mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
            switch event {
            case .launched, .answer: _ = system.request(.fetch(host: "contoso.com", cursor: nil))
            default: break
            }
        }
    }

    @Test(
        "A change after the last sync of an app without taps is found before the lab settles",
        arguments: 1...30 as ClosedRange<UInt64>)
    func behindTheLook(_ seed: UInt64) throws {
        let lab = Lab(seed: seed)
        let alice = lab.user("alice")
        let (phone, laptop) = (alice.device("phone"), alice.device("laptop", on: .windows))
        try lab.settle()
        phone.declareBackgroundMode(false)
        try lab.publish(.raw("x", id: "n1"), to: alice)
        try lab.settle()
        #expect(phone.list == ["n1"] && lab.violations.isEmpty)
        laptop.goOffline()
        try laptop.dismiss("n1")
        laptop.goOnline()
        try lab.settle()
        #expect(phone.state(of: "n1") == .dismissed && lab.violations.isEmpty && lab.disagreements.isEmpty)
        lab.heal()
        try lab.probe()
        #expect(lab.violations.isEmpty)
    }

    @Test("On iOS no tap wakes an app without the background mode, even reinstalled; when opened it catches up")
    func withoutBackgroundMode() throws {
        let (alice, phone, tablet) = try self.pair()
        for device in [phone, tablet] {
            device.declareBackgroundMode(false)
            device.suspend()
        }
        func publish(_ id: String) throws -> [[String]] {
            try self.lab.publish(.visual("x", id: id), to: alice)
            try self.lab.advance(by: .seconds(3_600))
            return [phone.list, tablet.list]
        }
        // Only Apple's systems ask for the mode.
        #expect(try publish("n1") == [[], ["n1"]])
        #expect(self.count("app is built without the background mode") == 1)
        #expect(self.lab.trace.contains { $0.hasSuffix("is dropped: the app lacks the background mode") })
        phone.reinstall()
        try self.lab.advance(by: .seconds(10))
        phone.suspend()
        #expect(try publish("n2") == [["n1"], ["n1", "n2"]])
        phone.declareBackgroundMode()
        #expect(try publish("n3") == [["n1", "n2", "n3"], ["n1", "n2", "n3"]])
        phone.declareBackgroundMode(false)
        #expect(try publish("n4").first == ["n1", "n2", "n3"])
        try self.lab.settle()
        #expect(phone.list == tablet.list && phone.list.count == 4 && self.lab.violations.isEmpty)
    }

    @Test("An app that reads without end does not get two hours")
    func restless() throws {
        let lab = Lab(app: { _ in Restless() })
        let phone = lab.user("alice").device("phone")
        phone.suspend()
        let error = #expect(throws: NotSettled.self) { try lab.settle() }
        #expect(error?.waitingFor.isEmpty == false)
        #expect(error?.waitingFor.allSatisfy { $0.contains("alice.phone") } == true, "\(String(describing: error))")
        #expect(lab.world.people.devices[0].state == .suspended, "it is as it was when it was to look")
        #expect(lab.world.clock.happened < 200_000 && lab.now < .seconds(2 * 3_600))
    }

    @Test("An app reads the clock of its device, which may be set")
    func clock() throws {
        let lab = Lab(app: { _ in Watch() })
        let phone = lab.user("alice").device("phone")
        for skew in [Interval.zero, .hours(24), .zero - .hours(24), .zero] {
            phone.setClock(skew: skew)
            phone.enterBackground()
            phone.enterForeground()
        }
        try lab.advance(by: .seconds(1))
        let said = lab.trace.compactMap { $0.firstMatch(of: /says: (.*) seconds/).map { String($0.output.1) } }
        #expect(said.suffix(4) == ["0.0", "86400.0", "-86400.0", "0.0"])
        #expect(lab.trace.contains { $0.hasSuffix("clock is 24h ahead") })
        #expect(lab.trace.contains { $0.hasSuffix("clock is 24h behind") })
    }

    @Test("A tap comes a second time, after the given time")
    func repeated() throws {
        let (alice, phone, tablet) = try self.pair()
        for device in [phone, tablet] { device.repeatTap(after: .seconds(45)) }
        func arrived() -> Int { self.lab.view.events.count { $0.kind == .pushArrived } }
        try self.lab.publish(.raw("x", id: "n1"), to: alice)
        try self.lab.advance(by: .seconds(40))
        #expect(arrived() == 2)
        try self.lab.advance(by: .seconds(20))
        #expect(arrived() == 4)
        try self.lab.publish(.raw("x", id: "n2"), to: alice)
        try self.lab.advance(by: .seconds(60))
        #expect(arrived() == 6)
    }

    @Test("A device returns to its stored state, is woken at its new address, and shows the current state")
    func restored() throws {
        let (alice, phone, tablet) = try self.pair()
        try self.lab.publish(.raw("x", id: "n1"), to: alice)
        try self.lab.settle()
        phone.backUp()
        try tablet.dismiss("n1")
        try self.lab.publish(.raw("x", id: "n2"), to: alice)
        try self.lab.settle()
        phone.restore(from: phone)
        try self.lab.settle()
        #expect(alice.disagreements == [] && self.count("app is installed again from a backup") == 1)
        phone.suspend()
        try self.lab.publish(.raw("x", id: "n3"), to: alice)
        try self.lab.advance(by: .seconds(30))
        #expect(phone.shows("n3") && self.lab.violations == [])
    }

    @Test("The stored state of another device is not mistaken for the device's own")
    func restoredFromAnother() throws {
        let (alice, phone, tablet) = try self.pair()
        for _ in 0..<5 {
            phone.crash()
            phone.enterForeground()
        }
        try self.lab.publish(.raw("x", id: "n1"), to: alice)
        try self.lab.settle()
        phone.backUp()
        tablet.restore(from: phone)
        try self.lab.settle()
        try self.lab.publish(.raw("x", id: "n2"), to: alice)
        try self.lab.settle()
        #expect(tablet.list == ["n1", "n2"] && tablet.tray == ["n1", "n2"] && alice.disagreements == [])
    }

    @Test("Without a backup nothing is restored")
    func nothing() throws {
        let (_, phone, _) = try self.pair()
        phone.restore(from: phone)
        #expect(self.count("app is installed again from a backup") == 0)
    }

    @Test("An app recovers from an odd page", arguments: OddPage.allCases)
    func pages(_ odd: OddPage) throws {
        let (alice, phone, _) = try self.pair()
        phone.spoilPages(odd, count: 1)
        try self.lab.publish(.raw("x", id: "n1"), to: alice)
        try self.lab.advance(by: .seconds(60))
        #expect(phone.list == [])
        try self.lab.publish(.raw("x", id: "n2"), to: alice)
        try self.lab.advance(by: .seconds(60))
        #expect(phone.list == ["n1", "n2"])
    }

    @Test("A page for a process that died in the meantime reaches neither it nor the next one")
    func orphan() throws {
        let alice = self.lab.user("alice")
        let phone = alice.device("phone")
        try self.lab.settle()
        try self.lab.publish(.raw("x", id: "n1"), to: alice)
        let fetches = self.lab.trace.count { $0.contains("asks fetch") }
        while self.lab.trace.count(where: { $0.contains("asks fetch") }) == fetches {
            try self.lab.advance(by: .milliseconds(1))
        }
        let pages = self.lab.trace.count { $0.contains("serves versions") }
        phone.crash()
        try self.lab.advance(by: .seconds(5))
        #expect(self.lab.trace.count { $0.contains("hears fetch") } == fetches + 1)
        #expect(self.lab.trace.count { $0.contains("serves versions") } == pages)
    }

    @Test("The badge is the number of unread notifications, on every device")
    func badges() throws {
        let (alice, phone, tablet) = try self.pair()
        for id in ["n1", "n2", "n3"] { try self.lab.publish(.raw("x", id: id), to: alice) }
        try self.lab.settle()
        #expect(self.badge(phone) == 3 && self.badge(tablet) == 3)
        try phone.act(.read, "n1")
        try tablet.dismiss("n2")
        try self.lab.settle()
        #expect(self.badge(phone) == 1 && self.badge(tablet) == 1)
        phone.signOut()
        #expect(self.badge(phone) == 0)
    }
}
