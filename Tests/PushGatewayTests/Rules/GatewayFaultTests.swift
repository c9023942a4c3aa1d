import Basics
import PushGateway
import ReferenceModels
import TestSupport
import Testing

@Suite("Insufficient rows")
struct GatewayFaultTests {
    private static func fault(_ event: GatewayEvent, without key: DeliveryRowKey? = nil) throws -> String {
        var service = try RowService.onePhone()
        try service.happen(.power(RowService.phone, .lowPower))
        try service.happen(.accept(.tap(), as: PushNumber(1), .ideal))
        var rows = service.store.read(service.rules.needs(event))
        if let key { #expect(rows.removeValue(forKey: key) != nil) }
        do throws(DeliveryRowFault) {
            _ = try service.rules.decide(event, rows, at: service.now)
            return "none"
        } catch { return error.description }
    }

    @Test("a row that refers to a missing row is reported")
    func missing() throws {
        let (phone, app, token) = (RowService.phone, RowService.app, RowService.token)
        let push = GatewayEvent.accept(.tap("b"), as: PushNumber(3), .ideal)
        for (event, key, row) in [
            (push, DeliveryRowKey.device(phone), DeliveryRowKey.app(app)),
            (push, .app(app), .registration(token.value)),
            (push, .registration(token.value), .push(PushNumber(1))),
            (.ring(PushNumber(1)), .registration(token.value), .push(PushNumber(1))),
            (.ring(PushNumber(1)), .device(phone), .app(app)),
            (.restart(phone), .device(phone), .app(app)),
            (.state(app, .foreground), .app(app), .registration(token.value)),
        ] {
            #expect(try Self.fault(event, without: key) == "row \(row): \(key) is missing")
        }
        #expect(try Self.fault(.ring(PushNumber(1)), without: .push(PushNumber(1))) == "none")
    }

    @Test("an event about an unknown app or device")
    func unknown() throws {
        let (phone, app) = (DeviceNumber(1), AppNumber(1))
        for event: GatewayEvent in [
            .finished(app, PushNumber(1), .newData), .ended(app), .state(app, .foreground), .switches(app, .all),
            .uninstall(app, answerLag: .zero), .register(app, DeviceToken("0b"), as: TokenNumber(1)),
        ] {
            #expect(try Self.fault(event) == "row \(DeliveryRowKey.app(app)): it is missing")
        }
        for event: GatewayEvent in [
            .link(phone, .online, redelivery: .ideal, copies: PushNumber(5)), .power(phone, .lowPower),
            .lock(phone, .locked), .restart(phone), .install("other", on: phone, as: AppNumber(1), .all),
        ] {
            #expect(try Self.fault(event) == "row \(DeliveryRowKey.device(phone)): it is missing")
        }
    }

    @Test("a number that is issued twice")
    func twice() throws {
        for (event, key) in [
            (GatewayEvent.accept(.tap("b"), as: PushNumber(1), .ideal), DeliveryRowKey.push(PushNumber(1))),
            (.install("other", on: RowService.phone, as: RowService.app, .all), .app(RowService.app)),
            (.rotate(DeliveryBench.token, to: DeviceToken("0b"), as: RowService.token, .none), .registration(9)),
        ] {
            #expect(try Self.fault(event) == "row \(key): its number is given out already")
        }
    }

    @Test("two pushes that are held for one app, and a row under a key of another kind")
    func damaged() throws {
        var service = try RowService.onePhone()
        try service.happen(.power(RowService.phone, .lowPower))
        try service.happen(.accept(.tap(), as: PushNumber(1), .ideal))
        for (key, donor, problem) in [
            (
                DeliveryRowKey.push(PushNumber(2)), DeliveryRowKey.push(PushNumber(1)),
                "another push is held for its app"
            ),
            (.registration(10), .registration(9), "another row has its token"),
            (.registration(10), .app(RowService.app), "it holds a row of another kind"),
        ] {
            var rows = service.store.rows
            rows[key] = rows[donor]
            let fault = #expect(throws: DeliveryRowFault.self) {
                try service.rules.decide(.ring(PushNumber(1)), rows, at: service.now)
            }
            #expect(fault?.description == "row \(key): \(problem)")
        }
    }

    @Test("any subset of the rows of a service gives a decision or a fault, never a trap")
    func anyRows() throws {
        var (decisions, faults) = (0, 0)
        for seed in UInt64(1)...30 {
            var (run, dice) = (DeliveryRun(seed: seed), SeededDice(seed: seed))
            let rules = GatewayRules(run.bench.machine.rules)
            for _ in 0..<100 {
                run.step()
                let rows = run.bench.rows.filter { _ in dice.below(12) > 0 }
                let event = run.anyEvent(&dice)
                do throws(DeliveryRowFault) {
                    _ = try rules.decide(event, rows, at: run.bench.now)
                    decisions += 1
                } catch { faults += 1 }
            }
        }
        #expect(decisions > 100)
        #expect(faults > 100)
    }
}

extension DeliveryRun {
    /// Something that may happen to a service like this one.
    fileprivate mutating func anyEvent(_ dice: inout SeededDice) -> GatewayEvent {
        let (phone, app) = (DeviceNumber(UInt32(dice.below(2))), AppNumber(UInt32(dice.below(4))))
        let next = self.bench.machine.nextNumber
        let known = PushNumber(1 + UInt64(dice.below(Int(next.value))))
        let token = TokenNumber(UInt32(100 + dice.below(2)))
        return switch dice.below(14) {
        case 0: .take(self.push(), as: next, self.fate().fate)
        case 1, 2: .accept(self.push(), as: next, self.fate().fate)
        case 3, 4: .ring(known)
        case 5: .finished(app, known, dice.pick(HandlingResult.allCases))
        case 6: .ended(app)
        case 7: .state(app, dice.pick(AppState.allCases))
        case 8: .uninstall(app, answerLag: .zero)
        case 9: .link(phone, .online, redelivery: self.fate().fate, copies: next)
        case 10: .lock(phone, dice.pick(LockState.allCases))
        case 11: .restart(phone)
        case 12: .register(app, dice.pick(self.tokens), as: token)
        default: .rotate(dice.pick(self.tokens), to: dice.pick(self.tokens), as: token, .none)
        }
    }
}
