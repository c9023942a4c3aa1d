import Basics

/// The rows of one feed. Notifications are in slots, and the log is one array of slot numbers in the order of versions.
struct MemoryFeed: Sendable {
    struct LogPlace: Sendable {
        var version: UInt64
        var slot: Int
    }

    /// The facts about a slot that are needed most often. They are stored outside the row, because the row would be
    /// copied for each access.
    private struct Facts: Sendable {
        /// The version of the row. A row never has version zero, so zero marks an empty slot.
        var version: UInt64 = 0
        var phase = NotificationRow.Phase.active
        var due: Instant?

        init() {}

        init(_ row: NotificationRow) {
            self.version = row.version
            self.phase = row.phase
            self.due = row.due
        }
    }

    let key: FeedKey
    var row: FeedRow?
    private(set) var slots: [NotificationRow?] = []
    private var facts: [Facts] = []
    var freeSlots: [Int] = []
    var slotOfId: [ExactText: Int] = [:]
    /// The log, sorted by version. Outdated places are skipped. They are removed when they make up half of the log.
    var log: [LogPlace] = []
    var dues = Heap<DueEntry>()
    var subscriptions: [SubscriptionRow] = []
    var requests: [RequestRow] = []

    init(key: FeedKey) { self.key = key }

    /// The number of notifications in slots, including marks.
    private var count: Int { self.slots.count - self.freeSlots.count }

    // Methods that read are mutating although they change nothing. Otherwise the borrowed feed would be copied for each
    // call. So if a store shares its rows with a copy, its first read makes a separate copy of the rows.
    mutating func notification(_ id: String) -> NotificationRow? {
        self.slotOfId[ExactText(id)].flatMap { self.slots[$0] }
    }

    mutating func due(at now: Instant) -> [NotificationRow] {
        guard let first = self.dues.first, first.due <= now else { return [] }
        return self.dues.due(at: now).compactMap { self.facts[$0.place].due == $0.due ? self.slots[$0.place] : nil }
    }

    /// The next time at which something in this feed becomes due.
    @inline(__always)
    var nextDue: Instant? { self.dues.first?.due }

    mutating func changes(
        after version: UInt64, limit: Int, expiredHiddenUpTo hidden: UInt64
    ) -> (rows: [NotificationRow], hasMore: Bool) {
        var rows: [NotificationRow] = []
        for place in self.log[self.firstPlace(after: version)...] {
            let facts = self.facts[place.slot]
            guard facts.version == place.version else { continue }
            if facts.phase == .expired, facts.version <= hidden { continue }
            if rows.count == limit { return (rows, true) }
            if let row = self.slots[place.slot] { rows.append(row) }
        }
        return (rows, false)
    }

    private mutating func firstPlace(after version: UInt64) -> Int {
        var (low, high) = (0, self.log.count)
        while low < high {
            let middle = low + (high - low) / 2
            if self.log[middle].version <= version { low = middle + 1 } else { high = middle }
        }
        return low
    }

    mutating func request(_ id: String) -> RequestRow? { self.requests.first { $0.id.isExactly(id) } }

    /// Writes the rows of the change that belong to the feed.
    ///
    /// Removals come first, because one change may remove a mark and use its id again.
    mutating func apply(_ change: FeedChange, now: Instant) {
        if let row = change.feed { self.row = row }
        for id in change.removedNotifications { self.remove(id) }
        // The rows are read in place, because taking a row out would copy it.
        let rows = change.notifications.span
        for index in rows.indices { self.put(rows[index]) }
        // Sequences ascend, so the entries of a change belong at the end, in the order of their versions.
        self.sweepLog()
        self.sweepDues()
        if !change.removedSubscriptions.isEmpty {
            self.subscriptions.removeAll { change.removedSubscriptions.contains($0.id) }
        }
        for row in change.subscriptions {
            if let index = self.subscriptions.firstIndex(where: { $0.device.isExactly(row.device) }) {
                self.subscriptions[index] = row
            } else {
                self.subscriptions.append(row)
            }
        }
        if let request = change.request {
            self.requests.removeAll { $0.expiration <= now || $0.id.isExactly(request.id) }
            self.requests.append(request)
        }
    }

    private mutating func remove(_ id: String) {
        guard let slot = self.slotOfId.removeValue(forKey: ExactText(id)) else { return }
        self.slots[slot] = nil
        self.facts[slot] = Facts()
        self.freeSlots.append(slot)
    }

    @inline(__always)
    private mutating func put(_ row: NotificationRow) {
        let slot: Int
        if let known = self.slotOfId[ExactText(row.id)] {
            slot = known
        } else {
            slot = self.freeSlots.popLast() ?? self.slots.count
            if slot == self.slots.count { self.addSlot(nil) }
            self.slotOfId[ExactText(row.id)] = slot
        }
        precondition(row.version > 0, "a row without a version looks like an empty slot")
        let (before, facts) = (self.facts[slot], Facts(row))
        self.slots[slot] = row
        self.facts[slot] = facts
        if before.version != facts.version {
            let place = LogPlace(version: row.version, slot: slot)
            // The rows of a change may not be in the order of their versions.
            self.log.insert(place, at: self.firstPlace(after: row.version))
        }
        if let due = facts.due, due != before.due { self.dues.insert(DueEntry(due: due, place: slot)) }
    }

    mutating func addSlot(_ row: NotificationRow?) {
        self.slots.append(row)
        self.facts.append(row.map { Facts($0) } ?? Facts())
    }

    private mutating func sweepLog() {
        guard self.log.count > 2 * self.count + 16 else { return }
        self.log.removeAll { self.facts[$0.slot].version != $0.version }
    }

    private mutating func sweepDues() {
        while let first = self.dues.first, self.facts[first.place].due != first.due { self.dues.removeFirst() }
        guard self.dues.count > 2 * self.count + 16 else { return }
        self.dues = Heap(
            self.facts.indices.compactMap { slot in
                self.facts[slot].due.map { DueEntry(due: $0, place: slot) }
            })
    }
}
