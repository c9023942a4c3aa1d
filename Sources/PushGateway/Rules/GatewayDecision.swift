package import Basics

/// The decision of the rules about an event.
///
/// First write all rows, in the same transaction in which the rows were read. Then set the timers and carry out the
/// actions.
package struct GatewayDecision: Hashable, Sendable {
    /// The rows to write, sorted by key so that all servers lock rows in the same order.
    package var writes: [GatewayWrite] = []
    /// The timers to set, in the order of their pushes.
    package var timers: [GatewayTimer] = []
    /// The actions to take. Timers are in ``timers`` instead, with the numbers of their pushes.
    package var actions: [DeliveryAction] = []

    package init(writes: [GatewayWrite] = [], timers: [GatewayTimer] = [], actions: [DeliveryAction] = []) {
        self.writes = writes
        self.timers = timers
        self.actions = actions
    }
}

/// One row to write or to erase.
package struct GatewayWrite: Hashable, Sendable {
    package let key: DeliveryRowKey
    /// The row; nil to erase it.
    package let row: DeliveryRow?

    package init(key: DeliveryRowKey, row: DeliveryRow?) {
        self.key = key
        self.row = row
    }
}

/// The time at which the timer of a push fires.
///
/// It replaces an earlier time for this push. The same timer may be set twice.
package struct GatewayTimer: Hashable, Sendable {
    package let push: PushNumber
    /// The time; nil to cancel the timer.
    package let moment: Instant?

    package init(push: PushNumber, moment: Instant?) {
        self.push = push
        self.moment = moment
    }
}
