import Testing

@testable import PushLab

@Suite("The messages of one event are counted for each device")
struct MessagesOfEventTests {
    @Test("Few devices are counted like many", arguments: [1, 2, 16, 17, 18, 100])
    func places(_ rounds: UInt64) {
        var messages = MessagesOfEvent()
        for round in 0..<rounds {
            #expect([7, 8].map { messages.place(for: $0) } == [round, round])
        }
        #expect(messages.place(for: 9) == 0, "who has sent none begins")
    }

    @Test("Each event starts at zero", arguments: [1, 40])
    func events(_ count: Int) {
        var messages = MessagesOfEvent()
        for _ in 0..<count { _ = messages.place(for: 7) }
        messages.forget()
        #expect(messages.place(for: 7) == 0)
        #expect(messages.place(for: 7) == 1)
    }
}
