import PushLab
import Testing

@Suite("Traps around processes, pushes and accounts")
struct ProcessTrapTests {
    @Test("T5: the push that launched the app may be processed twice")
    func t5() throws {
        struct End: Equatable {
            var (list, alerts, fetches) = ([String](), 0, 0)
        }
        let ends = try TrapWorld.play(.t5) { lab, alice in
            let phone = alice.device("phone")
            try lab.settle()
            phone.crash()
            let before = lab.count(.requestSent, detail: 1)
            try lab.publishAndWait("n1", to: alice)
            #expect(lab.violations.isEmpty && lab.count(.finished, detail: 0) == 1)
            return End(
                list: phone.list, alerts: phone.alertCount, fetches: lab.count(.requestSent, detail: 1) - before)
        }
        let end = End(list: ["n1"], alerts: 1, fetches: 1)
        #expect(ends.are(fallen: end, correct: end), "\(ends)")
    }

    @Test("T7: a work account whose token request is not answered is never added")
    func t7() throws {
        let ends = try TrapWorld.play(.t7) { lab, alice in
            let phone = alice.device("phone")
            try lab.settle()
            phone.signIn(with: .work)
            try lab.publish(.raw("r", id: "n1"), to: alice)
            try lab.settle()
            return phone.list
        }
        #expect(ends.are(fallen: [], correct: ["n1"]), "\(ends)")
    }

    @Test("T11: the system ends an app that leaves its first push unfinished")
    func t11() throws {
        let ends = try TrapWorld.play(.t11) { lab, alice in
            let laptop = alice.device("laptop", on: .windows)
            try lab.settle()
            laptop.crash()
            try lab.publishAndWait("n1", to: alice)
            return lab.violations.map(\.sentence)
        }
        let ended = "the app on alice.laptop did not finish a push within 30 s, so the system ended it"
        #expect(ends.are(fallen: [ended], correct: []), "\(ends)")
    }

    @Test("T13: the first account of an empty list crashes the app each time it is opened")
    func t13() throws {
        let ends = try TrapWorld.play(.t13) { lab, alice in
            let phone = alice.device("phone")
            try lab.settle()
            phone.signOut()
            try lab.advance(by: .seconds(5))
            phone.enterBackground()
            phone.enterForeground()
            phone.enterForeground()
            try lab.settle()
            return lab.violations.map(\.sentence)
        }
        let crash = "the app on alice.phone crashed: the list of accounts is empty, and its first element was taken"
        #expect(ends.fallen.count >= 2 && Set(ends.fallen) == [crash], "\(ends)")
        #expect(ends.correct == [])
    }

    @Test("T14: a push handed to another platform object is finished without a fetch")
    func t14() throws {
        let ends = try TrapWorld.play(.t14) { lab, alice in
            let phone = alice.device("phone")
            try lab.settle()
            phone.enterBackground()
            try lab.publishAndWait("n1", to: alice)
            #expect(lab.count(.finished, detail: 0) == 1)
            return phone.list
        }
        #expect(ends.are(fallen: [], correct: ["n1"]), "\(ends)")
    }

    @Test("S2: an account on a platform that never starts shows nothing and never settles")
    func s2() throws {
        let ends = try TrapWorld.play(.s2) { lab, alice in
            let phone = alice.device("phone")
            try lab.publishAndWait("n1", to: alice)
            let rests = (try? lab.settle()) != nil
            return phone.list + (rests ? ["rest"] : [])
        }
        #expect(ends.are(fallen: [], correct: ["n1", "rest"]), "\(ends)")
    }
}
