/// Judges P18: a device is not woken if all changes are its own.
struct OriginatorNotTapped: Judge {
    static var property: Property { .p18 }
    static var interests: [HistoryEvent.Kind] { [.tapSent] }

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        // An address of a removed installation belongs to no device any more.
        guard let device = event.actor.device, event.subject == file.reachability.address(of: device) else { return }
        let causes = file.feed(of: device).entries(at: event.decided)
        guard let cause = causes.first else { return }
        bench.judge(atRisk: causes.contains { $0.author != nil })
        guard causes.allSatisfy({ $0.author == device }) else { return }
        bench.object(
            "echo", [cause.index, index],
            "\(file.name(device)) got a tap for its own change of \(file.name(cause.id))")
    }
}
