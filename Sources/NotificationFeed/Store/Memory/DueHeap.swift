import Basics

/// What falls due when, soonest first. Entries are never searched for: one that no longer holds is passed over.
struct DueHeap: Sendable {
    struct Entry: Hashable, Comparable, Sendable {
        var due: Instant
        var place: Int

        static func < (left: Entry, right: Entry) -> Bool { (left.due, left.place) < (right.due, right.place) }
    }

    var entries: [Entry] = []

    var count: Int { self.entries.count }
    var first: Entry? { self.entries.first }

    mutating func insert(_ due: Instant, _ place: Int) {
        var index = self.entries.count
        self.entries.append(Entry(due: due, place: place))
        while index > 0, self.entries[index] < self.entries[(index - 1) / 2] {
            self.entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    mutating func removeFirst() {
        let last = self.entries.removeLast()
        guard !self.entries.isEmpty else { return }
        self.entries[0] = last
        var index = 0
        while true {
            let left = 2 * index + 1
            guard left < self.entries.count else { return }
            let right = left + 1
            let child = right < self.entries.count && self.entries[right] < self.entries[left] ? right : left
            guard self.entries[child] < self.entries[index] else { return }
            self.entries.swapAt(index, child)
            index = child
        }
    }

    /// The entries due at `now`, soonest first, each once. They stay.
    func due(at now: Instant) -> [Entry] {
        guard let first = self.entries.first, first.due <= now else { return [] }
        var found: [Entry] = []
        var open = [0]
        // Below an entry that is not due yet nothing is.
        while let index = open.popLast() {
            guard index < self.entries.count, self.entries[index].due <= now else { continue }
            found.append(self.entries[index])
            open.append(2 * index + 1)
            open.append(2 * index + 2)
        }
        found.sort()
        var last: Entry?
        return found.filter { entry in
            defer { last = entry }
            return entry != last
        }
    }

    mutating func keep(_ entries: [Entry]) {
        self.entries = []
        for entry in entries { self.insert(entry.due, entry.place) }
    }
}
