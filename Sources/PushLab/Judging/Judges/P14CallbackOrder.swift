/// An app never goes back to an older version of what it has shown.
struct CallbackOrder: Judge {
    static var property: Property { .p14 }
    static var interests: [HistoryEvent.Kind] { [.shown, .signedOut, .installed] }

    private var latest: [[HistoryEvent.TextNumber: (generation: UInt64, version: UInt64, index: Int)]] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.latest.grow(to: file.devices.count, with: [:])
        guard let device = event.actor.device else { return }
        guard event.kind == .shown else { return self.latest[device] = [:] }
        let before = self.latest[device][event.subject]
        // Another page could have been the faster one.
        bench.judge(atRisk: before.map { $0.version != event.first } ?? false)
        if let before, (event.second, event.first) < (before.generation, before.version),
            !file.devices[device].isBeginningAnew
        {
            bench.object(
                "older", [before.index, index],
                """
                \(file.name(device)) showed version \(event.first) of \(file.name(event.subject)) after version \
                \(before.version)
                """)
        } else {
            self.latest[device][event.subject] = (event.second, event.first, index)
        }
    }
}
