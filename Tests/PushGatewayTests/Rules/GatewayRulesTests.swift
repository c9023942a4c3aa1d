import Basics
import PushGateway
import ReferenceModels
import Testing

extension RowService {
    static let (phone, app, token) = (DeviceNumber(70), AppNumber(40), TokenNumber(9))

    /// One phone with one app, under numbers that do not begin with zero.
    static func onePhone(_ rules: DeliveryRules = DeliveryRules()) throws -> RowService {
        var service = RowService(rules)
        try service.happen(.addDevice(Self.phone))
        try service.happen(.install(DeliveryBench.bundle, on: Self.phone, as: Self.app, .all))
        try service.happen(.register(Self.app, DeliveryBench.token, as: Self.token))
        return service
    }

    /// As actions in words.
    @discardableResult
    mutating func words(_ event: GatewayEvent) throws -> [String] { try self.happen(event).actions.map(\.word) }
}

@Suite("The rules of the push service over rows")
struct GatewayRulesTests {
    @Test("a push wakes its app: its row and timer are written, and the action has the store's numbers")
    func woken() throws {
        var service = try RowService.onePhone()
        let decision = try service.happen(.accept(.tap(), as: PushNumber(1_000), .ideal))
        #expect(decision.writes.map(\.key) == [.push(PushNumber(1_000))])
        #expect(decision.timers == [GatewayTimer(push: PushNumber(1_000), moment: service.now + .seconds(30))])
        #expect(decision.actions.last == .wake(RowService.app, PushNumber(1_000), .tap()))
        let finished = try service.happen(.finished(RowService.app, PushNumber(1_000), .newData))
        #expect(finished.writes == [GatewayWrite(key: .push(PushNumber(1_000)), row: nil)])
        #expect(finished.timers == [GatewayTimer(push: PushNumber(1_000), moment: nil)])
        #expect(service.store.rows.count == 3)
    }

    @Test("a push that was taken and not sent is sent by its timer, and so is its copy")
    func takenIn() throws {
        var service = try RowService.onePhone()
        let taken = try service.happen(
            .take(.alert(), as: PushNumber(10), Fate(delay: .seconds(5), copyAfter: .seconds(7))))
        #expect(taken.writes.map(\.key) == [.push(PushNumber(10))])
        #expect(taken.timers == [GatewayTimer(push: PushNumber(10), moment: service.now + .seconds(5))])
        #expect(taken.actions == [])
        let rung = try service.happen(.ring(PushNumber(10)))
        #expect(rung.writes.map(\.key) == [.push(PushNumber(10)), .push(PushNumber(11))])
        #expect(rung.timers.map(\.moment) == [service.now + .seconds(5), service.now + .seconds(12)])
        #expect(try service.advance(to: service.now + .minutes(1)).map(\.word).filter { $0 == "show a" }.count == 2)
        #expect(service.store.rows.count == 3)
    }

    @Test("a timer that fires early is set again, and one of an ended push is ignored")
    func ringing() throws {
        var service = try RowService.onePhone()
        try service.happen(.link(RowService.phone, .offline, redelivery: .ideal, copies: PushNumber(1)))
        let end = service.now + .hours(1)
        try service.happen(.accept(.tap().with { $0.expiration = .at(end) }, as: PushNumber(1), .ideal))
        let early = try service.happen(.ring(PushNumber(1)))
        #expect(early == GatewayDecision(timers: [GatewayTimer(push: PushNumber(1), moment: end)]))
        service.now = end + .hours(1)
        #expect(try service.words(.ring(PushNumber(1))) == ["log a: Discarded (expired)", "drop 1 expired"])
        #expect(try service.happen(.ring(PushNumber(1))) == GatewayDecision())
        #expect(try service.happen(.finished(RowService.app, PushNumber(1), .newData)) == GatewayDecision())
    }

    @Test("a push for an unknown token, or one of the other environment, is logged and nothing is written")
    func unknownToken() throws {
        var service = try RowService.onePhone()
        let rows = service.store.rows
        let unknown = AcceptedPush.tap().with { $0.token = DeviceToken("ff") }
        for push in [unknown, .tap().with { $0.environment = .sandbox }] {
            let words = ["log a: \(DeliveryLogEntry.discardedTokenNotActive)", "drop 5 tokenNotActive"]
            #expect(try service.words(.accept(push, as: PushNumber(5), .ideal)) == words)
            #expect(try service.words(.take(push, as: PushNumber(5), .ideal)) == words)
        }
        #expect(service.store.rows == rows)
        #expect(service.timers.isEmpty)
    }

    @Test("unchanged rows are not written")
    func nothingNew() throws {
        var service = try RowService.onePhone()
        let events: [GatewayEvent] = [
            .link(RowService.phone, .online, redelivery: .ideal, copies: PushNumber(1)),
            .power(RowService.phone, .normalPower), .lock(RowService.phone, .unlocked), .ended(RowService.app),
            .state(RowService.app, .suspended), .switches(RowService.app, .all),
            .install(DeliveryBench.bundle, on: RowService.phone, as: AppNumber(41), .all),
            .register(RowService.app, DeliveryBench.token, as: TokenNumber(10)),
        ]
        for event in events { #expect(try service.happen(event) == GatewayDecision(), "\(event)") }
    }

    @Test("changed settings apply to a held push when its timer fires")
    func otherKnobs() throws {
        var service = try RowService.onePhone()
        service.rules.delivery.wakesSuspendedApps = false
        #expect(try service.words(.accept(.tap(), as: PushNumber(1), .ideal)).last == "hold 1 suspended")
        service.rules.delivery.wakesSuspendedApps = true
        #expect(try service.words(.ring(PushNumber(1))) == ["wake a"])
    }
}
