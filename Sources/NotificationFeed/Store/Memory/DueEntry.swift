import Basics

/// The time at which the row or feed at a place becomes due.
///
/// The heap is never searched for an entry. An entry whose time is outdated stays in the heap, and readers skip it.
struct DueEntry: Hashable, Comparable, Sendable {
    var due: Instant
    var place: Int

    static func < (left: DueEntry, right: DueEntry) -> Bool { (left.due, left.place) < (right.due, right.place) }
}

extension Heap<DueEntry> {
    /// Returns the entries that are due at `now`, without removing them. The soonest comes first, and duplicates are
    /// left out.
    func due(at now: Instant) -> [DueEntry] {
        var last: DueEntry?
        return self.prefix { $0.due <= now }.sorted().filter { entry in
            defer { last = entry }
            return entry != last
        }
    }

    /// Writes the entries in no defined order: ``init(from:)`` restores the order of the heap.
    func pack(into packer: inout Packer) {
        packer.write(count: self.count)
        for entry in self.unordered {
            packer.write(entry.due)
            packer.write(count: entry.place)
        }
    }

    init(from unpacker: inout Unpacker) {
        self.init((0..<unpacker.count()).map { _ in DueEntry(due: unpacker.moment(), place: unpacker.count()) })
    }
}
