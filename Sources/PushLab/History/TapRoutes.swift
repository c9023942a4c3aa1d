/// Which device a numbered push is for. Each push service numbers its own.
package struct TapRoutes: Sendable {
    private struct Number: Hashable {
        let service: Int
        let push: UInt64
    }

    // Looked up, never walked through.
    private var devices: [Number: Int] = [:]

    package init() {}

    /// Takes note of a push that is sent.
    package mutating func note(_ event: HistoryEvent, in view: HistoryView) {
        guard event.kind == .tapSent, let device = event.actor.device else { return }
        let service = view.devices[device].platform.index
        self.devices[Number(service: service, push: event.push)] = device
    }

    /// The device for which a push was that got no further.
    package func device(ofDropped event: HistoryEvent) -> Int? {
        event.actor.device ?? self.devices[Number(service: event.dropper, push: event.push)]
    }
}
