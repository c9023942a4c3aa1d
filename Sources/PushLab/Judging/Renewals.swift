import Basics
import FeedContract

/// Judges whether a running app renews a registration in time: soon after the registration is about to expire, and long
/// before it ends.
///
/// A device is judged at its next event: without further events, the app may not be running.
struct Renewals {
    private struct Aging {
        /// The place of the state change in the history. `time` is the time of that change, in microseconds.
        var index: Int
        var time: UInt64
        /// The number of faults up to the state change.
        var troubles: Int
    }

    /// The time limit for a renewal. It is longer than getting a token and a connection ever takes, and shorter than
    /// the remaining lifetime.
    private static let bound = Interval.hours(4)

    private var aging: [Aging?] = []

    mutating func see(_ event: HistoryEvent, at index: Int, _ file: CaseFile, _ bench: inout Bench) {
        guard let device = event.actor.device else { return }
        self.aging.grow(to: file.devices.count, with: nil)
        let now = file.now(event)
        if let aging = self.aging[device] { self.judge(aging, now, at: index, device, file, &bench) }
        switch event.kind {
        case .registrationState where event.registration == .expiring:
            let record = file.devices[device]
            let isFree = record.isAlwaysAwake && record.isOnline && record.isSignedIn
            self.aging[device] = isFree ? Aging(index: index, time: now, troubles: record.troubles) : nil
        case .requestSent:
            guard event.request == .register, self.aging[device].take() != nil else { return }
            bench.judge(atRisk: true)
        case .appState, .launched, .signedOut, .installed: self.aging[device] = nil
        default: break
        }
    }

    private mutating func judge(
        _ aging: Aging, _ now: UInt64, at index: Int, _ device: Int, _ file: CaseFile, _ bench: inout Bench
    ) {
        guard file.devices[device].troubles == aging.troubles else { return self.aging[device] = nil }
        let time = Interval(microseconds: Int64(clamping: now - aging.time))
        guard time > Self.bound else { return }
        self.aging[device] = nil
        bench.object(
            "not renewed", [aging.index, index],
            """
            \(file.name(device)) learned at \(file.moment(aging.index)) that its registration will expire, and kept \
            running, but \(time.clockText) later it still had not renewed the registration
            """)
    }
}
