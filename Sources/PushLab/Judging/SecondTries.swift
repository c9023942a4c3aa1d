import Basics

/// Whoever runs and could not read tries again before long, as the SDK says that it does.
struct SecondTries {
    static var interests: [HistoryEvent.Kind] {
        [
            .requestGivenUp, .requestSent, .connectAsked, .connected, .connectFailed, .tokenRefused, .appState, .killed,
            .crashed, .link, .signedOut,
        ]
    }

    /// Longer than the SDK ever waits before it tries again.
    static let bound = Interval.minutes(20)

    /// Where in the history each device failed at last, and when, in microseconds.
    private var failures: [(index: Int, time: UInt64)?] = []
    /// Which devices wait for a connection, however long that takes.
    private var isConnecting: [Bool] = []
    /// The read that each device asked for last: an earlier one is not missed.
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
        // It tried, and has to wait again.
        case .connected, .connectFailed, .tokenRefused:
            self.isConnecting[device] = false
            self.failures[device]?.time = now
        default:
            // Whatever else it asks, only a read makes up for a read.
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
                \(file.name(device)) could not read at \(file.moment(failure.index)), ran on, and had not tried again \
                \(time.clockText) later
                """)
        }
    }
}
