package import Basics
package import PushGateway

/// A push service whose state consists only of the rows in a store and at most one timer for each push.
package struct RowService {
    package var rules: GatewayRules
    package var store: RowStore
    package var timers: [PushNumber: Instant] = [:]
    package var now = Instant(microseconds: 1_700_000_000_000_000)
    package private(set) var events = 0

    package init(_ rules: DeliveryRules = DeliveryRules(), rows: [DeliveryRowKey: DeliveryRow] = [:]) {
        self.rules = GatewayRules(rules)
        self.store = RowStore(rows)
    }

    @discardableResult
    package mutating func happen(_ event: GatewayEvent) throws -> GatewayDecision {
        if case .ring(let push) = event { self.timers[push] = nil }
        let rows = self.store.read(self.rules.needs(event))
        let decision = try self.rules.decide(event, rows, at: self.now)
        self.store.write(decision.writes)
        for timer in decision.timers { self.timers[timer.push] = timer.moment }
        self.events += 1
        return decision
    }

    /// Fires every timer up to `moment` at its time.
    package mutating func advance(to moment: Instant) throws -> [DeliveryAction] {
        var actions: [DeliveryAction] = []
        while let next = self.timers.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }), next.value <= moment {
            self.now = max(self.now, next.value)
            actions += try self.happen(.ring(next.key)).actions
        }
        self.now = max(self.now, moment)
        return actions
    }
}
