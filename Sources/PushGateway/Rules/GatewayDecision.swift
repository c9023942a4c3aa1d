package import Basics

/// The answer of the rules to an event: first everything is written, in one transaction with what was read. Then the
/// timers are set and the actions carried out.
package struct GatewayDecision: Hashable, Sendable {
    /// In the order of their keys, so that servers lock rows in one order.
    package var writes: [GatewayWrite] = []
    /// In the order of their pushes.
    package var timers: [GatewayTimer] = []
    /// Never a timer: those stand beside it, under the numbers of their pushes.
    package var actions: [DeliveryAction] = []

    package init(writes: [GatewayWrite] = [], timers: [GatewayTimer] = [], actions: [DeliveryAction] = []) {
        self.writes = writes
        self.timers = timers
        self.actions = actions
    }
}

/// One row to write.
package struct GatewayWrite: Hashable, Sendable {
    package let key: DeliveryRowKey
    /// Nil for a row to erase.
    package let row: DeliveryRow?

    package init(key: DeliveryRowKey, row: DeliveryRow?) {
        self.key = key
        self.row = row
    }
}

/// The time at which a push has to ring. It takes the place of what was said of this push before. The same may be said
/// twice.
package struct GatewayTimer: Hashable, Sendable {
    package let push: PushNumber
    /// Nil for a push that does not ring any more.
    package let moment: Instant?

    package init(push: PushNumber, moment: Instant?) {
        self.push = push
        self.moment = moment
    }
}
