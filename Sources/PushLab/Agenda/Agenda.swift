package import Basics

/// What is going to happen, in the order of time and, at one moment, in the order in which it was arranged.
///
/// Moments and tickets are packed into one word, so that the heap compares words without a branch. The word holds
/// twelve days from a base; what lies behind them waits in a second heap until the first is empty, and tickets are
/// given out anew when they are used up. Neither changes the order.
package struct Agenda<Event> {
    /// Finds an event again that is to be called off.
    package struct Handle: Hashable, Sendable {
        fileprivate let slot: UInt32
        fileprivate let use: UInt32
    }

    fileprivate struct Slot {
        var event: Event?
        /// How often the slot was used, so that an old handle finds nothing.
        var use: UInt32 = 0
    }

    private var near = WordHeap()
    private var far = MomentHeap()
    private var slots: [Slot] = []
    private var freeSlots: [UInt32] = []
    private var base: Int64 = 0
    private var nextTicket: UInt64 = 0
    private let packing: Packing

    /// Events that are arranged and neither taken nor called off.
    package private(set) var count = 0

    /// How many bits of a word the ticket has; the moment has the others.
    struct Packing {
        let ticketBits: UInt64
        static var usual: Packing { Packing(ticketBits: 24) }

        var tickets: UInt64 { 1 << self.ticketBits }
        var horizon: Int64 { Int64(1) << Int64(64 - self.ticketBits) }
    }

    package init() { self.init(packing: .usual) }

    init(packing: Packing) { self.packing = packing }

    package var isEmpty: Bool { self.count == 0 }

    /// Arranges an event; two at one moment happen in the order of these calls.
    @discardableResult
    package mutating func add(_ event: Event, at moment: Instant) -> Handle {
        if self.nextTicket == self.packing.tickets { self.renumber() }
        let ticket = self.nextTicket
        self.nextTicket += 1
        let slot = self.slot(for: event)
        if self.near.isEmpty, self.far.isEmpty { self.base = moment.microseconds }
        self.insert(moment.microseconds, ticket, slot)
        self.count += 1
        return Handle(slot: slot, use: self.slots[Int(slot)].use)
    }

    /// Calls an event off; nil when it happened already.
    @discardableResult
    package mutating func callOff(_ handle: Handle) -> Event? {
        let index = Int(handle.slot)
        guard self.slots[index].use == handle.use, let event = self.slots[index].event.take() else { return nil }
        // Its place in the heap stays until its moment comes, or until most places are of its kind.
        self.count -= 1
        if self.near.count + self.far.count > 2 * self.count + 64 { self.forgetCalledOff() }
        return event
    }

    /// When the next event happens.
    package var nextMoment: Instant? {
        mutating get {
            self.dropCalledOff()
            return self.near.first.map { Instant(microseconds: self.moment(of: $0.word)) }
        }
    }

    /// Takes the next event out.
    package mutating func next() -> (moment: Instant, event: Event)? {
        self.dropCalledOff()
        guard let entry = self.near.removeFirst() else { return nil }
        let event = self.slots[Int(entry.slot)].event.take()
        self.release(entry.slot)
        self.count -= 1
        guard let event else { preconditionFailure("an event that was called off is still the next") }
        return (Instant(microseconds: self.moment(of: entry.word)), event)
    }

    private mutating func dropCalledOff() {
        while true {
            if self.near.isEmpty { self.bringNear() }
            guard let entry = self.near.first, self.slots[Int(entry.slot)].event == nil else { return }
            _ = self.near.removeFirst()
            self.release(entry.slot)
        }
    }

    private mutating func forgetCalledOff() {
        for event in self.takeAll() { self.insert(event.moment, event.ticket, event.slot) }
    }

    private func moment(of word: UInt64) -> Int64 { self.base + Int64(word >> self.packing.ticketBits) }

    private mutating func insert(_ moment: Int64, _ ticket: UInt64, _ slot: UInt32) {
        if moment < self.base { self.rebase(to: moment) }
        if let distance = self.distance(to: moment) {
            self.near.insert(HeapWord(word: distance << self.packing.ticketBits | ticket, slot: slot))
        } else {
            self.far.insert(FarEvent(moment: moment, ticket: ticket, slot: slot))
        }
    }

    /// How far a moment lies behind the base; nil when a word cannot hold it.
    private func distance(to moment: Int64) -> UInt64? {
        let (distance, overflow) = moment.subtractingReportingOverflow(self.base)
        return !overflow && distance < self.packing.horizon ? UInt64(distance) : nil
    }

    /// Moves the base back, which only an event before all others asks for.
    private mutating func rebase(to moment: Int64) {
        let pending = self.takeAll()
        self.base = moment
        for event in pending { self.insert(event.moment, event.ticket, event.slot) }
    }

    private mutating func bringNear() {
        guard let first = self.far.first else { return }
        self.base = first.moment
        while let event = self.far.first, self.distance(to: event.moment) != nil {
            _ = self.far.removeFirst()
            self.insert(event.moment, event.ticket, event.slot)
        }
    }

    /// Gives the tickets of all pending events out anew, in their order.
    private mutating func renumber() {
        let pending = self.takeAll().sorted { $0.ticket < $1.ticket }
        precondition(pending.count < self.packing.tickets, "more events are pending than there are tickets")
        self.nextTicket = 0
        for event in pending {
            self.insert(event.moment, self.nextTicket, event.slot)
            self.nextTicket += 1
        }
    }

    /// Empties both heaps of what is still to happen.
    private mutating func takeAll() -> [FarEvent] {
        let mask = self.packing.tickets - 1
        let nearby = self.near.takeAll().map {
            FarEvent(moment: self.moment(of: $0.word), ticket: $0.word & mask, slot: $0.slot)
        }
        return (nearby + self.far.takeAll()).filter { event in
            guard self.slots[Int(event.slot)].event == nil else { return true }
            self.release(event.slot)
            return false
        }
    }

    private mutating func slot(for event: Event) -> UInt32 {
        if let slot = self.freeSlots.popLast() {
            self.slots[Int(slot)].event = event
            return slot
        }
        precondition(self.slots.count < UInt32.max, "more events are pending than can be counted")
        self.slots.append(Slot(event: event))
        return UInt32(self.slots.count - 1)
    }

    private mutating func release(_ slot: UInt32) {
        self.slots[Int(slot)].use &+= 1
        self.freeSlots.append(slot)
    }
}

extension Agenda: Sendable where Event: Sendable {}
extension Agenda.Slot: Sendable where Event: Sendable {}
