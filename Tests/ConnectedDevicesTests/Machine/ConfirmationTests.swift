import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed
import ReferenceModels
import Testing

@Suite("Saves without a change while others are pending")
struct ConfirmationTests {
    /// A phone whose user dismisses `n0`, and saves it once more before anybody has answered.
    private func saved() -> (yard: DeviceYard, first: CallNumber, second: CallNumber) {
        var yard = DeviceYard()
        yard.device("phone")
        yard.publish("n0")
        yard.drain()
        let first = yard.save("n0", on: 0, action: .dismissed)
        let second = yard.save("n0", on: 0)
        return (yard, first, second)
    }

    private func saves(_ yard: DeviceYard) -> Int {
        yard.requests.count { if case .save = $0.1 { true } else { false } }
    }

    @Test("They wait for the pending saves, and send no request")
    func waits() {
        var (yard, first, second) = self.saved()
        #expect(yard.devices[0].outcome(of: second) == nil)
        yard.drain()
        #expect(yard.devices[0].outcome(of: first) == .saved(true))
        #expect(yard.devices[0].outcome(of: second) == .saved(true))
        #expect(self.saves(yard) == 1)
    }

    @Test("They fail with the pending saves, and succeed at once when repeated")
    func refused() throws {
        var (yard, first, second) = self.saved()
        yard.queue.removeAll()
        yard.send(
            .answer(try #require(yard.lastTicket(of: 0)), .refused(.notAuthorized, retryAfter: nil)), to: 0)
        #expect(yard.devices[0].outcome(of: first) == .failed(.refused(.notAuthorized)))
        #expect(yard.devices[0].outcome(of: second) == .saved(false))
        #expect(yard.shown(0).map(\.userActionState) == [.noInteraction])
        let third = yard.save("n0", on: 0)
        #expect(yard.devices[0].outcome(of: third) == .saved(true))
        yard.drain()
        #expect(self.saves(yard) == 0)
    }

    @Test("A later change of another device overrules them")
    func overruled() throws {
        var (yard, first, second) = self.saved()
        yard.deliver()
        yard.queue.removeAll()
        // The answer is lost, and somebody else has the last word.
        let update = StateUpdate(id: "n0", userActionState: .activated)
        _ = yard.run(.update(FeedKey(host: DeviceYard.host, user: "alice"), update))
        yard.queue.removeAll()
        yard.send(.lost(try #require(yard.lastTicket(of: 0)), .broken), to: 0)
        yard.drain()
        #expect(yard.devices[0].outcome(of: first) == .saved(false))
        #expect(yard.devices[0].outcome(of: second) == .saved(false))
        #expect(yard.shown(0).map(\.userActionState) == [.activated])
        #expect(self.saves(yard) == 1)
    }

    @Test("A new process keeps nothing of them")
    func restart() throws {
        var (yard, _, _) = self.saved()
        try yard.crash(0)
        yard.open(0)
        yard.drain()
        #expect(yard.shown(0).map(\.userActionState) == [.dismissed])
        #expect(self.saves(yard) == 1 && yard.devices[0].machine.isQuiet)
    }
}
