/// Judges P17: an expired notification is removed everywhere, and its end is reported once.
struct ExpiredEverywhere: Judge {
    static var property: Property { .p17 }
    static var interests: [HistoryEvent.Kind] { [.committed, .changeArrived, .answerArrived] }

    /// For each device, the time at which the service made the current page. This is the page that the device is
    /// reading.
    private var madeAt: [UInt64?] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.madeAt.grow(to: file.devices.count, with: nil)
        switch event.kind {
        case .committed: self.commit(event, at: index, file, &bench)
        case .answerArrived:
            guard let device = event.actor.device else { return }
            self.madeAt[device] = file.devices[device].page(event.ticket)?.time
        default: self.read(event, at: index, file, &bench)
        }
    }

    private func commit(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let user = event.party.user, let standing = file.feeds[user].notifications[event.subject],
            standing.entry.change == .expired, standing.entry.generation == event.generation
        else { return }
        bench.judge(atRisk: true)
        bench.object(
            "changed after its end", [standing.entry.index, index],
            """
            \(file.name(event.subject)) was changed at \(file.moment(index)), after it had expired at \
            \(file.moment(standing.entry.index))
            """)
    }

    private func read(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard event.change?.isLive == true, let device = event.actor.device,
            let made = self.madeAt[device],
            let standing = file.feed(of: device).notifications[event.subject],
            standing.entry.generation == event.generation, let end = standing.end
        else { return }
        bench.judge(atRisk: file.now(event) >= end)
        guard made >= end else { return }
        bench.object(
            "read after its end", [standing.entry.index, index],
            "\(file.name(device)) read \(file.name(event.subject)) as active after it had expired")
    }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        let now = file.now(file.view.events[index])
        for (user, feed) in file.feeds.enumerated() {
            feed.notifications.forEach { id, standing in
                guard let end = standing.end, end < now, standing.entry.change != .deleted else { return }
                bench.judge()
                if standing.isLive {
                    bench.object(
                        "never ended", [standing.entry.index, index],
                        "\(file.name(id)) has expired, but the log does not have its expiry")
                }
                self.look(for: id, standing, of: user, at: index, file, &bench)
            }
        }
    }

    private func look(
        for id: HistoryEvent.TextNumber, _ standing: FeedRecord.Standing, of user: Int, at index: Int,
        _ file: CaseFile, _ bench: inout Bench
    ) {
        for (device, record) in file.devices.enumerated() where record.user == user && record.isCaughtUp {
            bench.judge(atRisk: record.heard[id] != nil)
            guard record.shows(id), !file.isUntold(standing.end, to: device) else { continue }
            bench.object(
                "still there", [standing.entry.index, index],
                "\(file.name(device)) still shows \(file.name(id)), which has expired")
        }
    }
}
