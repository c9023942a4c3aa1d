import Basics
import PushGateway
import Testing

@Suite("Pushes that were taken and wait to be sent")
struct TakenPushTests {
    @Test("the fate of an accepted push may be decided before it is sent, and not later")
    func fate() throws {
        var desk = Desk()
        desk.request(desk.headers(), Gate.silentPush)
        let taken = try #require(desk.sink.taken.first)
        #expect(desk.service.delivery.behaviour(of: taken) == .silent)
        let fate = Fate(delay: .seconds(5), copyAfter: .seconds(5))
        desk.change { $0.decide(fate, of: taken, at: $1, into: &$2) }
        desk.commit()
        #expect(desk.service.delivery.behaviour(of: taken) == nil)
        desk.change { $0.decide(Fate(isLost: true), of: taken, at: $1, into: &$2) }
        desk.advance(by: .seconds(4))
        #expect(desk.wakes().isEmpty)
        desk.advance(by: .seconds(6))
        #expect(desk.wakes().count == 2)
    }

    @Test("a decided fate is in the row that a store writes")
    func row() throws {
        var desk = Desk()
        desk.request(desk.headers(), Gate.silentPush)
        let taken = try #require(desk.sink.taken.first)
        desk.change { $0.decide(Fate(delay: .seconds(5)), of: taken, at: $1, into: &$2) }
        try desk.crash()
        desk.advance(by: .seconds(4))
        #expect(desk.wakes().isEmpty)
        desk.advance(by: .seconds(1))
        #expect(desk.wakes().count == 1)
    }

    @Test("a push and its copy say whether they came from outside", arguments: [false, true])
    func outside(isForOutside: Bool) throws {
        var desk = Desk()
        let delivery = desk.service.delivery
        desk.service = PushService(Admission(Gate.keys), delivery, isForOutside: isForOutside)
        desk.request(desk.headers(), Gate.silentPush, Fate(delay: .seconds(1), copyAfter: .seconds(1)))
        desk.commit()
        try desk.crash()
        desk.advance(by: .seconds(2))
        let woken = desk.sink.actions.compactMap { action -> Bool? in
            if case .delivery(.wake(_, _, let push)) = action { push.isFromOutside } else { nil }
        }
        #expect(woken == [isForOutside, isForOutside])
    }
}
