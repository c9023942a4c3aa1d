/// Judges P1: an acknowledged write is in the log.
struct DurableAck: Judge {
    static var property: Property { .p1 }
    static var interests: [HistoryEvent.Kind] { [.publishAnswered, .requestArrived, .committed, .answered] }

    /// Whether the service has written anything for the current request.
    private var hasWritten = false

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        switch event.kind {
        case .publishAnswered: self.published(event, at: index, file, &bench)
        case .requestArrived: self.hasWritten = false
        case .committed: self.hasWritten = true
        default: self.answer(event, at: index, file, &bench)
        }
    }

    private func published(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard event.status == 201 else { return }
        bench.judge(atRisk: true)
        let isThere = file.feeds.contains { feed in
            guard let standing = feed.notifications[event.subject] else { return false }
            return standing.entry.generation == event.generation
                || standing.earlier.contains { $0.generation == event.generation }
        }
        guard !isThere else { return }
        bench.object(
            "not written", [index],
            "the service answered that \(file.name(event.subject)) is stored, but it is not in the log")
    }

    private func answer(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let request = file.request, event.status == 200, let device = event.party.device else { return }
        let standing = file.feed(of: device).notifications[request.subject]
        switch request.request {
        case .delete?:
            bench.judge(atRisk: true)
            guard !self.hasWritten, standing?.isLive ?? true else { return }
            bench.object(
                "not written", [index],
                """
                the service told \(file.name(device)) that \(file.name(request.subject)) is deleted, but the log has \
                no deletion
                """)
        case .save?:
            bench.judge(atRisk: true)
            // A save that changes nothing is acknowledged without a write.
            guard !self.hasWritten, let standing, standing.isLive, !request.wishes.isGranted(by: standing.entry.states)
            else { return }
            bench.object(
                "not written", [index],
                """
                the service told \(file.name(device)) that its change of \(file.name(request.subject)) is stored, \
                but the change is not in the log
                """)
        default: break
        }
    }
}
