import PushLab
import Testing

@Suite("Traps around reading and listening")
struct ReadingTrapTests {
    @Test("T4: one batch of a hundred is not all of a hundred and fifty")
    func t4() throws {
        let ends = try TrapWorld.play(.t4) { lab, alice in
            let phone = alice.device("phone")
            try lab.settle()
            phone.goOffline()
            for number in 1...150 { try lab.publish(.raw("r", id: "n\(number)"), to: alice) }
            try lab.advance(by: .seconds(60))
            phone.goOnline()
            try lab.settle()
            return phone.list.count
        }
        #expect(ends.are(fallen: 100, correct: 150), "\(ends)")
    }

    @Test("T6: reading from the beginning at each launch alerts again")
    func t6() throws {
        let ends = try TrapWorld.play(.t6) { lab, alice in
            let phone = alice.device("phone")
            try lab.publish(.raw("r", id: "n1"), to: alice)
            try lab.settle()
            phone.crash()
            phone.enterForeground()
            try lab.settle()
            return phone.alertCount
        }
        #expect(ends.are(fallen: 2, correct: 1), "\(ends)")
    }

    @Test("S1: an app that iterates over a stored list never shows what it read")
    func s1() throws {
        let ends = try TrapWorld.play(.s1) { lab, alice in
            let phone = alice.device("phone")
            try lab.settle()
            try lab.publish(.raw("r", id: "n1"), to: alice)
            try lab.settle()
            return phone.list + phone.tray
        }
        #expect(ends.are(fallen: [], correct: ["n1", "n1"]), "\(ends)")
    }

    @Test("S4: a save whose result is ignored is reverted all the same")
    func s4() throws {
        struct End: Equatable {
            var (list, tray, alerts) = ([String](), [String](), 0)
        }
        let ends = try TrapWorld.play(.s4) { lab, alice in
            let (phone, tablet) = (alice.device("phone"), alice.device("tablet", on: .android))
            try lab.publish(.raw("r", id: "n1"), to: alice)
            try lab.settle()
            // The old access token is of no use by then, and there is no new one.
            try lab.advance(by: .seconds(7_200))
            phone.refuseTokens()
            try phone.dismiss("n1")
            #expect(phone.tray == [])
            try lab.advance(by: .seconds(60))
            #expect(tablet.shows("n1"))
            #expect(phone.state(of: "n1") == AppChange.Action.none)
            return End(list: phone.list, tray: phone.tray, alerts: phone.alertCount)
        }
        let end = End(list: ["n1"], tray: ["n1"], alerts: 2)
        #expect(ends.are(fallen: end, correct: end), "\(ends)")
    }

    @Test("S5: a swallowed read error leaves the list empty after the next sign-in")
    func s5() throws {
        let ends = try TrapWorld.play(.s5) { lab, alice in
            let phone = alice.device("phone")
            try lab.publish(.raw("r", id: "n1"), to: alice)
            try lab.settle()
            phone.signOut()
            try lab.settle()
            #expect(phone.list == [] && phone.tray == [])
            phone.signIn()
            try lab.settle()
            try lab.publish(.raw("r", id: "n2"), to: alice)
            try lab.settle()
            return phone.list
        }
        #expect(ends.are(fallen: [], correct: ["n1", "n2"]), "\(ends)")
    }

    @Test("S6: a set-up at each foregrounding alerts once for each")
    func s6() throws {
        let ends = try TrapWorld.play(.s6) { lab, alice in
            let phone = alice.device("phone")
            try lab.advance(by: .seconds(60))
            for _ in 1...2 {
                phone.enterBackground()
                phone.enterForeground()
            }
            try lab.publishAndWait("n1", to: alice)
            return phone.alertCount
        }
        #expect(ends.are(fallen: 3, correct: 1), "\(ends)")
    }
}
