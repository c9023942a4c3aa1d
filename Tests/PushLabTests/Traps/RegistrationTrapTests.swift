import PushLab
import Testing

@Suite("Traps around the registration")
struct RegistrationTrapTests {
    @Test("T1: an app that registers only its first address is not woken at a new one")
    func t1() throws {
        let ends = try TrapWorld.play(.t1) { lab, alice in
            let phone = alice.device("phone")
            try lab.settle()
            phone.enterBackground()
            phone.rotatePushToken()
            try lab.advance(by: .seconds(5))
            try lab.publishAndWait("n1", to: alice)
            return phone.list
        }
        #expect(ends.are(fallen: [], correct: ["n1"]), "\(ends)")
    }

    @Test("T2: a reader for each registration alerts once for each")
    func t2() throws {
        let ends = try TrapWorld.play(.t2) { lab, alice in
            let phone = alice.device("phone")
            try lab.settle()
            phone.rotatePushToken()
            try lab.advance(by: .seconds(5))
            try lab.publishAndWait("n1", to: alice)
            return phone.alertCount
        }
        #expect(ends.are(fallen: 2, correct: 1), "\(ends)")
    }

    @Test("T3: a push that is faster than the registration shows nothing")
    func t3() throws {
        var fallen: Set<Int> = []
        for seed in 1...20 as ClosedRange<UInt64> {
            let ends = try TrapWorld.play(.t3, seed: seed) { lab, alice in
                let phone = alice.device("phone")
                try lab.settle()
                phone.crash()
                try lab.publishAndWait("n1", to: alice)
                // It was woken, fetched and said that it has something new.
                #expect(lab.count(.finished, detail: 0) == 1)
                return phone.alertCount
            }
            fallen.insert(ends.fallen)
            #expect(ends.correct == 1, "seed \(seed)")
        }
        #expect(fallen == [0, 1])
    }

    @Test("T8: looking up a removed account when its registration ages crashes the app")
    func t8() throws {
        let ends = try TrapWorld.play(.t8) { lab, alice in
            let phone = alice.device("phone")
            try lab.settle()
            // A registration lasts thirty days and is renewed a day before.
            try lab.advance(by: .seconds(29 * 86_400 - 5) - lab.now)
            phone.loseRequests(2)
            phone.signOut()
            try lab.advance(by: .seconds(60))
            return lab.violations.map(\.sentence)
        }
        #expect(ends.fallen.count == 1 && ends.fallen.allSatisfy { $0.hasPrefix("the app on alice.phone crashed") })
        #expect(ends.correct == [])
    }

    @Test("T9: a second account with the id of the first is never registered")
    func t9() throws {
        let ends = try TrapWorld.play(.t9) { lab, alice in
            let phone = alice.device("phone")
            try lab.settle()
            phone.signOut()
            try lab.settle()
            phone.signIn(with: .work)
            try lab.settle()
            phone.enterBackground()
            try lab.publishAndWait("n1", to: alice)
            return phone.list
        }
        #expect(ends.are(fallen: [], correct: ["n1"]), "\(ends)")
    }

    @Test("T10: three registrations and two subscriptions are one to the service")
    func t10() throws {
        struct End: Equatable {
            var (list, alerts, taps) = ([String](), 0, 0)
        }
        var registrations: [Int] = []
        let ends = try TrapWorld.play(.t10) { lab, alice in
            let tablet = alice.device("tablet", on: .android)
            try lab.settle()
            tablet.enterBackground()
            let before = lab.count(.requestSent, detail: 6)
            tablet.rotatePushToken()
            try lab.advance(by: .seconds(60))
            registrations.append(lab.count(.requestSent, detail: 6) - before)
            try lab.publishAndWait("n1", to: alice)
            return End(list: tablet.list, alerts: tablet.alertCount, taps: lab.count(.tapSent))
        }
        #expect(registrations == [3, 1])
        let end = End(list: ["n1"], alerts: 1, taps: 1)
        #expect(ends.are(fallen: end, correct: end), "\(ends)")
    }

    @Test("T12: an app that ignores an address seen before never repeats a lost registration")
    func t12() throws {
        let ends = try TrapWorld.play(.t12) { lab, alice in
            let tablet = alice.device("tablet", on: .android)
            try lab.settle()
            tablet.enterBackground()
            tablet.loseRequests()
            tablet.rotatePushToken()
            try lab.advance(by: .seconds(120))
            try lab.publishAndWait("n1", to: alice)
            return tablet.list
        }
        #expect(ends.are(fallen: [], correct: ["n1"]), "\(ends)")
    }

    @Test("S3: an app that assumes a lost subscription is not woken")
    func s3() throws {
        let ends = try TrapWorld.play(.s3) { lab, alice in
            let phone = alice.device("phone")
            phone.loseRequests(2)
            try lab.advance(by: .seconds(120))
            phone.enterBackground()
            try lab.publishAndWait("n1", to: alice)
            return phone.list
        }
        #expect(ends.are(fallen: [], correct: ["n1"]), "\(ends)")
    }
}
