import Testing

@testable import PushLab

@Suite("Alerts that the system shows without the app")
struct TrayTests {
    /// A phone whose app was swiped away, with an alert in its tray of which the app knows nothing.
    private func alerted(lifetime: Duration? = nil) throws -> (lab: Lab, phone: LabDevice, tablet: LabDevice) {
        let lab = Lab(seed: 5)
        let alice = lab.user("alice")
        let (phone, tablet) = (alice.device("phone"), alice.device("tablet"))
        try lab.settle()
        phone.forceQuit()
        var notification = LabNotification.visual("lunch?", id: "v1")
        if let lifetime { notification.lifetime = lifetime }
        try lab.publish(notification, to: alice)
        try lab.settle()
        #expect(phone.tray == ["v1"] && tablet.list == ["v1"])
        return (lab, phone, tablet)
    }

    @Test("an alert that is dismissed before its app could fetch it is dismissed everywhere")
    func dismissed() throws {
        let (lab, phone, tablet) = try self.alerted()
        try phone.dismiss("v1")
        try lab.settle()
        #expect(phone.tray == [] && !phone.shows("v1") && !tablet.shows("v1"))
        #expect(tablet.state(of: "v1") == .dismissed && lab.violations.isEmpty)
    }

    @Test("an alert that is dismissed without a network is dismissed everywhere once there is one")
    func dismissedOffline() throws {
        let (lab, phone, tablet) = try self.alerted()
        phone.goOffline()
        try phone.dismiss("v1")
        try lab.advance(by: .seconds(60))
        #expect(tablet.shows("v1"))
        phone.goOnline()
        try lab.settle()
        #expect(!phone.shows("v1") && !tablet.shows("v1"))
    }

    @Test("the alert of a notification that expired before the app was opened is removed then")
    func expired() throws {
        let (lab, phone, _) = try self.alerted(lifetime: .seconds(3_600))
        try lab.advance(by: .seconds(2 * 3_600))
        phone.enterForeground()
        try lab.settle()
        #expect(phone.tray == [])
    }

    @Test("a notification that was published again before its dismissal was sent counts as unseen")
    func publishedAnew() throws {
        let (lab, phone, tablet) = try self.alerted()
        phone.goOffline()
        try phone.dismiss("v1")
        try lab.publish(.visual("dinner?", id: "v1"), to: lab.user("alice"))
        try lab.advance(by: .seconds(60))
        phone.goOnline()
        try lab.settle()
        #expect(phone.shows("v1") && tablet.shows("v1") && tablet.state(of: "v1") == AppChange.Action.none)
    }

    @Test("an alert of a later publication than the app knows is dismissed as that publication")
    func later() throws {
        let (lab, phone, tablet) = try self.alerted()
        try tablet.dismiss("v1")
        phone.enterForeground()
        try lab.settle()
        phone.forceQuit()
        try lab.publish(.visual("dinner?", id: "v1"), to: lab.user("alice"))
        try lab.settle()
        #expect(phone.tray == ["v1"] && tablet.shows("v1"))
        phone.goOffline()
        try phone.dismiss("v1")
        phone.goOnline()
        try lab.settle()
        #expect(!tablet.shows("v1") && tablet.state(of: "v1") == .dismissed && phone.tray == [])
    }

    @Test(
        "an alert for a user who has signed out is removed when the app is opened",
        arguments: 1...5 as ClosedRange<UInt64>)
    func signedOut(seed: UInt64) throws {
        let lab = Lab(seed: seed)
        let alice = lab.user("alice")
        let tablet = alice.device("tablet")
        try lab.settle()
        // The app cannot tell the service, which still knows its address.
        tablet.goOffline()
        tablet.signOut()
        try lab.publish(.visual("lunch?", id: "v1"), to: alice)
        try lab.advance(by: .seconds(20))
        tablet.goOnline()
        try lab.settle()
        #expect(tablet.tray == [] && lab.violations.isEmpty && lab.disagreements.isEmpty)
    }

    @Test("an alert that the system has shown does not alert again when the app reads it")
    func ringsOnce() throws {
        let lab = Lab(seed: 5)
        let alice = lab.user("alice")
        let (phone, tablet) = (alice.device("phone"), alice.device("tablet"))
        try lab.settle()
        for device in [phone, tablet] {
            device.suspend()
            device.delayTap(by: .seconds(5))
        }
        try lab.publish(.visual("lunch?", id: "v1"), to: alice)
        try lab.advance(by: .seconds(30))
        #expect([phone, tablet].allSatisfy { $0.alertCount == 1 && $0.tray == ["v1"] && $0.list == ["v1"] })
        try tablet.dismiss("v1")
        try lab.settle()
        #expect(phone.tray == [] && lab.violations.isEmpty && lab.disagreements.isEmpty)
    }

    @Test(
        "a visual notification alerts once, whether its push or the tap comes first",
        arguments: 1...20 as ClosedRange<UInt64>)
    func ringsOnceInAnyOrder(seed: UInt64) throws {
        let lab = Lab(seed: seed)
        let alice = lab.user("alice")
        let (phone, tablet) = (alice.device("phone"), alice.device("tablet", on: .android))
        try lab.settle()
        for number in 1...5 {
            if number.isMultiple(of: 2) { phone.enterForeground() } else { phone.enterBackground() }
            try lab.publish(.visual("lunch?", id: "v\(number)"), to: alice)
            try lab.settle()
            #expect(phone.alertCount == number && tablet.alertCount == number && phone.shows("v\(number)"))
        }
        #expect(lab.violations.isEmpty)
    }

    @Test("an alert that is dismissed during an older read is dismissed everywhere", arguments: [1, 2])
    func slowRead(seconds: Int) throws {
        let lab = Lab(seed: 5)
        let alice = lab.user("alice")
        let (phone, tablet) = (alice.device("phone"), alice.device("tablet"))
        try lab.settle()
        phone.enterBackground()
        phone.delayAnswer(by: .seconds(60))
        phone.enterForeground()
        try lab.advance(by: .milliseconds(500 * seconds))
        phone.loseTaps()
        try lab.publish(.visual("lunch?", id: "v1"), to: alice)
        try lab.advance(by: .seconds(10))
        #expect(phone.tray == ["v1"] && phone.list == [])
        try phone.dismiss("v1")
        try lab.advance(by: .seconds(120))
        #expect(phone.tray == [] && !tablet.shows("v1") && tablet.state(of: "v1") == .dismissed)
    }

    @Test(
        "a late alert, for an ended notification that the app in the foreground knows, is removed at once",
        arguments: 1...20 as ClosedRange<UInt64>)
    func late(seed: UInt64) throws {
        var network = LabNetwork()
        network.tapping = .within(.milliseconds(80) ... .seconds(20))
        let lab = Lab(seed: seed, network: network)
        let alice = lab.user("alice")
        let (phone, tablet) = (alice.device("phone"), alice.device("tablet"))
        try lab.settle()
        try lab.publish(.visual("lunch?", id: "v1"), to: alice)
        for _ in 0..<60 where !tablet.shows("v1") { try lab.advance(by: .seconds(1)) }
        try tablet.dismiss("v1")
        try lab.advance(by: .seconds(120))
        #expect(phone.tray == [] && tablet.tray == [] && !phone.shows("v1"))
    }

    @Test("an older action on a republished notification keeps its alert, and makes the app sync")
    func older() throws {
        let lab = Lab(seed: 5)
        let alice = lab.user("alice")
        let (phone, tablet) = (alice.device("phone"), alice.device("tablet"))
        try lab.publish(.visual("lunch?", id: "v1"), to: alice)
        try lab.settle()
        for ends in [UserAct.dismiss, .delete] {
            phone.delayAnswer(by: .seconds(60))
            try phone.act(ends, "v1")
            phone.loseTaps(2)
            try lab.advance(by: .seconds(5))
            try lab.publish(.visual("dinner?", id: "v1"), to: alice)
            try lab.advance(by: .seconds(10))
            #expect(phone.tray == ["v1"])
            try lab.advance(by: .seconds(120))
            #expect(phone.shows("v1") && tablet.shows("v1") && phone.tray == ["v1"], "\(ends)")
        }
    }

    @Test("an alert of a later publication that ended unread removes the listed former one")
    func endedUnread() throws {
        for signsOut in [false, true] {
            let lab = Lab(seed: 5)
            let alice = lab.user("alice")
            let phone = alice.device("phone")
            try lab.publish(.visual("lunch?", id: "v1"), to: alice)
            try lab.settle()
            phone.forceQuit()
            var dinner = LabNotification.visual("dinner?", id: "v1")
            dinner.lifetime = .seconds(3_600)
            try lab.publish(dinner, to: alice)
            try lab.advance(by: .seconds(10))
            alice.expireCursors()
            try lab.advance(by: .seconds(7_200))
            phone.enterForeground()
            if signsOut {
                try lab.advance(by: .seconds(1))
                phone.signOut()
            }
            try lab.settle()
            #expect(phone.list == [] && phone.tray == [])
        }
    }

    /// Knows nothing of a list: it takes off the screen what the system has put there, whenever it is looked at.
    private struct Sweeper: LabApp {
        mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
            switch event {
            case .pushToken(let token):
                system.request(
                    .register(installation: "alice/phone", platform: .ios, pushToken: token, appId: "contoso.com"))
            case .answer(_, .registered):
                system.request(.subscribe(host: "contoso.com", installation: "alice/phone", appId: "contoso.com"))
            case .push(let push): system.finish(push, .noData)
            case .foreground:
                system.log("sees \(system.delivered)")
                for id in system.delivered { system.withdrawAlert(id) }
            default: break
            }
        }
    }

    @Test("an opened app gets the alerts; none is shown while it is in the foreground, or after a sign-out")
    func otherApps() throws {
        let lab = Lab(seed: 5, app: { _ in Sweeper() })
        let alice = lab.user("alice")
        let phone = alice.device("phone")
        try lab.advance(by: .seconds(10))
        try lab.publish(.visual("a", id: "v1"), to: alice)
        try lab.advance(by: .seconds(10))
        #expect(phone.tray == [])
        phone.suspend()
        try lab.publish(.visual("b", id: "v2"), to: alice)
        try lab.advance(by: .seconds(10))
        #expect(phone.tray == ["v2"])
        phone.enterForeground()
        #expect(phone.tray == [] && lab.trace.contains { $0.hasSuffix(#"sees ["v2"]"#) })
        phone.signOut()
        phone.suspend()
        try lab.publish(.visual("c", id: "v3"), to: alice)
        try lab.advance(by: .seconds(10))
        #expect(phone.tray == [])
        phone.crash()
        try lab.publish(.visual("d", id: "v4"), to: alice)
        try lab.advance(by: .seconds(10))
        #expect(phone.tray == [])
    }

    @Test("signing out removes them from the screen")
    func signedOut() throws {
        let (lab, phone, _) = try self.alerted()
        phone.signOut()
        #expect(phone.tray == [])
        try lab.settle()
        #expect(phone.tray == [] && phone.list == [])
    }

    @Test("alerts of active notifications stay until their user handles them")
    func standing() throws {
        let (lab, phone, _) = try self.alerted()
        phone.enterForeground()
        try lab.settle()
        #expect(phone.tray == ["v1"] && phone.list == ["v1"])
    }

    @Test(
        "they are not taps: a planned fault of the next tap applies to a tap", arguments: 1...12 as ClosedRange<UInt64>)
    func noTaps(seed: UInt64) throws {
        let lab = Lab(seed: seed)
        let alice = lab.user("alice")
        let phone = alice.device("phone")
        try lab.settle()
        phone.enterBackground()
        phone.loseTaps(1)
        try lab.publish(.visual("lunch?", id: "v1"), to: alice)
        try lab.advance(by: .seconds(5))
        #expect(phone.tray == ["v1"] && phone.list == [])
    }
}
