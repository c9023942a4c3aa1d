import Basics

/// Judges P36: no app crashes, and each push is finished exactly once and in time.
struct EveryCompletionOnce: Judge {
    static var property: Property { .p36 }
    static var interests: [HistoryEvent.Kind] { [.pushArrived, .finished, .killed, .crashed] }

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let device = event.actor.device else { return }
        switch event.kind {
        case .pushArrived: bench.judge(atRisk: !file.devices[device].isRunning)
        case .finished: self.finish(event, at: index, device, file, &bench)
        case .killed:
            guard event.isBySystem else { return }
            // The system ends the app for its oldest push.
            let oldest = file.devices[device].owed.min { $0.index < $1.index }
            let push =
                oldest.map { "push \($0.push) within 30 s of its arrival at \(file.moment($0.index))" }
                ?? "a push within 30 s"
            bench.object(
                "not finished", file.devices[device].owed.map(\.index) + [index],
                "the app on \(file.name(device)) did not finish \(push), so the system ended it")
        default:
            guard event.subject != .none else { return }
            bench.object(
                "crash", [index], "the app on \(file.name(device)) crashed: \(file.name(event.subject))")
        }
    }

    private func finish(_ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let push = file.devices[device].owed.first(where: { $0.push == event.push }) else { return }
        let time = event.moment - file.view.events[push.index].moment
        guard time > .seconds(30) else { return }
        bench.object(
            "late", [push.index, index], "the app on \(file.name(device)) took \(time) to complete a push")
    }
}
