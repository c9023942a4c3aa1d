/// Judges P27: no device gets a notification of another user's feed, and no feed gets a notification for another user.
struct TokenIsolation: Judge {
    static var property: Property { .p27 }
    static var interests: [HistoryEvent.Kind] { [.publishAsked, .committed, .changeArrived] }

    /// For each notification, the users for whom a server under test was asked to publish it.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    private var asked: [HistoryEvent.TextNumber: Set<Int>] = [:]
    /// The publications that appeared in a user's feed although they were not requested for this user.
    private var surprises: [(id: HistoryEvent.TextNumber, user: Int, index: Int)] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        switch event.kind {
        case .publishAsked: if let user = event.party.user { self.asked[event.subject, default: []].insert(user) }
        case .committed: self.publish(event, at: index, file, &bench)
        default: self.tell(event, at: index, file, &bench)
        }
    }

    private mutating func publish(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        // The intended user is unknown for a notification that the server publishes on its own.
        guard event.change == .new, let user = event.party.user, let users = self.asked[event.subject] else { return }
        bench.judge(atRisk: file.view.users.count > 1)
        if !users.contains(user) { self.surprises.append((event.subject, user, index)) }
    }

    /// Judges publications for other users. A server may publish for additional users, but the requested user must get
    /// the notification too.
    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        for (id, user, place) in self.surprises {
            let isToldToo = self.asked[id]?.contains { file.feeds[$0].notifications[id] != nil } ?? true
            guard !isToldToo else { continue }
            bench.object(
                "wrong user", [place],
                "\(file.name(id)) was published for \(file.view.users[user]), but no request asked for that")
        }
        self.surprises = []
    }

    private func tell(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let device = event.actor.device, file.feeds.count > 1 else { return }
        let own = file.devices[device].user
        let others = file.feeds.indices.filter { $0 != own && !file.feeds[$0].entries.isEmpty }
        guard !others.isEmpty else { return }
        bench.judge(atRisk: true)
        guard file.feeds[own].notifications[event.subject] == nil else { return }
        guard let owner = others.first(where: { file.feeds[$0].notifications[event.subject] != nil }) else { return }
        bench.object(
            "leak", [index],
            "\(file.name(device)) received \(file.name(event.subject)), which belongs to \(file.view.users[owner])")
    }
}
