/// For each push, the device that the push was sent to.
///
/// Each push service has its own push numbers.
package struct TapRoutes: Sendable {
    private struct Number: Hashable {
        let service: Int
        let push: UInt64
    }

    // Used for lookup only: iteration order is not deterministic.
    private var devices: [Number: Int] = [:]

    package init() {}

    /// Records a push that was sent.
    package mutating func note(_ event: HistoryEvent, in view: HistoryView) {
        guard event.kind == .tapSent, let device = event.actor.device else { return }
        let service = view.devices[device].platform.index
        self.devices[Number(service: service, push: event.push)] = device
    }

    /// The target device of a push that was dropped.
    package func device(ofDropped event: HistoryEvent) -> Int? {
        event.actor.device ?? self.devices[Number(service: event.dropper, push: event.push)]
    }
}
