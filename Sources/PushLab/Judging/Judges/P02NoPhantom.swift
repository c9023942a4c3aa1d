/// Judges P2: every change that reaches a device was committed, and the write that committed it was not refused.
struct NoPhantom: Judge {
    static var property: Property { .p2 }
    static var interests: [HistoryEvent.Kind] { [.changeArrived, .publishAnswered, .answered] }

    private var refusals = 0

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard event.kind == .changeArrived else {
            if event.status >= 400 { self.refusals += 1 }
            return
        }
        guard let device = event.actor.device else { return }
        bench.judge(atRisk: self.refusals > 0)
        let entry = file.feed(of: device).entry(event.version)
        guard entry?.id != event.subject || entry?.generation != event.generation else { return }
        bench.object(
            "phantom", [index],
            """
            \(file.name(device)) read version \(event.version) of \(file.name(event.subject)), but this version was \
            never committed
            """
        )
    }
}
