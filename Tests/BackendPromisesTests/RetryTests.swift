import BackendPromises
import Basics
import Testing

@Suite("B2 to B6: retries")
struct RetryTests {
    @Test("a push that is not retried after a failure is found", arguments: [SentPush.Outcome.unavailable, .cutOff])
    func notRetried(_ outcome: SentPush.Outcome) {
        var sender = Sender()
        sender.send(outcome, id: "1")
        sender.send(id: "2", content: "the second news for all")
        #expect(sender.broken == [.b2])
        #expect(sender.judge.verdict(isOver: false).findings.isEmpty)
    }

    @Test("a final answer is not retried, and a backend may report a failure or stop after two attempts")
    func givesUp() {
        var sender = Sender()
        sender.send(.answered(status: 400, reason: "BadDeviceToken"), id: "1")
        sender.send(.unavailable, to: "bb", id: "2")
        sender.take(.reported(token: "BB"))
        sender.send(.unavailable, to: "cc", id: "3")
        sender.wait(.seconds(1))
        sender.send(.unavailable, to: "cc", id: "3")
        #expect(sender.broken == [])
    }

    @Test("two retries in a row without a pause are found, and one is allowed")
    func hasty() {
        var sender = Sender()
        sender.send(.unavailable, id: "1")
        sender.send(.unavailable, id: "1")
        #expect(sender.broken == [])
        sender.send(id: "1")
        #expect(sender.broken == [.b3])
    }

    @Test("retries with a growing pause are correct", arguments: [10, 30, 500])
    func backsOff(_ milliseconds: Int64) {
        var sender = Sender()
        for attempt in 0..<4 {
            sender.send(.tooMany, id: "1")
            sender.wait(.milliseconds(milliseconds << attempt))
        }
        sender.send(id: "1")
        #expect(sender.broken == [])
    }

    @Test("on a slow machine a retry without a pause takes as long as the next push")
    func slowMachine() {
        for (pause, broken) in [(15, [BackendPromise.b3]), (35, [])] as [(Int64, [BackendPromise])] {
            var sender = Sender()
            for number in 0..<8 {
                sender.send(id: "\(number)", content: "the news number \(number) for all")
                sender.wait(.milliseconds(15))
            }
            for _ in 0..<2 {
                sender.send(.unavailable, to: "bb", id: "9")
                sender.wait(.milliseconds(pause))
            }
            sender.send(to: "bb", id: "9")
            #expect(sender.broken == broken)
        }
    }

    @Test("a push that is sent twelve times is found, and eleven times is allowed")
    func endless() {
        var sender = Sender()
        for _ in 0..<11 {
            sender.send(.unavailable, id: "1")
            sender.wait(.milliseconds(100))
        }
        #expect(sender.broken == [])
        sender.send(id: "1")
        #expect(sender.broken == [.b4])
    }

    @Test("a retry with another apns-id is found")
    func freshID() {
        var sender = Sender()
        sender.send(.unavailable, id: "1")
        sender.wait(.milliseconds(100))
        sender.send(id: "2")
        #expect(sender.broken == [.b5])
    }

    @Test("the same content as a failed push may be a new push if contents do not identify pushes")
    func sameContent() {
        for contentsDiffer in [nil, false] {
            var sender = Sender(contentsDiffer: contentsDiffer)
            sender.send(id: "1")
            sender.send(id: "2")
            sender.send(.unavailable, to: "bb", id: "3")
            sender.send(to: "bb", id: "4")
            #expect(sender.broken == [])
        }
    }

    @Test("a retry after a lost answer wakes the device twice unless it keeps the apns-id")
    func lostAnswer() {
        for (id, broken) in [("1", []), (nil, [BackendPromise.b6])] as [(String?, [BackendPromise])] {
            var sender = Sender()
            sender.isDisturbed = true
            sender.send(.cutOff, id: id, isDelivered: true)
            sender.isDisturbed = false
            sender.connection = 2
            sender.send(id: id)
            #expect(sender.broken == broken)
        }
    }

    @Test("an accepted push that is sent again is found, unless its answer was slow or its connection ended")
    func afterSuccess() {
        var sender = Sender()
        sender.send(id: "1")
        sender.send(id: "1")
        #expect(sender.broken == [.b6])

        var slow = Sender()
        slow.answerTime = .seconds(1)
        slow.send(id: "1")
        slow.send(id: "1")
        #expect(slow.broken == [])

        var cut = Sender()
        cut.send(id: "1")
        cut.isDisturbed = true
        cut.send(.cutOff, id: "2", content: "the second news for all")
        (cut.connection, cut.isDisturbed) = (2, false)
        cut.send(id: "1")
        cut.send(id: "2", content: "the second news for all")
        #expect(cut.broken == [])
    }

    @Test("a loop over the same bare wake-up is not a retry")
    func bareWakeUps() {
        var sender = Sender()
        for _ in 0..<4 {
            sender.send(.unavailable, content: "")
            sender.send(content: "")
        }
        #expect(sender.broken == [])
    }
}
