import BackendPromises
import Basics
import Testing

@Suite("B7 to B10: tokens, headers, connections")
struct HeaderTests {
    @Test("a provider token for each push is found, and one for each connection is correct")
    func tokens() {
        var sender = Sender()
        for number in 0..<3 {
            sender.connection = number
            sender.bearer = "bearer \(number)"
            sender.send(id: "\(number)", content: "the news number \(number) for all")
            sender.send(id: "\(number) again", content: "the other news number \(number) for all")
        }
        #expect(sender.broken == [])
        sender.bearer = "bearer new"
        sender.send(id: "9", content: "the last of the news for all")
        #expect(sender.broken == [.b7])
    }

    @Test("a provider token is renewed after 20 minutes, or at once after ExpiredProviderToken")
    func renewal() {
        var sender = Sender()
        sender.send(id: "1")
        sender.wait(.minutes(21))
        sender.bearer = "bearer b"
        sender.send(.answered(status: 403, reason: "ExpiredProviderToken"), id: "2", content: "the second news for all")
        sender.bearer = "bearer c"
        sender.send(id: "2", content: "the second news for all")
        #expect(sender.broken == [])
    }

    @Test("a backend that keeps using an expired provider token is found")
    func expired() {
        var sender = Sender()
        for number in 0..<3 {
            sender.send(
                .answered(status: 403, reason: "ExpiredProviderToken"), id: "\(number)",
                content: "the news number \(number) for all")
        }
        #expect(sender.broken == [.b7])
    }

    @Test("a silent push with the headers of an alert, or without headers, is found")
    func background() {
        for (type, priority) in [("alert", "5"), ("background", "10"), (nil, "5"), ("background", nil)] {
            var sender = Sender()
            (sender.type, sender.priority) = (type, priority)
            sender.send(id: "1")
            #expect(sender.broken == [.b8])
        }
    }

    @Test("a call without an expiration, or with one that is past or in milliseconds, is found")
    func expiration() {
        var sender = Sender()
        (sender.type, sender.priority) = ("voip", "10")
        sender.send(id: "1")
        #expect(sender.broken.contains(.b9))
        let cases = [("0", true), ("1800000600", true), ("1700000000", false), ("1800000600000", false)]
        for (expiration, isRight) in cases {
            var sender = Sender()
            sender.expiration = expiration
            sender.send(id: "1")
            #expect(sender.broken == (isRight ? [] : [.b9]))
        }
    }

    @Test("a connection for each push is found, but not connections that faults ended")
    func connections() {
        for (isDisturbed, hasOneToken, count) in [(false, true, 5), (false, false, 12), (true, true, 20)] {
            var sender = Sender()
            sender.isDisturbed = isDisturbed
            for number in 1...count {
                #expect(sender.broken == [])
                sender.connection = number
                if !hasOneToken { sender.bearer = "bearer \(number)" }
                sender.send(id: "\(number)", content: "the news number \(number) for all")
            }
            #expect(sender.broken == (isDisturbed ? [] : [.b10]))
        }
    }

    @Test("fewer pushes to a device than without faults are found, unless its token is inactive")
    func batches() {
        var whole = Sender()
        var part = Sender()
        for token in ["aa", "bb", "cc"] {
            whole.send(to: token, id: token)
            if token == "aa" { part.send(.gone, to: token, id: token) }
        }
        part.send(to: "bb", id: "bb")
        var verdict = part.judge.verdict(isOver: true)
        verdict.compare(part.judge.pushCounts, with: whole.judge.pushCounts, at: Instant(microseconds: 0))
        #expect(verdict.findings.map(\.promise) == [.b11])
        #expect(verdict.findings[0].witness.hasPrefix("token cc: only 0 of 1 pushes were sent"))
    }
}
