/// Judges P33: an id that is published again is a new notification.
///
/// Actions on the old notification do not affect the new one.
struct NoReuseConfusion: Judge {
    static var property: Property { .p33 }
    static var interests: [HistoryEvent.Kind] { [.committed] }

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let user = event.party.user, let before = file.feeds[user].notifications[event.subject] else { return }
        let states = event.states
        switch event.change {
        case .new? where states.isRead || states.action != .none:
            bench.object(
                "inherited", [before.entry.index, index],
                "\(file.name(event.subject)) was published again, but the new notification starts as \(states.words)")
        case .updated?, .deleted?:
            guard let request = file.request, let asker = file.asker, request.subject == event.subject,
                !before.earlier.isEmpty
            else { return }
            bench.judge(atRisk: true)
            let meant = request.edition != 0 ? request.edition : self.meant(by: event, file.devices[asker])
            guard let meant, meant != event.generation else { return }
            bench.object(
                "another life", [before.entry.index, index],
                """
                \(file.name(asker)) changed the old \(file.name(event.subject)), but the service changed the new \
                notification with the same id
                """)
        default: break
        }
    }

    /// Returns the generation that a request refers to. The request itself names no generation. Returns nil if the
    /// generation cannot be determined.
    private func meant(by event: HistoryEvent, _ record: DeviceRecord) -> UInt64? {
        let known = record.latestGeneration(of: event.subject)
        guard !record.isRestored, known != 0 else { return nil }
        // An action on the old generation may still be pending. Only a request for the same action refers to that
        // generation.
        guard let wish = record.wishOutlived(of: event.subject), wish.act == Self.act(of: event) else { return known }
        return wish.generation
    }

    /// The user's action that hides a notification; nil for any other change.
    private static func act(of event: HistoryEvent) -> UserAct? {
        if event.change == .deleted { return .delete }
        return event.states.action == .dismissed ? .dismiss : nil
    }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for (device, record) in file.devices.enumerated() where record.isCaughtUp {
            file.feeds[record.user].notifications.forEach { id, standing in
                guard let before = standing.earlier.last, standing.isWaiting else { return }
                let wasDone = before.states.isHandled || before.change == .deleted || before.change == .expired
                bench.judge(atRisk: wasDone)
                guard wasDone, !record.shows(id) else { return }
                bench.object(
                    "hidden", [before.index, standing.entry.index, index],
                    """
                    \(file.name(device)) does not show \(file.name(id)), which was published again after the old one \
                    was \(before.change == .deleted ? "deleted" : before.states.words)
                    """)
            }
        }
    }
}
