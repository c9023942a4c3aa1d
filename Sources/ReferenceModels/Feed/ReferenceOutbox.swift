import Basics
import NotificationFeed

/// A model of the outbox: a list of rows that were not acknowledged, oldest first.
struct ReferenceOutbox {
    private struct Entry {
        var id: UInt64
        var row: OutboxRow
        var heldUntil: Instant?
    }

    private var entries: [Entry] = []
    private(set) var last: UInt64 = 0

    var isEmpty: Bool { self.entries.isEmpty }

    /// Appends rows and returns their ids.
    mutating func append(_ rows: [OutboxRow], heldUntil: Instant?) -> [UInt64] {
        rows.map { row in
            self.last += 1
            self.entries.append(Entry(id: self.last, row: row, heldUntil: heldUntil))
            return self.last
        }
    }

    mutating func claim(limit: Int, now: Instant, lease: Interval) -> [OutboxItem] {
        var items: [OutboxItem] = []
        for index in self.entries.indices where items.count < limit {
            if let end = self.entries[index].heldUntil, end > now { continue }
            self.entries[index].heldUntil = now + lease
            items.append(OutboxItem(id: self.entries[index].id, row: self.entries[index].row))
        }
        return items
    }

    mutating func acknowledge(_ ids: [UInt64]) { self.entries.removeAll { ids.contains($0.id) } }

    /// Ends all leases, as a restart does.
    mutating func release() {
        for index in self.entries.indices { self.entries[index].heldUntil = nil }
    }
}
