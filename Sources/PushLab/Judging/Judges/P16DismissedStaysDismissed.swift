/// What the user has dealt with on one device comes up on none.
struct DismissedStaysDismissed: Judge {
    static var property: Property { .p16 }
    static var interests: [HistoryEvent.Kind] {
        [.changeArrived, .shown, .alerted, .userActed, .signedOut, .installed]
    }

    private struct Handling {
        var generation: UInt64
        var version: UInt64
        var index: Int
        /// Whether pages before it may have told that it is new: all that they tell may be shown in its order.
        var isReadOn: Bool
    }

    /// What each device knows, from the service, to be dealt with.
    private var handled: [Ledger<Handling>] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.handled.grow(to: file.devices.count, with: Ledger())
        guard let device = event.actor.device else { return }
        switch event.kind {
        case .changeArrived:
            guard file.devices[device].isAddressed else { return }
            // A page that comes late tells nothing that is not known better.
            if let known = self.handled[device][event.subject],
                (event.second, event.first) < (known.generation, known.version)
            {
                return
            }
            let isHandled = NotificationStates(event.detail).isHandled
            self.handled[device][event.subject] =
                isHandled
                ? Handling(
                    generation: event.second, version: event.first, index: index,
                    isReadOn: file.devices[device].isReadingOn) : nil
        // Its user may take up again what was dealt with.
        case .userActed: self.handled[device][event.subject] = nil
        case .shown, .alerted: self.judge(event, at: index, device, file, &bench)
        default: self.handled[device] = Ledger()
        }
    }

    private func judge(
        _ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        // What its user wants now is seen at once, and the service has the last word.
        guard let handling = self.handled[device][event.subject],
            !file.devices[device].hasWish(for: event.subject), file.devices[device].hasApplied(handling.index),
            !handling.isReadOn || file.isEarlier(handling.index, than: event)
        else { return }
        bench.judge(atRisk: true)
        let isOld =
            event.kind == .alerted
            || event.second == handling.generation && event.first <= handling.version
                && !NotificationStates(event.detail).isHandled
        guard isOld else { return }
        bench.object(
            "came back", [handling.index, index],
            """
            \(file.name(device)) showed \(file.name(event.subject)) as new at \(file.moment(index)), though it had \
            heard at \(file.moment(handling.index)) that its user had dealt with it
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
                    \(file.name(device)) still shows \(file.name(id)), which its user had \
                    \(standing.entry.states.action.rawValue) at \(file.moment(standing.entry.index))
                    """)
            }
        }
    }
}
