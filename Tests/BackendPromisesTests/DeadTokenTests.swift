import BackendPromises
import Basics
import Testing

@Suite("B1 no push after 410")
struct DeadTokenTests {
    @Test("a backend that continues after a 410 is found, and the witness names both pushes")
    func goesOn() {
        var sender = Sender()
        sender.send(.gone)
        sender.send(.gone, content: "the second news for all")
        #expect(sender.broken == [.b1])
        #expect(
            sender.witness(.b1)
                == "token aa…: push 2 was sent 1ms after push 1 was answered with 410 Unregistered, although the token "
                + "had not been registered again")
    }

    @Test("a token that is accepted again on the same connection still got a push after its 410")
    func acceptedAgain() {
        var sender = Sender()
        sender.send(.gone)
        sender.send(content: "the second news for all")
        #expect(sender.broken == [.b1])
    }

    @Test("pushes to other tokens, and to the same token after it was registered again, are correct")
    func registeredAgain() {
        var sender = Sender()
        sender.send(.gone)
        sender.send(to: "bb")
        sender.take(.registered(token: "AA"))
        sender.send(content: "the second news for all")
        #expect(sender.broken == [])
    }

    @Test("pushes that were on their way at the 410 are correct, and those a second later are not")
    func onTheirWay() {
        var sender = Sender()
        sender.openRequests = 2
        sender.send(.gone)
        for number in 0..<20 { sender.send(.gone, content: "the news number \(number) for all") }
        #expect(sender.broken == [])
        sender.wait(.seconds(2))
        sender.send(.gone, content: "the last of the news for all")
        #expect(sender.broken == [.b1])
    }

    @Test("a backend that sends to several devices at once and continues in the next rounds is found")
    func rounds() {
        var sender = Sender()
        for round in 0..<3 {
            sender.openRequests = 1
            sender.send(to: "bb", content: "the news number \(round) for all")
            sender.openRequests = 2
            sender.send(.gone, content: "the news number \(round) for all")
            sender.wait(.milliseconds(5))
            #expect(sender.broken == (round < 2 ? [] : [.b1]))
        }
    }

    @Test("a process that was already connected may get one 410 of its own")
    func otherProcess() {
        var sender = Sender()
        sender.connection = 2
        sender.send(to: "bb")
        sender.connection = 1
        sender.send(.gone)
        sender.connection = 2
        sender.send(.gone, content: "the second news for all")
        #expect(sender.broken == [])
        sender.send(.gone, content: "the third of the news for all")
        #expect(sender.broken == [.b1])
    }

    @Test("with a connection for each push, the second process that gets its own 410 breaks the promise")
    func newConnections() {
        var sender = Sender()
        sender.send(.gone)
        sender.connection = 2
        sender.send(.gone, content: "the second news for all")
        #expect(sender.broken == [])
        sender.connection = 3
        sender.send(.gone, content: "the third of the news for all")
        #expect(sender.broken == [.b1])
    }
}
