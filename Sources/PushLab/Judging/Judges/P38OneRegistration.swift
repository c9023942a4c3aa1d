/// Judges P38: a device registers and subscribes only for a reason, and renews a registration that expires soon.
struct OneRegistration: Judge {
    static var property: Property { .p38 }
    static var interests: [HistoryEvent.Kind] {
        [
            .requestArrived, .pushTokenGiven, .signedIn, .signedOut, .launched, .appState, .requestLost, .connectFailed,
            .answerArrived, .link, .tokenRefused, .calmed, .registrationState, .requestSent, .installed,
        ]
    }

    private struct Count {
        var asked = 0
        /// The time of the device's last request, in microseconds.
        var last: UInt64 = 0
        var reasons = 1
        var changes = 0
        /// The number of refusals since the last request that the service accepted.
        var refusals = 0
    }

    /// The maximum number of refusals in a row that count as reasons.
    ///
    /// After that, a refusal is no reason for another retry.
    private static let mostRefusals = 100

    /// A day, minus the possible difference between the latencies of two requests.
    private static let day: UInt64 = 86_400_000_000 - 3_600_000_000

    private var counts: [Count] = []
    private var renewals = Renewals()

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        self.counts.grow(to: file.devices.count, with: Count())
        self.renewals.see(event, at: index, file, &bench)
        switch event.kind {
        case .registrationState, .requestSent, .installed: break
        case .requestArrived:
            let kind = event.request
            guard let device = event.party.device, kind == .register || kind == .subscribe else { return }
            // An app that has sent no request for a day may renew its registration or subscription, which end after
            // thirty days.
            if file.now(event) >= self.counts[device].last + Self.day { self.counts[device].reasons += 1 }
            self.counts[device].last = file.now(event)
            self.counts[device].asked += 1
            self.judge(event, at: index, device, file, &bench)
        case .calmed: for device in self.counts.indices { self.counts[device].reasons += 1 }
        case .answerArrived:
            guard let device = event.actor.device else { return }
            guard event.status != 200 else { return self.counts[device].refusals = 0 }
            self.counts[device].refusals += 1
            if self.counts[device].refusals <= Self.mostRefusals { self.counts[device].reasons += 1 }
        default:
            guard let device = event.actor.device else { return }
            self.counts[device].reasons += 1
            if event.kind == .pushTokenGiven { self.counts[device].changes += 1 }
        }
    }

    private func judge(
        _ event: HistoryEvent, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        let count = self.counts[device]
        bench.judge(atRisk: count.changes > 1)
        // Each reason allows two registrations and two subscriptions.
        let reasons = count.reasons + file.devices[device].patience.lost(at: file.now(event))
        guard count.asked > 4 * reasons else { return }
        bench.object(
            "too many", [index],
            """
            \(file.name(device)) registered and subscribed \(count.asked) times, but had only \(reasons) reasons to do \
            so
            """)
    }
}
