/// The judge of P44: a user's act takes effect once and in order. Until then, the app shows the act.
///
/// The act refers to the state that the app showed at that time. The judge looks only at apps on the SDK, because the
/// SDK keeps the changes that it could not send.
struct LastWord: Judge {
    static var property: Property { .p44 }
    static var interests: [HistoryEvent.Kind] {
        [
            .userActed, .shown, .hidden, .committed, .requestSent, .answered, .answerArrived, .tokenRefused, .crashed,
            .launched, .signedOut, .installed,
        ]
    }

    private struct Word {
        var generation: UInt64
        /// The place of the act in the history. If there are several acts, the place of the last one.
        var index: Int
        var moment: UInt64
        var wishes = RequestWishes()
        var isDeletion = false
        /// Whether the app died or the device was offline after the act. In that case, the app had to store the act.
        var wasInDanger = false

        /// The act as a phrase that follows "its user".
        var words: String {
            if self.isDeletion { return "deleted it" }
            let (isRead, action) = (self.wishes.isRead ?? false, self.wishes.action ?? .none)
            return "set it to \(NotificationStates(isRead: isRead, action: action).words)"
        }
    }

    /// An act of the user whose outcome the app is about to show.
    private struct Act {
        var id: HistoryEvent.TextNumber
        var act: UserAct
        var index: Int
        var moment: UInt64
        var before: DeviceRecord.Seen
        var former: Word?
    }

    private struct Phone {
        var words = Ledger<Word>()
        var act: Act?
        /// The times at which the running process sent its requests, in microseconds. Used for lookup only: iteration
        /// order is not deterministic.
        var sent: [UInt64: UInt64] = [:]
    }

    private var phones: [Phone] = []
    private var repeated = RepeatedWords()

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.repeated.see(event, at: index, file, &bench)
        self.phones.grow(to: file.devices.count, with: Phone())
        if event.kind == .committed { return self.commit(event, file) }
        guard let device = event.actor.device ?? event.party.device else { return }
        switch event.kind {
        case .requestSent: return self.phones[device].sent[event.ticket] = file.now(event)
        case .shown, .hidden:
            if let act = self.phones[device].act, act.id == event.subject, act.moment == file.now(event) {
                return self.take(act, event, device)
            }
            if event.kind == .shown { self.judge(event, at: index, device, file, &bench) }
            return
        default: self.phones[device].act = nil
        }
        switch event.kind {
        case .userActed: self.begin(event, at: index, device, file)
        case .answered, .answerArrived:
            // After the service refuses a write, the judge no longer checks the act.
            guard event.status != 200, event.status < 500 else { return }
            let ids = file.devices[device].writes.filter { $0.ticket == event.ticket }.map(\.id)
            for id in ids { self.phones[device].words[id] = nil }
        case .tokenRefused: self.phones[device].words = Ledger()
        case .crashed: self.die(event, device, file)
        case .launched:
            self.phones[device].sent = [:]
            for id in self.phones[device].words.keys { self.phones[device].words[id]?.wasInDanger = true }
        default: self.phones[device] = Phone()
        }
    }

    private mutating func begin(_ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile) {
        let record = file.devices[device]
        let former = self.phones[device].words[event.subject]
        self.phones[device].words[event.subject] = nil
        guard record.hasSDK, record.isSignedIn, !record.isRestored, let seen = record.list[event.subject],
            let standing = file.feeds[record.user].notifications[event.subject], standing.isLive,
            standing.entry.generation == seen.generation
        else { return }
        // A change that the device received is not known to it if the rest of the read failed. So the app must have
        // shown it too.
        let heard = record.heard[event.subject]?.version ?? 0
        guard file.feeds[record.user].knowsOthers(of: event.subject, at: min(heard, seen.version), device) else {
            return
        }
        self.phones[device].act = Act(
            id: event.subject, act: event.act, index: index, moment: file.now(event), before: seen, former: former)
    }

    /// Records an act of the user together with the state that the app shows.
    private mutating func take(_ act: Act, _ event: HistoryEvent, _ device: Int) {
        var word = act.former ?? Word(generation: act.before.generation, index: act.index, moment: act.moment)
        (word.index, word.moment) = (act.index, act.moment)
        if event.kind == .hidden {
            guard act.act == .delete else { return }
            word.isDeletion = true
        } else {
            // An app that is opened for the act may first show its previous state.
            guard event.generation == act.before.generation, event.states != act.before.states,
                act.act.action.map({ $0 == event.states.action }) ?? (act.act == .read && event.states.isRead)
            else { return }
            if event.states.isRead != act.before.states.isRead { word.wishes.isRead = event.states.isRead }
            if act.act != .read { word.wishes.action = event.states.action }
        }
        self.phones[device].act = nil
        self.phones[device].words[act.id] = word
    }

    /// Stops checking an act when another device writes, or when a request arrives long after it was sent.
    private mutating func commit(_ event: HistoryEvent, _ file: CaseFile) {
        guard let user = event.party.user else { return }
        for (device, record) in file.devices.enumerated() where record.user == user {
            guard let word = self.phones[device].words[event.subject] else { continue }
            let sent = file.asker == device ? file.request.flatMap { self.phones[device].sent[$0.ticket] } : nil
            let isOwn = sent.map { !Patience.isOver(file.now(event), since: $0) } ?? false
            if !isOwn || word.generation != event.generation { self.phones[device].words[event.subject] = nil }
        }
    }

    /// If an app died while it handled acts of its user, stops checking these acts.
    private mutating func die(_ event: HistoryEvent, _ device: Int, _ file: CaseFile) {
        guard event.isMidway else { return }
        for id in self.phones[device].words.keys
        where self.phones[device].words[id]?.moment == file.now(event) { self.phones[device].words[id] = nil }
    }

    private func judge(_ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let word = self.phones[device].words[event.subject], word.generation == event.generation else { return }
        bench.judge(atRisk: word.wasInDanger)
        guard word.isDeletion || !word.wishes.isGranted(by: event.states) else { return }
        bench.object(
            "taken back", [word.index, index],
            """
            \(file.name(device)) showed \(file.name(event.subject)) as \(event.states.words) at \(file.moment(index)), \
            although its user had \(word.words) at \(file.moment(word.index)) and no other device changed it
            """)
    }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for (device, record) in file.devices.enumerated() where record.isCaughtUp && device < self.phones.count {
            let words = self.phones[device].words
            self.phones[device].words = Ledger()
            words.forEach { id, word in
                guard let standing = file.feeds[record.user].notifications[id], standing.isLive,
                    standing.entry.generation == word.generation
                else { return }
                bench.judge(atRisk: true)
                guard word.isDeletion || !word.wishes.isGranted(by: standing.entry.states) else { return }
                bench.object(
                    "lost", [word.index, standing.entry.index, index],
                    """
                    \(file.name(id)) is \(standing.entry.states.words) at the service, although the user of \
                    \(file.name(device)) \(word.words) at \(file.moment(word.index)) and no other device changed it
                    """)
            }
        }
    }
}
