/// Judges P14: an app never shows an older version of a notification after a newer one.
struct CallbackOrder: Judge {
    static var property: Property { .p14 }
    static var interests: [HistoryEvent.Kind] { [.shown, .crashed, .signedOut, .installed] }

    private struct Showing {
        var generation: UInt64
        var version: UInt64
        var index: Int
    }

    private var latest: [[HistoryEvent.TextNumber: Showing]] = []
    /// The notifications that each device showed most recently. All of them were shown at one moment. `before` is the
    /// previous showing of the notification.
    private var fresh: [[(index: Int, id: HistoryEvent.TextNumber, before: Showing?)]] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.latest.grow(to: file.devices.count, with: [:])
        self.fresh.grow(to: file.devices.count, with: [])
        guard let device = event.actor.device else { return }
        switch event.kind {
        case .shown: self.judge(event, at: index, device, file, &bench)
        case .crashed: if event.isMidway { self.forgetMoment(of: event, device, file) }
        default: (self.latest[device], self.fresh[device]) = ([:], [])
        }
    }

    private mutating func judge(
        _ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        let before = self.latest[device][event.subject]
        // A page with another version may have arrived first.
        bench.judge(atRisk: before.map { $0.version != event.version } ?? false)
        if let before, (event.generation, event.version) < (before.generation, before.version),
            !file.devices[device].isBeginningAnew
        {
            bench.object(
                "older", [before.index, index],
                """
                \(file.name(device)) showed version \(event.version) of \(file.name(event.subject)) after version \
                \(before.version)
                """)
            return
        }
        if let last = self.fresh[device].last, file.isEarlier(last.index, than: event) {
            self.fresh[device].removeAll(keepingCapacity: true)
        }
        self.fresh[device].append((index, event.subject, before))
        self.latest[device][event.subject] = Showing(generation: event.generation, version: event.version, index: index)
    }

    /// Forgets what an app showed at the moment of its death. The app may not have stored it, and then the next process
    /// knows only the previous state.
    private mutating func forgetMoment(of death: HistoryEvent, _ device: Int, _ file: CaseFile) {
        for shown in self.fresh[device].reversed() where !file.isEarlier(shown.index, than: death) {
            self.latest[device][shown.id] = shown.before
        }
        self.fresh[device] = []
    }
}
