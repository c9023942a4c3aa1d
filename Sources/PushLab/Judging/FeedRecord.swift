import Basics
import FeedContract

/// The log of one user's feed as the service committed it, and the resulting state.
struct FeedRecord: Sendable {
    struct Entry: Sendable {
        var version: UInt64
        var id: HistoryEvent.TextNumber
        var generation: UInt64
        var change: AppChange.Kind
        var states: NotificationStates
        /// The device whose signed request caused the entry; nil when no device caused it.
        var author: Int?
        /// The device whose request caused the entry, even when the request was not signed.
        var asker: Int?
        /// The place of the commit in the history.
        var index: Int
        /// The time of the commit, in microseconds.
        var time: UInt64
    }

    /// The current state of one notification.
    struct Standing: Sendable {
        var entry: Entry
        /// The time at which the notification expires, in microseconds.
        var end: UInt64?
        /// The final entries of the notification's earlier publications.
        var earlier: [Entry] = []

        var isLive: Bool { self.entry.change.isLive }
        var hasEnded: Bool { self.entry.change == .expired }
        var isUntouched: Bool { self.entry.states.isUntouched }
        /// Whether the notification still waits for its user.
        var isWaiting: Bool { self.isLive && !self.entry.states.isHandled }
    }

    private(set) var entries: [Entry] = []
    private(set) var notifications = Ledger<Standing>()
    /// The number of entries since the world last settled.
    var newEntries = 0

    mutating func commit(_ event: HistoryEvent, at index: Int, author: Int?, asker: Int?) {
        guard let change = event.change else { return }
        let entry = Entry(
            version: event.version, id: event.subject, generation: event.generation, change: change,
            states: event.states, author: author, asker: asker, index: index,
            time: LabTime.number(of: event.moment))
        self.entries.append(entry)
        self.newEntries += 1
        var standing = self.notifications[event.subject] ?? Standing(entry: entry)
        if entry.generation != standing.entry.generation { standing.earlier.append(standing.entry) }
        standing.entry = entry
        self.notifications[event.subject] = standing
    }

    mutating func setEnd(of id: HistoryEvent.TextNumber, at time: UInt64) { self.notifications[id]?.end = time }

    /// Finds the entry with a version by binary search, since versions only grow.
    func entry(_ version: UInt64) -> Entry? {
        var (low, high) = (0, self.entries.count)
        while low < high {
            let middle = (low + high) / 2
            if self.entries[middle].version < version { low = middle + 1 } else { high = middle }
        }
        return low < self.entries.count && self.entries[low].version == version ? self.entries[low] : nil
    }

    /// The entries that were committed at one moment, in microseconds.
    func entries(at time: UInt64) -> ArraySlice<Entry> {
        var (low, high) = (0, self.entries.count)
        while low < high {
            let middle = (low + high) / 2
            if self.entries[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return self.entries[low...].prefix { $0.time == time }
    }

    /// Whether a device knows all changes that other devices made to a notification. The device has received the
    /// notification in the given version.
    func knowsOthers(of id: HistoryEvent.TextNumber, at version: UInt64, _ device: Int) -> Bool {
        for entry in self.entries.reversed() {
            guard entry.version > version else { return true }
            if entry.id == id, entry.asker != device { return false }
        }
        return true
    }

    /// The entries after version `start` and up to version `end`. Leaves out each entry that a later entry of the same
    /// notification replaced.
    func newest(after start: UInt64, upTo end: UInt64) -> [Entry] {
        guard start < end else { return [] }
        var found: [Entry] = []
        var place = self.entries.count
        while place > 0, self.entries[place - 1].version > start {
            place -= 1
            let entry = self.entries[place]
            guard entry.version <= end, self.notifications[entry.id]?.entry.version == entry.version else { continue }
            found.append(entry)
        }
        return found
    }
}
