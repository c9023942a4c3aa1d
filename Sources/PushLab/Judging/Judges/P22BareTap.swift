/// Judges P22: a tap announces that there are changes, and carries no content.
struct BareTap: Judge {
    static var property: Property { .p22 }
    static var interests: [HistoryEvent.Kind] { [.tapSent] }

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let device = event.actor.device else { return }
        bench.judge(atRisk: true)
        switch event.wakeFault {
        case .noTap?:
            bench.object("no tap", [index], "\(file.name(device)) got a tap that no device recognises as a tap")
        case .more?:
            bench.object("content", [index], "\(file.name(device)) got a tap that contains more than a tap may contain")
        case nil: break
        }
    }
}
