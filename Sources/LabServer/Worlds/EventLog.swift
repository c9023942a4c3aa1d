import PushLab

/// The latest events of a world, numbered from one across all of its apps.
struct EventLog {
    /// An event, and the app whose lab it happened in.
    struct Entry {
        let app: ServedApp
        let event: HistoryEvent
    }

    /// The number of latest events that are always kept. Sometimes up to twice as many are kept.
    static let capacity = 100_000

    private var entries: [Entry] = []
    /// The number of dropped events, which is one less than the number of the first kept event.
    private(set) var dropped = 0

    /// The number of the last event, or 0 if there is no event yet.
    var last: Int { self.dropped + self.entries.count }

    mutating func append(_ event: HistoryEvent, of app: ServedApp) {
        self.entries.append(Entry(app: app, event: event))
        guard self.entries.count >= 2 * Self.capacity else { return }
        self.entries.removeFirst(Self.capacity)
        self.dropped += Self.capacity
    }

    /// Returns up to `most` events after a number, each with its own number.
    func entries(after number: Int, most: Int) -> [(number: Int, entry: Entry)] {
        let start = min(max(number, self.dropped), self.last)
        return self.entries[(start - self.dropped)...].prefix(most).enumerated().map { place, entry in
            (start + place + 1, entry)
        }
    }
}
