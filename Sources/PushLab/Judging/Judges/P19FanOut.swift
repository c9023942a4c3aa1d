/// Judges P19: for each change by others, the service sends a tap to every reachable device. A later tap that covers
/// the change also counts.
struct FanOut: Judge {
    static var property: Property { .p19 }
    static var interests: [HistoryEvent.Kind] { [.committed, .tapSent, .tapRefused, .serverStarted] }

    /// For each device, the first change for which the service still has to send the device a tap.
    private var owed: [FeedRecord.Entry?] = []
    /// For each device, the latest moment at which the service decided to send it a tap, and the number of taps that it
    /// sent because of decisions at that moment.
    private var sent: [(moment: UInt64, count: Int)] = []
    /// The number of restarts of the service. After a restart, the service does not know which taps it has sent.
    private var restarts = 0

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.owed.grow(to: file.devices.count, with: nil)
        self.sent.grow(to: file.devices.count, with: (.max, 0))
        switch event.kind {
        case .committed: self.commit(event, at: index, file, &bench)
        case .serverStarted: if event.actor == .service { self.restarts += 1 }
        case .tapSent, .tapRefused:
            guard let device = event.actor.device else { return }
            if let entry = self.owed[device], entry.time <= event.decided { self.owed[device] = nil }
            guard event.kind == .tapSent, event.subject == file.reachability.address(of: device) else { return }
            self.sent[device] =
                self.sent[device].moment == event.decided
                ? (event.decided, self.sent[device].count + 1) : (event.decided, 1)
            self.count(event, at: index, device, file, &bench)
        default: break
        }
    }

    private func count(
        _ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        let causes = max(1, file.feed(of: device).entries(at: event.decided).count)
        guard self.sent[device].count > 2 * causes + self.restarts else { return }
        bench.object(
            "too many", [index], "\(file.name(device)) got \(self.sent[device].count) taps for one change")
    }

    private mutating func commit(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let user = event.party.user, let change = event.change else { return }
        let author = change == .expired ? nil : file.signer
        for device in file.devices.indices
        where file.devices[device].user == user && device != author
            && !event.leavesAsleep(file.devices[device].platform)
            && file.reachability.isReachable(device, at: event.moment)
        {
            bench.judge(atRisk: file.devices[device].troubles > 0)
            guard self.owed[device] == nil else { continue }
            self.owed[device] = FeedRecord.Entry(
                version: event.version, id: event.subject, generation: event.generation, change: change,
                states: event.states, author: author, index: index, time: file.now(event))
        }
    }

    mutating func rest(at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.restarts = 0
        for device in self.owed.indices {
            guard let entry = self.owed[device].take() else { continue }
            bench.object(
                "left out", [entry.index, index],
                """
                \(file.name(device)) got no tap for the change of \(file.name(entry.id)) at \
                \(file.moment(entry.index))
                """
            )
        }
    }
}
