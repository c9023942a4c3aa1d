import Basics

/// The waiting times of a device for its answers.
///
/// A device that has waited too long may time out without an event, and may ask again.
struct Patience: Sendable {
    /// The shortest timeout of any app.
    static let length = Interval.seconds(10)

    static func isOver(_ now: UInt64, since: UInt64) -> Bool { now >= since + UInt64(Self.length.microseconds) }

    private var waits: [(ticket: UInt64, since: UInt64)] = []
    private var lost = 0

    mutating func ask(_ ticket: UInt64, at now: UInt64) { self.waits.append((ticket, now)) }

    mutating func end(_ ticket: UInt64, at now: UInt64) {
        guard let place = self.waits.firstIndex(where: { $0.ticket == ticket }) else { return }
        if Self.isOver(now, since: self.waits.remove(at: place).since) { self.lost += 1 }
    }

    /// Records that the device has learned that an answer will not come.
    mutating func giveUp(_ ticket: UInt64) { self.waits.removeAll { $0.ticket == ticket } }

    /// Records that the device has learned that no pending answer will come.
    mutating func endAll(at now: UInt64) {
        self.lost = self.lost(at: now)
        self.waits = []
    }

    /// Whether the request of a ticket may have timed out by now.
    func isOver(_ ticket: UInt64, at now: UInt64) -> Bool {
        self.waits.first { $0.ticket == ticket }.map { Self.isOver(now, since: $0.since) } ?? true
    }

    /// The number of timeouts so far.
    func lost(at now: UInt64) -> Int { self.lost + self.waits.count { Self.isOver(now, since: $0.since) } }
}
