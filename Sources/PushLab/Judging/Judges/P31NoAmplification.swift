/// Judges P31: a device reads only when it has a reason.
///
/// The device reads at most twice for each reason, and once for each failure.
struct NoAmplification: Judge {
    static var property: Property { .p31 }
    static var interests: [HistoryEvent.Kind] {
        [
            .pageServed, .pushArrived, .launched, .appState, .link, .signedIn, .userActed, .requestLost, .connectFailed,
            .answerArrived, .pushTokenGiven, .tokenRefused, .calmed,
        ]
    }

    private struct Count {
        var reads = 0
        /// The time of the device's last read, in microseconds.
        var last: UInt64 = 0
        var reasons = 0
        var pushes = 0
    }

    /// Half an hour, minus the possible difference between the latencies of two requests.
    private static let halfAnHour: UInt64 = 1_740_000_000

    private var counts: [Count] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.counts.grow(to: file.devices.count, with: Count())
        switch event.kind {
        case .pageServed:
            guard let device = event.party.device, !event.page.isContinued else { return }
            // A device that has not read for half an hour may poll.
            if file.now(event) >= self.counts[device].last + Self.halfAnHour { self.counts[device].reasons += 1 }
            self.counts[device].last = file.now(event)
            self.counts[device].reads += 1
            self.judge(event, at: index, device, file, &bench)
        case .calmed: for device in self.counts.indices { self.counts[device].reasons += 1 }
        case .answerArrived:
            // A refused request is retried, and a save may need a read.
            guard let device = event.actor.device, file.devices[device].page(event.ticket) == nil else { return }
            self.counts[device].reasons += 1
        default:
            guard let device = event.actor.device else { return }
            self.counts[device].reasons += 1
            if event.kind == .pushArrived { self.counts[device].pushes += 1 }
        }
    }

    private func judge(
        _ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        let count = self.counts[device]
        bench.judge(atRisk: count.pushes > 1)
        let reasons = count.reasons + file.devices[device].patience.lost(at: file.now(event))
        guard count.reads > 2 * reasons + 2 else { return }
        bench.object(
            "too many reads", [index],
            "\(file.name(device)) read \(count.reads) times, but had only \(reasons) reasons to read")
    }
}
