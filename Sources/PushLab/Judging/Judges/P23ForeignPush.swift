import Basics

/// Judges P23: a push that is not a tap has no effect.
///
/// Such a push causes no read and no visible change.
struct ForeignPush: Judge {
    static var property: Property { .p23 }
    static var interests: [HistoryEvent.Kind] { [.pushArrived, .requestSent, .shown, .alerted, .badge] }

    private struct Strange {
        var step: UInt32
        var index: Int
    }

    private var strange: [Strange?] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.strange.grow(to: file.devices.count, with: nil)
        guard let device = event.actor.device else { return }
        switch event.kind {
        case .pushArrived:
            guard event.isStrange else { return }
            bench.judge(atRisk: true)
            // An app that wakes for any reason reads the pending changes.
            let isAwake = file.devices[device].isRunning && file.devices[device].isAwake
            self.strange[device] = isAwake ? Strange(step: event.cause.step, index: index) : nil
        case .requestSent:
            // A later read by a timer may have another reason.
            guard let strange = self.strange[device], strange.step == event.cause.step, event.request == .fetch,
                event.moment < file.view.events[strange.index].moment + .seconds(4)
            else { return }
            bench.object(
                "read", [strange.index, index],
                "\(file.name(device)) fetched because of a push that is not a tap")
        case .shown, .alerted, .badge:
            guard let strange = self.strange[device], strange.step == event.cause.step,
                event.moment == file.view.events[strange.index].moment,
                Self.isNews(event, to: file.devices[device])
            else { return }
            bench.object(
                "seen", [strange.index, index],
                "\(file.name(device)) changed what it shows because of a push that is not a tap")
        default: break
        }
    }

    private static func isNews(_ event: HistoryEvent, to record: DeviceRecord) -> Bool {
        switch event.kind {
        case .badge: record.badge ?? 0 != event.badge
        case .alerted: record.tray[event.subject] == nil
        default:
            record.list[event.subject].map {
                ($0.version, $0.generation, $0.states)
                    != (event.version, event.generation, event.states)
            } ?? true
        }
    }
}
