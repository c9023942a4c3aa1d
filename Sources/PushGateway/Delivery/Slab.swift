import Basics

/// Values by slot, each with at most one timer. A freed slot is taken again, under another ticket.
struct Slab<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var value: Value?
        /// The moment at which the timer of this slot rings, and the ticket under which it was set.
        var alarm: Instant?
        var ticket: UInt32 = 0
    }

    private var entries: [Entry] = []
    private var free: [UInt32] = []

    var count: Int { self.entries.count - self.free.count }

    var slots: [UInt32] { self.entries.indices.filter { self.entries[$0].value != nil }.map(UInt32.init) }

    func contains(_ slot: UInt32) -> Bool {
        Int(slot) < self.entries.count && self.entries[Int(slot)].value != nil
    }

    /// Must not be asked for an empty slot.
    subscript(slot: UInt32) -> Value {
        // Lent, not copied: a parcel has many parts.
        _read { yield self.entries[Int(slot)].value! }
        _modify { yield &self.entries[Int(slot)].value! }
    }

    mutating func insert(_ value: Value) -> UInt32 {
        if let slot = self.free.popLast() {
            self.entries[Int(slot)].value = value
            return slot
        }
        self.entries.append(Entry(value: value))
        return UInt32(self.entries.count - 1)
    }

    mutating func remove(_ slot: UInt32) {
        precondition(self.contains(slot), "slot \(slot) is freed a second time")
        precondition(self.entries[Int(slot)].alarm == nil, "slot \(slot) is freed and its timer runs")
        self.entries[Int(slot)].value = nil
        self.free.append(slot)
    }

    /// Answers the timer to set.
    mutating func arm(_ slot: UInt32, at moment: Instant) -> DeliveryTimer {
        self.entries[Int(slot)].alarm = moment
        return DeliveryTimer(slot: slot, ticket: self.entries[Int(slot)].ticket)
    }

    mutating func disarm(_ slot: UInt32) -> DeliveryTimer? {
        guard self.entries[Int(slot)].alarm != nil else { return nil }
        let timer = DeliveryTimer(slot: slot, ticket: self.entries[Int(slot)].ticket)
        self.entries[Int(slot)].alarm = nil
        self.entries[Int(slot)].ticket &+= 1
        return timer
    }

    func alarm(of slot: UInt32) -> Instant? { self.entries[Int(slot)].alarm }

    /// The moment that this timer was set to; nil for one that means nothing any more.
    func moment(of timer: DeliveryTimer) -> Instant? {
        guard Int(timer.slot) < self.entries.count, self.entries[Int(timer.slot)].ticket == timer.ticket else {
            return nil
        }
        return self.entries[Int(timer.slot)].alarm
    }
}
