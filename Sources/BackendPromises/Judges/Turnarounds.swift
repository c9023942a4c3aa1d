import Basics

/// The times that a backend takes from one answer to its next request when nothing fails: a retry that comes as soon
/// has no pause before it.
struct Turnarounds: Hashable, Sendable {
    private var times: [Interval] = []
    /// The time of the last answer on each connection, if it was final.
    private var answered: [Int: Instant] = [:]

    private static let most = 1_000
    /// A pause is at least as long as the first, whatever the machine, and never needs to be longer than the second.
    private static let bounds = Interval.milliseconds(20)...Interval.milliseconds(40)

    mutating func take(_ push: SentPush) {
        if push.openRequests == 1, let before = self.answered[push.connection], push.time >= before,
            self.times.count < Self.most
        {
            self.times.append(push.time - before)
        }
        self.answered[push.connection] = push.isToBeRetried ? nil : push.answered
    }

    /// The time from an answer to a retry from which on there was a pause: twice a quick turnaround.
    var shortestPause: Interval {
        let sorted = self.times.sorted()
        guard !sorted.isEmpty else { return Self.bounds.lowerBound }
        let quick = sorted[sorted.count / 4] * 2
        return min(max(quick, Self.bounds.lowerBound), Self.bounds.upperBound)
    }
}
