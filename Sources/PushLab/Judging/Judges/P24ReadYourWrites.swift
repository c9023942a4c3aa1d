/// What a device was told is done stays done in its own eyes.
struct ReadYourWrites: Judge {
    static var property: Property { .p24 }
    static var interests: [HistoryEvent.Kind] {
        [.committed, .answerArrived, .shown, .signedOut, .installed]
    }

    private struct Write {
        var version: UInt64
        var generation: UInt64
        var states: NotificationStates
        var id: HistoryEvent.TextNumber
        var index: Int
        var ticket: UInt64
    }

    /// Writes whose acknowledgement is on its way, and those of which the device knows.
    private var pending: [[Write]] = []
    private var known: [Ledger<Write>] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.known.grow(to: file.devices.count, with: Ledger())
        self.pending.grow(to: file.devices.count, with: [])
        switch event.kind {
        case .committed:
            guard let request = file.request, let asker = file.asker, event.change == .updated else { return }
            self.pending[asker].append(
                Write(
                    version: event.first, generation: event.second, states: NotificationStates(event.detail),
                    id: event.subject, index: index, ticket: request.first))
        case .answerArrived:
            guard let device = event.actor.device else { return }
            // Who sleeps learns of it later, and perhaps never. Who has waited for too long may not heed it.
            let isHeard =
                event.detail == 200 && file.devices[device].isAwake
                && !file.devices[device].patience.isOver(event.first, at: file.now(event))
            for write in self.pending[device] where write.ticket == event.first {
                self.known[device][write.id] = isHeard ? write : nil
            }
            self.pending[device].removeAll { $0.ticket == event.first }
        case .shown: self.judge(event, at: index, file, &bench)
        case .signedOut, .installed:
            guard let device = event.actor.device else { return }
            self.known[device] = Ledger()
            self.pending[device] = []
        default: break
        }
    }

    private func judge(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let device = event.actor.device, let write = self.known[device][event.subject],
            write.generation == event.second, !file.devices[device].isBeginningAnew,
            !file.devices[device].hasWish(for: event.subject)
        else { return }
        let states = NotificationStates(event.detail)
        bench.judge(atRisk: event.first != write.version)
        guard event.first < write.version, states != write.states else { return }
        bench.object(
            "forgot", [write.index, index],
            """
            \(file.name(device)) showed \(file.name(event.subject)) as \(states.words) after the service had taken \
            its word that it is \(write.states.words)
            """)
    }
}
