/// Judges P15: if a device knows that a notification is deleted, it never shows that notification again, even when old
/// messages arrive late.
struct DeletedStaysDeleted: Judge {
    static var property: Property { .p15 }
    static var interests: [HistoryEvent.Kind] {
        [.changeArrived, .shown, .alerted, .pushArrived, .signedOut, .installed]
    }

    private struct Deletion {
        var generation: UInt64
        var index: Int
        /// Whether this change is not on the first page of its read.
        ///
        /// An earlier page may contain the notification as new, and the app may show all changes of a read, in order.
        var isReadOn: Bool
    }

    private var deleted: [Ledger<Deletion>] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.deleted.grow(to: file.devices.count, with: Ledger())
        guard let device = event.actor.device else { return }
        switch event.kind {
        case .changeArrived:
            guard event.change == .deleted, file.devices[device].isAddressed else { return }
            self.deleted[device][event.subject] = Deletion(
                generation: event.generation, index: index, isReadOn: file.devices[device].isReadingOn)
        case .pushArrived:
            // Deleted notifications usually come back because of a late tap.
            if !self.deleted[device].isEmpty { bench.judge(atRisk: true) }
        case .shown, .alerted: self.judge(event, at: index, device, file, &bench)
        default: self.deleted[device] = Ledger()
        }
    }

    private func judge(
        _ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        guard let deletion = self.deleted[device][event.subject] else { return }
        let record = file.devices[device]
        let generation =
            event.kind == .shown ? event.generation : record.heard[event.subject]?.generation ?? deletion.generation
        guard generation <= deletion.generation, record.hasApplied(deletion.index),
            file.isTakenIn(deletion.index, isReadOn: deletion.isReadOn, by: device, before: event)
        else { return }
        bench.judge(atRisk: true)
        bench.object(
            "came back", [deletion.index, index],
            """
            \(file.name(device)) \(event.kind == .shown ? "showed" : "alerted its user of") \
            \(file.name(event.subject)) at \(file.moment(index)), although it had read its deletion at \
            \(file.moment(deletion.index))
            """)
    }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for (device, record) in file.devices.enumerated() where record.isCaughtUp {
            file.feeds[record.user].notifications.forEach { id, standing in
                guard standing.entry.change == .deleted else { return }
                bench.judge(atRisk: record.troubles > 0)
                guard record.shows(id) else { return }
                bench.object(
                    "still there", [standing.entry.index, index],
                    """
                    \(file.name(device)) still shows \(file.name(id)), which was deleted at \
                    \(file.moment(standing.entry.index))
                    """)
            }
        }
    }
}
