/// Judges P24: after a device's own change was acknowledged, the device continues to show this change.
struct ReadYourWrites: Judge {
    static var property: Property { .p24 }
    static var interests: [HistoryEvent.Kind] {
        [.committed, .requestSent, .answerArrived, .shown, .signedOut, .installed, .killed, .crashed]
    }

    private struct Write {
        var version: UInt64
        var generation: UInt64
        var states: NotificationStates
        var id: HistoryEvent.TextNumber
        var index: Int
        /// The device's request for this write.
        ///
        /// The other states in the commit may come from other devices.
        var request: HistoryEvent
        /// The place at which the device got the acknowledgement.
        var heardAt = 0
    }

    /// The reads of a device. `asked` has the places in the history at which the pending reads were requested. `latest`
    /// has the place at which the latest complete read was requested.
    private struct Reads {
        var asked: [UInt64: Int] = [:]
        var latest = 0
        /// The place of the answer that completed the latest read.
        var latestAnswer = 0
        /// The place in the history at which the app's process began.
        var began = 0
    }

    /// The writes whose acknowledgement is still on its way to the device. `known` has the writes that the device knows
    /// to be acknowledged.
    private var pending: [[Write]] = []
    private var known: [Ledger<Write>] = []
    private var reads: [Reads] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.known.grow(to: file.devices.count, with: Ledger())
        self.pending.grow(to: file.devices.count, with: [])
        self.reads.grow(to: file.devices.count, with: Reads())
        switch event.kind {
        case .committed:
            // The device gets no answer to a request if the user of the request has signed out.
            guard let request = file.request, let asker = file.asker, event.change == .updated,
                file.devices[asker].isSignedIn, !file.devices[asker].isFormer(request.ticket)
            else { return }
            self.pending[asker].append(
                Write(
                    version: event.version, generation: event.generation, states: event.states,
                    id: event.subject, index: index, request: request))
        case .requestSent:
            guard let device = event.actor.device, event.request == .fetch else { return }
            self.reads[device].asked[event.ticket] = index
        case .answerArrived:
            guard let device = event.actor.device else { return }
            // A sleeping app learns of the answer later or never. An app that has waited too long may ignore the
            // answer.
            let isHeard =
                event.status == 200 && file.devices[device].isAwake
                && file.devices[device].isSignedIn && !file.devices[device].isFormer(event.ticket)
                && !file.devices[device].patience.isOver(event.ticket, at: file.now(event))
            for var write in self.pending[device] where write.request.ticket == event.ticket {
                write.heardAt = index
                // The answers to two writes may arrive out of order.
                if let newer = self.known[device][write.id], newer.version > write.version { continue }
                self.known[device][write.id] = isHeard ? write : nil
            }
            self.pending[device].removeAll { $0.request.ticket == event.ticket }
            if let asked = self.reads[device].asked.removeValue(forKey: event.ticket), isHeard,
                file.devices[device].page(event.ticket)?.kind.isLast == true
            {
                self.reads[device].latest = max(self.reads[device].latest, asked)
                self.reads[device].latestAnswer = index
            }
        case .shown: self.judge(event, at: index, file, &bench)
        case .killed, .crashed:
            // A new process knows only the stored state.
            guard let device = event.actor.device else { return }
            for id in self.known[device].keys
            where (self.known[device][id]?.heardAt ?? 0) > file.devices[device].storedIndex {
                self.known[device][id] = nil
            }
            if self.reads[device].latestAnswer > file.devices[device].storedIndex { self.reads[device].latest = 0 }
            self.reads[device].began = index
        case .signedOut, .installed:
            guard let device = event.actor.device else { return }
            self.known[device] = Ledger()
            self.pending[device] = []
            self.reads[device] = Reads()
        default: break
        }
    }

    private func judge(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let device = event.actor.device, let write = self.known[device][event.subject],
            write.generation == event.generation, !file.devices[device].isBeginningAnew,
            !file.devices[device].hasWish(for: event.subject)
        else { return }
        let states = event.states
        bench.judge(atRisk: event.version != write.version)
        guard event.version < write.version, !write.request.wishes.isGranted(by: states) else { return }
        // An app that shows the previous state does not take its own write back, unless it has already read that write.
        // A new process may show its stored list until its first read.
        let listed = file.devices[device].list[event.subject]
        let isOfThisProcess = (listed?.index ?? 0) >= self.reads[device].began
        let wasSeen = isOfThisProcess && listed.map { write.request.wishes.isGranted(by: $0.states) } ?? true
        guard wasSeen || self.reads[device].latest > write.heardAt else { return }
        bench.object(
            "forgot", [write.index, index],
            """
            \(file.name(device)) showed \(file.name(event.subject)) as \(states.words) after the service had accepted \
            the change to \(write.states.words)
            """)
    }
}
