/// The part of P44 that is about repetitions: no device repeats an action after another device has made a later change.
///
/// If the answer to a write was lost, the device must first read the outcome of the write. Only then may it send the
/// write again. The judge counts the changes of each publication. If a state was changed more often than the user
/// changed it, the additional changes are repetitions.
struct RepeatedWords: Sendable {
    private struct Write {
        var index: Int
        var sent: Int
        var action: AppChange.Action
    }

    private struct Story {
        var generation: UInt64
        var acts: [UserAct] = []
        var writes: [Write] = []
    }

    private struct Phone {
        var stories = Ledger<Story>()
        /// The places in the history at which the running process sent its requests. Used for lookup only: iteration
        /// order is not deterministic.
        var sent: [UInt64: Int] = [:]
        var reads: [UInt64: Int] = [:]
        /// The place at which the latest complete read was requested.
        var latestRead = -1
    }

    private var phones: [Phone] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.phones.grow(to: file.devices.count, with: Phone())
        if event.kind == .committed { return self.commit(event, at: index, file, &bench) }
        guard let device = event.actor.device else { return }
        switch event.kind {
        case .userActed:
            let record = file.devices[device]
            guard let seen = record.list[event.subject], record.hasSDK, !record.isRestored else {
                return self.phones[device].stories[event.subject] = nil
            }
            var story = self.phones[device].stories[event.subject] ?? Story(generation: seen.generation)
            if story.generation != seen.generation { story = Story(generation: seen.generation) }
            story.acts.append(event.act)
            self.phones[device].stories[event.subject] = story
        case .requestSent:
            self.phones[device].sent[event.ticket] = index
            if event.request == .fetch { self.phones[device].reads[event.ticket] = index }
        case .answerArrived:
            guard let asked = self.phones[device].reads.removeValue(forKey: event.ticket),
                file.devices[device].page(event.ticket)?.kind.isLast == true
            else { return }
            self.phones[device].latestRead = max(self.phones[device].latestRead, asked)
        case .launched: (self.phones[device].sent, self.phones[device].reads) = ([:], [:])
        case .signedOut, .installed: self.phones[device] = Phone()
        default: break
        }
    }

    private mutating func commit(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard event.change == .updated, let user = event.party.user, let device = file.asker,
            let request = file.request,
            let action = request.wishes.action, let sent = self.phones[device].sent[request.ticket],
            var story = self.phones[device].stories[event.subject], story.generation == event.generation,
            let standing = file.feeds[user].notifications[event.subject]
        else { return }
        story.writes.append(Write(index: index, sent: sent, action: action))
        self.phones[device].stories[event.subject] = story
        let (writes, acts) = (story.writes.filter { $0.action == action }, story.acts.count { $0.action == action })
        guard writes.count > 1, acts > 0 else { return }
        let before = writes[writes.count - 2]
        guard standing.entry.index > before.index, standing.entry.asker != device else { return }
        bench.judge(atRisk: true)
        // A read cannot contain the first write if it was sent before that write arrived.
        let read = self.phones[device].latestRead
        guard writes.count > acts, read > before.index || read < before.sent, sent > before.index else { return }
        bench.object(
            "again", [before.index, standing.entry.index, index],
            """
            \(file.name(device)) set \(file.name(event.subject)) to \(action.rawValue) at \(file.moment(before.index)) \
            and again at \(file.moment(index)), although its user acted only \
            \(acts == 1 ? "once" : "\(acts) times"); the second time, it overwrote a change that another device made \
            at \(file.moment(standing.entry.index))
            """)
    }
}

extension UserAct {
    /// The action that the act records for the notification. Nil if the act only marks the notification as read, or
    /// deletes it.
    var action: AppChange.Action? {
        switch self {
        case .open: .activated
        case .dismiss: .dismissed
        case .snooze: .snoozed
        case .read, .delete: nil
        }
    }
}
