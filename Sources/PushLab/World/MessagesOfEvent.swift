/// How many messages of each device or server one event has sent so far, by the die's names for them.
struct MessagesOfEvent {
    /// Few are counted faster than looked up.
    private static let mostCounted = 16

    private var few: [UInt64] = []
    // Looked up, never walked through.
    private var many: [UInt64: UInt64] = [:]

    /// How many there were before this one.
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

    /// Another event begins.
    mutating func forget() {
        guard !self.few.isEmpty else { return }
        self.few.removeAll(keepingCapacity: true)
        // Room for a whole fleet would take long to be swept at each event.
        if !self.many.isEmpty { self.many = [:] }
    }
}
