/// Judges P3: versions only grow, and all readers of a version see the same change.
struct LogOrder: Judge {
    static var property: Property { .p3 }
    static var interests: [HistoryEvent.Kind] { [.committed, .changeArrived] }

    /// The highest version that any device has read, for each user.
    private var highest: [UInt64] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.highest.grow(to: file.feeds.count, with: 0)
        if let user = event.party.user {
            self.commit(event, at: index, file.feeds[user], user, file, &bench)
        } else if let device = event.actor.device {
            self.read(event, at: index, device, file, &bench)
        }
    }

    private func commit(
        _ event: HistoryEvent, at index: Int, _ feed: FeedRecord, _ user: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        let last = feed.entries.last
        // A version that is used twice matters only after a device has read that version.
        bench.judge(atRisk: last.map { $0.version <= self.highest[user] } ?? false)
        guard let last, event.version <= last.version else { return }
        bench.object(
            "order", [last.index, index],
            """
            in the log of \(file.view.users[user]), \(file.name(event.subject)) was committed as version \
            \(event.version), although the log had already reached version \(last.version)
            """)
    }

    private mutating func read(
        _ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        let user = file.devices[device].user
        bench.judge(atRisk: event.version <= self.highest[user])
        self.highest[user] = max(self.highest[user], event.version)
        guard let entry = file.feeds[user].entry(event.version), entry.id == event.subject else { return }
        let states = event.states
        let isEnd = entry.change == .deleted || entry.change == .expired
        let saysEnd = event.change == .deleted || event.change == .expired
        guard isEnd != saysEnd || !isEnd && states != entry.states else { return }
        bench.object(
            "content", [entry.index, index],
            """
            \(file.name(device)) read version \(event.version) of \(file.name(event.subject)) as \
            \(saysEnd ? "gone" : states.words), but the log has this version as \(isEnd ? "gone" : entry.states.words)
            """)
    }
}
