import Basics

/// A table of values by slot. Each slot has at most one timer. A freed slot is reused with a new ticket.
struct Slab<Value: Sendable>: Sendable {
    /// The timer of a slot. It is stored separately, so that reading it does not copy the value.
    private struct Clock: Sendable {
        /// The time at which the timer of this slot fires, or nil if no timer is set. `ticket` is the ticket with which
        /// the timer was set.
        var alarm: Instant?
        var ticket: UInt32 = 0
    }

    private var values: [Value?] = []
    private var clocks: [Clock] = []
    private var free: [UInt32] = []

    var count: Int { self.values.count - self.free.count }

    var slots: [UInt32] { (0..<UInt32(self.values.count)).filter { self.contains($0) } }

    func contains(_ slot: UInt32) -> Bool {
        guard Int(slot) < self.values.count, case .some = self.values[Int(slot)] else { return false }
        return true
    }

    /// Accesses the value of a slot, which must not be empty.
    subscript(slot: UInt32) -> Value {
        // Changed in place: a parcel has many parts.
        _read { yield self.values[Int(slot)]! }
        _modify { yield &self.values[Int(slot)]! }
    }

    /// Reads a part of a value in place. This method changes nothing. It is mutating only so that the whole value is
    /// not copied.
    mutating func look<Part>(at slot: UInt32, _ part: (inout Value) -> Part) -> Part {
        part(&self.values[Int(slot)]!)
    }

    mutating func insert(_ value: Value) -> UInt32 {
        if let slot = self.free.popLast() {
            self.values[Int(slot)] = value
            return slot
        }
        self.values.append(value)
        self.clocks.append(Clock())
        return UInt32(self.values.count - 1)
    }

    @discardableResult
    mutating func remove(_ slot: UInt32) -> Value {
        guard Int(slot) < self.values.count, let value = self.values[Int(slot)].take() else {
            preconditionFailure("slot \(slot) is freed a second time")
        }
        precondition(self.clocks[Int(slot)].alarm == nil, "slot \(slot) is freed and its timer runs")
        self.free.append(slot)
        return value
    }

    /// Sets the timer of a slot and returns it.
    mutating func arm(_ slot: UInt32, at moment: Instant) -> DeliveryTimer {
        precondition(self.contains(slot), "a timer is set for the empty slot \(slot)")
        precondition(self.clocks[Int(slot)].alarm == nil, "slot \(slot) has a timer already")
        self.clocks[Int(slot)].alarm = moment
        return DeliveryTimer(slot: slot, ticket: self.clocks[Int(slot)].ticket)
    }

    mutating func disarm(_ slot: UInt32) -> DeliveryTimer? {
        guard self.clocks[Int(slot)].alarm != nil else { return nil }
        let timer = DeliveryTimer(slot: slot, ticket: self.clocks[Int(slot)].ticket)
        self.clocks[Int(slot)].alarm = nil
        self.clocks[Int(slot)].ticket &+= 1
        return timer
    }

    func alarm(of slot: UInt32) -> Instant? { self.clocks[Int(slot)].alarm }

    /// Returns the time of a timer, or nil if the timer is outdated.
    func moment(of timer: DeliveryTimer) -> Instant? {
        guard Int(timer.slot) < self.clocks.count, self.clocks[Int(timer.slot)].ticket == timer.ticket else {
            return nil
        }
        return self.clocks[Int(timer.slot)].alarm
    }
}
