import Basics

/// An address that is gone is written to no more, unless somebody registers it again.
struct TokenHygiene: Judge {
    static var property: Property { .p28 }
    static var interests: [HistoryEvent.Kind] { [.tapRefused, .tapSent, .requestArrived] }

    // Looked up, never walked through.
    private var gone: [HistoryEvent.TextNumber: (since: UInt64, index: Int)] = [:]
    private var registered: [HistoryEvent.TextNumber: UInt64] = [:]

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        switch event.kind {
        case .requestArrived:
            guard event.request == .register else { return }
            self.gone[event.subject] = nil
            self.registered[event.subject] = file.now(event)
        case .tapSent, .tapRefused:
            if let (since, place) = self.gone[event.subject] {
                bench.judge(atRisk: true)
                // What was decided before the service knew may still be under way.
                if event.second > since {
                    bench.object(
                        "still used", [place, index],
                        "a tap was sent to an address that had been refused for ever at \(file.moment(place))")
                }
            } else {
                bench.judge()
            }
            guard event.isGone else { return }
            // A registration that is newer than its death speaks for an address.
            let death = event.first == 0 ? file.now(event) : event.first
            guard self.registered[event.subject].map({ $0 <= death }) ?? true else { return }
            self.gone[event.subject] = (file.now(event), index)
        default: break
        }
    }
}
