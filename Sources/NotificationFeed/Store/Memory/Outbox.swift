import Basics

/// Pushes to be sent, oldest first.
struct Outbox: Sendable {
    private struct Place: Sendable {
        /// The row, or nil after it was sent.
        var row: OutboxRow?
        var heldUntil: Instant?
    }

    private var places: [Place] = []
    /// The id of the row in the first place.
    private var base: UInt64 = 1
    /// The number of places at the front that were sent.
    private var sent = 0
    /// The number of places up to the last claimed place. No caller has claimed a place after it.
    private var claimed = 0
    /// The earliest time at which a lease may expire.
    private var firstRelease = Instant.distantFuture

    init() {}

    /// Creates an outbox without unsent rows. The next row gets the id `next`.
    init(from next: UInt64) {
        precondition(next > 0, "the names of rows begin with one")
        self.base = next
    }

    /// The id of the next row.
    var next: UInt64 { self.base + UInt64(self.places.count) }

    /// Whether all rows have been sent.
    var isSent: Bool { self.sent == self.places.count }

    mutating func append(_ rows: [OutboxRow]) {
        for index in rows.indices { self.places.append(Place(row: rows[index])) }
    }

    /// Claims rows that were just appended, for the caller whose command created them.
    mutating func hold(_ names: Range<UInt64>, until end: Instant) {
        precondition(names.upperBound == self.next && names.lowerBound >= self.base, "only the latest rows are held so")
        let first = Int(names.lowerBound - self.base)
        for index in first..<self.places.count { self.places[index].heldUntil = end }
        // If older rows are still unclaimed, `claimed` must not move beyond them.
        guard self.claimed >= first else { return }
        self.claimed = self.places.count
        self.firstRelease = min(self.firstRelease, end)
    }

    mutating func claim(limit: Int, now: Instant, lease: Interval) -> [OutboxItem] {
        self.claimNames(limit: limit, now: now, lease: lease).compactMap { id in
            self.row(id).map { OutboxItem(id: id, row: $0) }
        }
    }

    /// Claims rows and returns only their ids, for a caller that reads the rows later.
    mutating func claimNames(limit: Int, now: Instant, lease: Interval) -> [UInt64] {
        var names: [UInt64] = []
        // Claimed rows are scanned only when a lease may have run out.
        let looksAtAll = self.firstRelease <= now
        var release = looksAtAll ? Instant.distantFuture : self.firstRelease
        var index = looksAtAll ? self.sent : max(self.sent, self.claimed)
        names.reserveCapacity(min(limit, self.places.count - index))
        while index < self.places.count, names.count < limit {
            if self.isWaiting(index) {
                var end = self.places[index].heldUntil ?? now
                if end <= now {
                    end = now + lease
                    names.append(self.base + UInt64(index))
                    self.places[index].heldUntil = end
                }
                release = min(release, end)
            }
            index += 1
        }
        self.firstRelease = index < self.claimed ? now : release
        self.claimed = max(self.claimed, index)
        return names
    }

    /// Whether the push at this index was not sent yet.
    @inline(__always)
    private func isWaiting(_ index: Int) -> Bool {
        // A comparison would copy the row.
        if case .some = self.places[index].row { true } else { false }
    }

    /// Releases all claims.
    mutating func release() {
        for index in self.places.indices { self.places[index].heldUntil = nil }
        self.claimed = self.sent
        self.firstRelease = .distantFuture
    }

    func row(_ id: UInt64) -> OutboxRow? { self.index(of: id).flatMap { self.places[$0].row } }

    func device(_ id: UInt64) -> String? { self.index(of: id).flatMap { self.places[$0].row?.device } }

    /// Returns the index of a row, whether it was sent or not. Returns nil for an id that was never assigned or is no
    /// longer stored.
    private func index(of id: UInt64) -> Int? {
        id >= self.base && id - self.base < UInt64(self.places.count) ? Int(id - self.base) : nil
    }

    mutating func acknowledge(_ ids: [UInt64]) {
        for id in ids { _ = self.take(id) }
    }

    /// Marks a row as sent and returns it without copying it.
    mutating func take(_ id: UInt64) -> OutboxRow? {
        guard let index = self.index(of: id), let row = self.places[index].row.take() else { return nil }
        self.sweep()
        return row
    }

    /// Forgets the sent rows at the front.
    private mutating func sweep() {
        while self.sent < self.places.count, !self.isWaiting(self.sent) { self.sent += 1 }
        guard self.sent > 64, self.sent > self.places.count / 2 else { return }
        self.places.removeFirst(self.sent)
        self.base += UInt64(self.sent)
        self.claimed -= min(self.sent, self.claimed)
        self.sent = 0
    }
}
