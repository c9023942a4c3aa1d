import Basics
package import PushGateway

extension DeliveryBench {
    /// Creates the twin. From now on, each event that is passed to `happen` also goes to the twin, and the results of
    /// the twin and the machine are compared.
    package mutating func follow() { self.twin = RowService(self.machine.rules, rows: self.ownRows) }

    /// All rows except the row with the key `service`, which the twin does not have.
    private var ownRows: [DeliveryRowKey: DeliveryRow] { self.rows.filter { $0.key != .service } }

    package mutating func happen(_ event: GatewayEvent) {
        let (now, first) = (self.now, self.actions.count)
        self.run { $0.happen(event, at: now, into: &$1) }
        guard self.splitsPushes, case .accept(let push, let number, let fate) = event else {
            return self.compare([event], since: first)
        }
        self.compare([.take(push, as: number, fate), .ring(number)], since: first)
    }

    package mutating func fire(_ timer: DeliveryTimer) {
        let (now, first) = (self.now, self.actions.count)
        let push = self.twin == nil ? nil : self.push(of: timer)
        self.run { $0.timerFired(timer, at: now, into: &$1) }
        if let push { self.compare([.ring(push)], since: first) }
    }

    /// Sets every timer again after a restart.
    package mutating func resume() {
        let (now, first) = (self.now, self.actions.count)
        self.timers = []
        self.twin?.timers = [:]
        self.run { $0.resume(at: now, into: &$1) }
        guard let twin = self.twin else { return }
        let keys = twin.store.rows.keys.sorted()
        let events = keys.compactMap { key -> GatewayEvent? in
            guard case .push(let push) = key else { return nil }
            return .ring(push)
        }
        self.compare(events, since: first)
    }

    /// The push that a timer belongs to.
    func push(of timer: DeliveryTimer) -> PushNumber? {
        // If the machine has a bug, several pushes may match. The order of a dictionary is random, so the lowest number
        // is used.
        self.rows.keys
            .compactMap { key -> PushNumber? in
                guard case .push(let push) = key else { return nil }
                return self.machine.row(after: DeliveryRowChange(key, slot: timer.slot)) == nil ? nil : push
            }
            .min { $0.value < $1.value }
    }

    /// Passes the events to the twin. Records a difference if the actions, rows or timers of the twin are not the same
    /// as those of the machine.
    private mutating func compare(_ events: [GatewayEvent], since first: Int) {
        guard var twin = self.twin else { return }
        twin.now = self.now
        var actions: [DeliveryAction] = []
        for event in events {
            do {
                // A decision with all rows takes as long as everything else together, so it is made only for some
                // events.
                let isWhole = twin.events.isMultiple(of: 16)
                let whole = isWhole ? try twin.rules.decide(event, twin.store.rows, at: self.now) : nil
                let decision = try twin.happen(event)
                actions += decision.actions
                if let whole, decision != whole { self.differences.append("\(event): more rows say something else") }
            } catch {
                self.differences.append("\(event): \(error)")
            }
        }
        var timers: [PushNumber: Instant] = [:]
        for (moment, timer) in self.timers {
            guard let push = self.push(of: timer) else { preconditionFailure("a timer of no push") }
            timers[push] = moment
        }
        if actions != self.actions[first...].map(\.action) { self.differences.append("\(events): other actions") }
        if twin.store.rows != self.ownRows { self.differences.append("\(events): other rows") }
        if twin.timers != timers { self.differences.append("\(events): other timers") }
        self.twin = twin
    }
}
