/// A user is alerted once on each device for each time that something is published.
struct OneAlert: Judge {
    static var property: Property { .p37 }
    static var interests: [HistoryEvent.Kind] { [.alerted, .userActed, .signedOut, .installed] }

    private struct Alert {
        var generation: UInt64
        var index: Int
        /// The user did something about it, which may come to nothing, and then it is news again.
        var isTouched = false
    }

    private var alerts: [Ledger<Alert>] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.alerts.grow(to: file.devices.count, with: Ledger())
        guard let device = event.actor.device else { return }
        switch event.kind {
        case .userActed: self.alerts[device][event.subject]?.isTouched = true
        case .alerted:
            let record = file.devices[device]
            // A part of a read that is not complete is nothing to alert of.
            let heard = record.heard[event.subject].flatMap { record.hasApplied($0.index) ? $0.generation : nil }
            let listed = record.list[event.subject]?.generation
            // Who works a long read off in its order shows each life in it, and may alert of each.
            let isWorkingOff = (record.list[event.subject]?.index ?? 0) > (record.heard[event.subject]?.index ?? 0)
            let generation = isWorkingOff ? listed ?? 0 : max(heard ?? 0, listed ?? 0)
            // Who wakes to several answers may alert of what the first of them brought, and who reads page by page
            // of what is not in the list yet.
            let isUnsure =
                record.wakes(at: event.moment) && listed != record.heard[event.subject]?.generation
                || record.heard[event.subject].map {
                    record.isDoubtful($0.index) || $0.generation > generation
                } ?? false
            let before = self.alerts[device][event.subject]
            bench.judge(atRisk: record.troubles > 0)
            if let before, before.generation == generation, !before.isTouched, !isUnsure {
                bench.object(
                    "twice", [before.index, index],
                    """
                    \(file.name(device)) alerted its user of \(file.name(event.subject)) at \
                    \(file.moment(before.index)) and again at \(file.moment(index))
                    """)
            }
            self.alerts[device][event.subject] = Alert(
                generation: generation, index: index,
                isTouched: isUnsure || record.hasWish(for: event.subject))
        default: self.alerts[device] = Ledger()
        }
    }
}
