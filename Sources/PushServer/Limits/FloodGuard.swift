import Basics

/// Counts the events that one HTTP/2 connection must not cause too often.
struct FloodGuard {
    private var resets: Allowance
    private var pings: Allowance
    private var settings: Allowance
    private var emptyData: Allowance
    private var hints: Allowance

    init(_ limits: ServerLimits, at now: Interval) {
        self.resets = Allowance(limits.resets, at: now)
        self.pings = Allowance(limits.pings, at: now)
        self.settings = Allowance(limits.settings, at: now)
        self.emptyData = Allowance(limits.emptyData, at: now)
        self.hints = Allowance(limits.hints, at: now)
    }

    /// Counts a frame of the peer.
    ///
    /// Returns a description if it exceeds a limit.
    mutating func received(_ frame: HTTP2Frame, at now: @autoclosure () -> Interval) -> String? {
        switch frame.kind {
        case .reset: self.resets.spend(at: now()) ? nil : "too many resets"
        case .ping: frame.isAcknowledgement || self.pings.spend(at: now()) ? nil : "too many PING frames"
        case .settings: frame.isAcknowledgement || self.settings.spend(at: now()) ? nil : "too many SETTINGS frames"
        case .data:
            frame.length > 0 || frame.endsStream || self.emptyData.spend(at: now()) ? nil : "too many empty DATA frames"
        case .windowUpdate, .priority, .other: self.hints.spend(at: now()) ? nil : "too many frames without data"
        case .headers, .pushPromise, .goAway, .continuation: nil
        }
    }

    /// Counts a reset that an error of the peer caused.
    mutating func sentReset(at now: Interval) -> String? { self.resets.spend(at: now) ? nil : "too many bad streams" }
}
