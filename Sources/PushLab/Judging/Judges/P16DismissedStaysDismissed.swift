/// Judges P16: a notification that the user handled on one device does not appear again on any device.
struct DismissedStaysDismissed: Judge {
    static var property: Property { .p16 }
    static var interests: [HistoryEvent.Kind] {
        [.committed, .answerArrived, .changeArrived, .shown, .alerted, .userActed, .launched, .signedOut, .installed]
    }

    private struct Handling {
        var generation: UInt64
        var version: UInt64
        var index: Int
        /// Whether this change is not on the first page of its read.
        ///
        /// An earlier page may contain the notification as new, and the app may show all changes of a read, in order.
        var isReadOn: Bool
    }

    /// The notifications that each device knows to be handled, because the service said so.
    private var handled: [Ledger<Handling>] = []
    /// The unacknowledged writes of each device. `ownWord` has the latest acknowledged version that the device itself
    /// wrote for each notification.
    private var written: [[(ticket: UInt64, id: HistoryEvent.TextNumber, version: UInt64)]] = []
    private var ownWord: [Ledger<UInt64>] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.handled.grow(to: file.devices.count, with: Ledger())
        self.ownWord.grow(to: file.devices.count, with: Ledger())
        self.written.grow(to: file.devices.count, with: [])
        if event.kind == .committed, event.change == .updated, let device = file.asker, let request = file.request,
            !request.standing.isForFormerInstallation
        {
            self.written[device].append((request.ticket, event.subject, event.version))
        }
        guard let device = event.actor.device else { return }
        switch event.kind {
        // Another process may use the same request numbers.
        case .launched: self.written[device] = []
        case .answerArrived:
            for write in self.written[device] where write.ticket == event.ticket {
                self.ownWord[device][write.id] = max(self.ownWord[device][write.id] ?? 0, write.version)
            }
            self.written[device].removeAll { $0.ticket == event.ticket }
        case .changeArrived:
            // A device ignores a change that is older than its own acknowledged write.
            guard file.devices[device].isAddressed, self.ownWord[device][event.subject] ?? 0 <= event.version else {
                return
            }
            // A late page with an older version is ignored.
            if let known = self.handled[device][event.subject],
                (event.generation, event.version) < (known.generation, known.version)
            {
                return
            }
            let isHandled = event.states.isHandled
            self.handled[device][event.subject] =
                isHandled
                ? Handling(
                    generation: event.generation, version: event.version, index: index,
                    isReadOn: file.devices[device].isReadingOn) : nil
        // The user may act again on a handled notification.
        case .userActed: self.handled[device][event.subject] = nil
        case .shown, .alerted: self.judge(event, at: index, device, file, &bench)
        default:
            (self.handled[device], self.ownWord[device], self.written[device]) = (Ledger(), Ledger(), [])
        }
    }

    private func judge(
        _ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        let record = file.devices[device]
        // The app shows a new action of the user at once, and the service decides later.
        guard let handling = self.handled[device][event.subject], !record.hasWish(for: event.subject),
            record.hasApplied(handling.index),
            file.isTakenIn(handling.index, isReadOn: handling.isReadOn, by: device, before: event)
        else { return }
        bench.judge(atRisk: true)
        let isOld =
            event.kind == .alerted
            || event.generation == handling.generation && event.version <= handling.version
                && !event.states.isHandled
        guard isOld else { return }
        let name = file.name(event.subject)
        let deed =
            event.kind == .alerted
            ? "alerted its user of \(name)"
            : "showed \(name) as \(event.states.isUntouched ? "new" : event.states.words)"
        bench.object(
            "came back", [handling.index, index],
            """
            \(file.name(device)) \(deed) at \(file.moment(index)), although it had already read at \
            \(file.moment(handling.index)) that the user had handled this notification
            """)
    }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for (device, record) in file.devices.enumerated() where record.isCaughtUp {
            file.feeds[record.user].notifications.forEach { id, standing in
                guard standing.isLive, standing.entry.states.isHandled else { return }
                bench.judge(atRisk: record.troubles > 0)
                guard record.shows(id) else { return }
                bench.object(
                    "still there", [standing.entry.index, index],
                    """
                    \(file.name(device)) still shows \(file.name(id)), which its user \
                    \(standing.entry.states.action.rawValue) at \(file.moment(standing.entry.index))
                    """)
            }
        }
    }
}
