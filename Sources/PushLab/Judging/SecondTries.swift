import Basics

/// Judges that a running app retries soon after its read failed, as the SDK documents.
struct SecondTries {
    static var interests: [HistoryEvent.Kind] {
        [
            .requestGivenUp, .requestSent, .connectAsked, .connected, .connectFailed, .tokenRefused, .appState, .killed,
            .crashed, .link, .signedOut,
        ]
    }

    /// The time limit for a retry. It is longer than the SDK ever waits before a retry.
    static let bound = Interval.minutes(20)

    /// For each device, the place and the time of its last failed read. The place is in the history, and the time is in
    /// microseconds.
    private var failures: [(index: Int, time: UInt64)?] = []
    /// The devices that wait for a connection.
    ///
    /// Getting a connection may take any amount of time.
    private var isConnecting: [Bool] = []
    /// The last read that each device requested. Failures of earlier reads do not matter.
    private var latest: [UInt64?] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let device = event.actor.device else { return }
        self.failures.grow(to: file.devices.count, with: nil)
        self.latest.grow(to: file.devices.count, with: nil)
        self.isConnecting.grow(to: file.devices.count, with: false)
        if event.kind == .requestSent, event.request == .fetch { self.latest[device] = event.ticket }
        let now = LabTime.number(of: event.moment)
        switch event.kind {
        case .requestGivenUp:
            let record = file.devices[device]
            guard record.hasSDK, record.isSignedIn, record.isOnline, record.isAlwaysAwake,
                self.latest[device] == event.ticket
            else { return }
            self.failures[device] = (index, now)
        case .connectAsked: self.isConnecting[device] = true
        // The app retried and has to wait again.
        case .connected, .connectFailed, .tokenRefused:
            self.isConnecting[device] = false
            self.failures[device]?.time = now
        default:
            // Only a read makes up for a failed read.
            guard event.kind != .requestSent || event.request == .fetch else { return }
            let isExcused = event.kind != .requestSent && self.isConnecting[device]
            if event.kind == .killed || event.kind == .crashed { self.isConnecting[device] = false }
            guard let failure = self.failures[device].take(), !isExcused else { return }
            bench.judge(atRisk: true)
            let time = Interval(microseconds: Int64(clamping: now - failure.time))
            guard time > Self.bound else { return }
            bench.object(
                "given up", [failure.index, index],
                """
                \(file.name(device)) failed to read at \(file.moment(failure.index)) and kept running, but \
                \(time.clockText) later it still had not retried
                """)
        }
    }
}
