import Basics
import Testing

@testable import PushLab

@Suite("Publishers that retry, a service that is late, and slow networks")
struct PublisherAndSweepTests: TwoDevices {
    let lab = Lab(seed: 3)

    private func lines(_ words: String) -> Int { self.lab.trace.count { $0.contains(words) } }

    @Test("A publication whose answers get lost is stored once, and answered in the end")
    func lostAnswers() throws {
        let (alice, phone, tablet) = try self.pair()
        alice.losePublishAnswers(3)
        try self.lab.publish(.raw("x", id: "n1"), to: alice)
        try self.lab.advance(by: .seconds(60))
        #expect(self.lines("misses the answer that n1 is stored") == 3 && self.lines("is told 201 about n1") == 1)
        #expect(self.lines("commits new n1") == 1)
        #expect(phone.alertCount == 1 && tablet.alertCount == 1)
    }

    @Test("A planned loss of an answer waits for the end of a calm")
    func calm() throws {
        let (alice, _, _) = try self.pair()
        alice.losePublishAnswers(1)
        try self.lab.publish(.raw("x", id: "n1"), to: alice)
        try self.lab.settle()
        #expect(self.lines("misses the answer that n1 is stored") == 0 && self.lines("is told 201 about n1") == 1)
    }

    @Test("A notification expires as late as the service is, and at once when everything settles")
    func lateSweep() throws {
        let (alice, phone, _) = try self.pair()
        func expire(_ id: String) throws {
            try self.lab.publish(.raw("x", id: id, lifetime: .seconds(60)), to: alice)
            self.lab.delaySweep(by: .minutes(5))
        }
        try expire("n1")
        try self.lab.advance(by: .seconds(300))
        #expect(self.lines("commits expired n1") == 0)
        try self.lab.advance(by: .seconds(120))
        #expect(self.lines("commits expired n1") == 1)
        try expire("n2")
        try self.lab.advance(by: .seconds(120))
        #expect(self.lines("commits expired n2") == 0)
        try self.lab.settle()
        #expect(self.lines("commits expired n2") == 1 && phone.list == [])
    }

    @Test("Each message of a slow device takes longer, until the fault ends")
    func slow() throws {
        let (alice, phone, tablet) = try self.pair()
        phone.slow(by: .seconds(4), for: .seconds(60))
        try self.lab.publish(.raw("x", id: "n1"), to: alice)
        try self.lab.advance(by: .seconds(5))
        #expect(tablet.list == ["n1"] && phone.list == [])
        try self.lab.advance(by: .seconds(10))
        #expect(phone.list == ["n1"])
        try self.lab.advance(by: .seconds(60))
        try self.lab.publish(.raw("x", id: "n2"), to: alice)
        try self.lab.advance(by: .seconds(5))
        #expect(phone.list == ["n1", "n2"])
    }
}
