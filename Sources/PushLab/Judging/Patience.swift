import Basics

/// How long a device waits for its answers. Whoever has waited for too long may have given up, which nobody is told of,
/// and may ask again.
struct Patience: Sendable {
    /// The least that anybody waits.
    static let length = Interval.seconds(10)

    static func isOver(_ now: UInt64, since: UInt64) -> Bool { now >= since + UInt64(Self.length.microseconds) }

    private var waits: [(ticket: UInt64, since: UInt64)] = []
    private var lost = 0

    mutating func ask(_ ticket: UInt64, at now: UInt64) { self.waits.append((ticket, now)) }

    mutating func end(_ ticket: UInt64, at now: UInt64) {
        guard let place = self.waits.firstIndex(where: { $0.ticket == ticket }) else { return }
        if Self.isOver(now, since: self.waits.remove(at: place).since) { self.lost += 1 }
    }

    /// It is told that an answer does not come.
    mutating func giveUp(_ ticket: UInt64) { self.waits.removeAll { $0.ticket == ticket } }

    /// Whatever it waits for does not come any more, and it knows that.
    mutating func endAll(at now: UInt64) {
        self.lost = self.lost(at: now)
        self.waits = []
    }

    /// Whether it may have given up by now what it asked under a ticket.
    func isOver(_ ticket: UInt64, at now: UInt64) -> Bool {
        self.waits.first { $0.ticket == ticket }.map { Self.isOver(now, since: $0.since) } ?? true
    }

    /// How often it has lost its patience.
    func lost(at now: UInt64) -> Int { self.lost + self.waits.count { Self.isOver(now, since: $0.since) } }
}
