/// The number of messages that one event has sent so far to each device or server.
///
/// Devices and servers are identified by their numbers for the die.
struct MessagesOfEvent {
    /// The maximum number of messages that are counted one by one. For more messages, a lookup is faster.
    private static let mostCounted = 16

    private var few: [UInt64] = []
    // Used for lookup only: iteration order is not deterministic.
    private var many: [UInt64: UInt64] = [:]

    /// Counts a message, and returns the number of messages before it.
    mutating func place(for entity: UInt64) -> UInt64 {
        if self.many.isEmpty {
            var place: UInt64 = 0
            for other in self.few where other == entity { place += 1 }
            self.few.append(entity)
            if self.few.count > Self.mostCounted { self.lookUp() }
            return place
        }
        let place = self.many[entity, default: 0]
        self.many[entity] = place + 1
        return place
    }

    private mutating func lookUp() {
        for entity in self.few { self.many[entity, default: 0] += 1 }
    }

    /// Forgets all counts, because another event begins.
    mutating func forget() {
        guard !self.few.isEmpty else { return }
        self.few.removeAll(keepingCapacity: true)
        // Clearing a dictionary with capacity for a whole fleet would be slow at each event.
        if !self.many.isEmpty { self.many = [:] }
    }
}
