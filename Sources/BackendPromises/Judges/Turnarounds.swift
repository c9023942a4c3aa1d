import Basics

/// The times between an answer and the next request of a backend when nothing fails. If a retry follows an answer just
/// as quickly, the backend did not pause before the retry.
struct Turnarounds: Hashable, Sendable {
    private var times: [Interval] = []
    /// For each connection, the time of its last answer. A connection has no entry if the backend must send the
    /// answered push again.
    private var answered: [Int: Instant] = [:]

    private static let most = 1_000
    /// The lower and the upper bound of ``shortestPause``, on any machine.
    private static let bounds = Interval.milliseconds(20)...Interval.milliseconds(40)

    mutating func take(_ push: SentPush) {
        if push.openRequests == 1, let before = self.answered[push.connection], push.time >= before,
            self.times.count < Self.most
        {
            self.times.append(push.time - before)
        }
        self.answered[push.connection] = push.isToBeRetried ? nil : push.answered
    }

    /// The minimum pause before a retry: twice a quick turnaround. If a retry follows an answer sooner, the backend did
    /// not pause.
    var shortestPause: Interval {
        let sorted = self.times.sorted()
        guard !sorted.isEmpty else { return Self.bounds.lowerBound }
        let quick = sorted[sorted.count / 4] * 2
        return min(max(quick, Self.bounds.lowerBound), Self.bounds.upperBound)
    }
}
