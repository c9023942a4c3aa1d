package import Basics

/// What is going to happen, in the order of time and, at one moment, in the order in which it was arranged.
///
/// Moments and tickets are packed into one word, so that the heap compares words without a branch. The word holds
/// almost five hours from a base; what lies behind them waits in a second heap until the first is empty, and tickets
/// are given out anew when they are used up. Neither changes the order.
package struct Agenda<Event> {
    /// Finds an event again that is to be called off.
    package struct Handle: Hashable, Sendable {
        fileprivate let place: AgendaPlace
    }

    fileprivate struct Slot {
        var event: Event?
        var use: UInt32 = 0
    }

    private var near = Heap<HeapWord>()
    private var far = Heap<FarEvent>()
    private var slots: [Slot] = []
    private var freeSlots: [UInt32] = []
    /// Where words begin to count: with the first event, until that which lies far ahead comes near.
    private var base = Int64.max
    private var nextTicket: UInt64 = 0
    private let packing: Packing

    /// Events that are arranged and neither taken nor called off.
    package private(set) var count = 0

    /// How many bits of a word the ticket has; the moment has the others.
    struct Packing {
        let ticketBits: UInt64
        static var usual: Packing { Packing(ticketBits: 30) }

        var tickets: UInt64 { 1 << self.ticketBits }
        var horizon: Int64 { Int64(1) << Int64(64 - self.ticketBits) }
    }

    package init() { self.init(packing: .usual) }

    init(packing: Packing) {
        precondition(1..<64 ~= packing.ticketBits, "a word has no room for both a moment and a ticket")
        self.packing = packing
    }

    package var isEmpty: Bool { self.count == 0 }

    /// Makes room for so many events, and expects none before a moment: words count from there.
    mutating func begin(at moment: Instant, minimumCapacity count: Int) {
        precondition(self.near.isEmpty && self.far.isEmpty, "something is arranged already")
        self.base = moment.microseconds
        self.slots.reserveCapacity(count)
    }

    /// Arranges an event; two at one moment happen in the order of these calls.
    @discardableResult
    package mutating func add(_ event: Event, at moment: Instant) -> Handle {
        if self.nextTicket == self.packing.tickets { self.renumber() }
        let ticket = self.nextTicket
        self.nextTicket += 1
        let place = self.place(for: event)
        if self.near.isEmpty, self.far.isEmpty { self.base = min(self.base, moment.microseconds) }
        self.insert(moment.microseconds, ticket, place)
        self.count += 1
        return Handle(place: place)
    }

    /// Calls an event off; nil when it happened already.
    @discardableResult
    package mutating func callOff(_ handle: Handle) -> Event? {
        guard let event = self.take(handle.place) else { return nil }
        // What leads to it stays in the heap until its moment comes, or until most of the heap is of its kind.
        if self.near.count + self.far.count > 2 * self.count + 64 { self.forgetCalledOff() }
        return event
    }

    /// Changes an event that is still to happen.
    mutating func edit(_ handle: Handle, _ change: (inout Event) -> Void) {
        guard self.isPending(handle.place), var event = self.slots[Int(handle.place.slot)].event else { return }
        change(&event)
        self.slots[Int(handle.place.slot)].event = event
    }

    /// When the next event happens.
    package var nextMoment: Instant? {
        mutating get {
            self.dropCalledOff()
            if let first = self.near.first { return Instant(microseconds: self.moment(of: first.word)) }
            // Who only asks brings nothing near: what is arranged next is likely to come before it.
            return self.far.first.map { Instant(microseconds: $0.moment) }
        }
    }

    /// Takes the next event out.
    package mutating func next() -> (moment: Instant, event: Event)? {
        self.dropCalledOff()
        return self.takeFirst()
    }

    /// Takes the next event out if it happens at `end` or before; nil, too, when there is none.
    package mutating func next(by end: Instant) -> (moment: Instant, event: Event)? {
        guard let moment = self.nextMoment, moment <= end else { return nil }
        // Asked for its moment, whatever was called off before it is gone.
        return self.takeFirst()
    }

    private mutating func takeFirst() -> (moment: Instant, event: Event)? {
        if self.near.isEmpty { self.bringNear() }
        guard let entry = self.near.removeFirst() else { return nil }
        guard let event = self.take(entry.place) else {
            preconditionFailure("an event that was called off is still the next")
        }
        return (Instant(microseconds: self.moment(of: entry.word)), event)
    }

    /// What is still to happen, in its order.
    package var pending: [(moment: Instant, event: Event)] {
        var copy = self
        let order = copy.takeAll().sorted()
        return order.compactMap { entry in
            self.slots[Int(entry.place.slot)].event.map { (Instant(microseconds: entry.moment), $0) }
        }
    }

    /// Sees to it that the first event of the near heap, or of the far one behind an empty one, still happens.
    private mutating func dropCalledOff() {
        while let entry = self.near.first, !self.isPending(entry.place) { self.near.removeFirst() }
        guard self.near.isEmpty else { return }
        while let event = self.far.first, !self.isPending(event.place) { self.far.removeFirst() }
    }

    private mutating func forgetCalledOff() {
        let slots = self.slots
        self.near.keep { slots[Int($0.place.slot)].use == $0.place.use }
        self.far.keep { slots[Int($0.place.slot)].use == $0.place.use }
        precondition(self.near.count + self.far.count == self.count, "the heaps have lost a pending event")
    }

    private func isPending(_ place: AgendaPlace) -> Bool { self.slots[Int(place.slot)].use == place.use }

    private func moment(of word: UInt64) -> Int64 { self.base + Int64(word >> self.packing.ticketBits) }

    private mutating func insert(_ moment: Int64, _ ticket: UInt64, _ place: AgendaPlace) {
        if moment < self.base { self.rebase(to: moment) }
        if let distance = self.distance(to: moment) {
            self.near.insert(HeapWord(word: distance << self.packing.ticketBits | ticket, place: place))
        } else {
            self.far.insert(FarEvent(moment: moment, ticket: ticket, place: place))
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
        for event in pending { self.insert(event.moment, event.ticket, event.place) }
    }

    private mutating func bringNear() {
        guard let first = self.far.first else { return }
        self.base = first.moment
        while let event = self.far.first, self.distance(to: event.moment) != nil {
            self.far.removeFirst()
            self.insert(event.moment, event.ticket, event.place)
        }
    }

    /// Gives the tickets of all pending events out anew, in their order.
    private mutating func renumber() {
        let pending = self.takeAll().sorted { $0.ticket < $1.ticket }
        precondition(pending.count < self.packing.tickets, "more events are pending than there are tickets")
        self.nextTicket = 0
        for event in pending {
            self.insert(event.moment, self.nextTicket, event.place)
            self.nextTicket += 1
        }
    }

    /// Empties both heaps of what is still to happen.
    private mutating func takeAll() -> [FarEvent] {
        let mask = self.packing.tickets - 1
        var events: [FarEvent] = []
        events.reserveCapacity(self.count)
        for entry in self.near.takeAll() where self.isPending(entry.place) {
            let moment = self.moment(of: entry.word)
            events.append(FarEvent(moment: moment, ticket: entry.word & mask, place: entry.place))
        }
        for event in self.far.takeAll() where self.isPending(event.place) { events.append(event) }
        precondition(events.count == self.count, "the heaps have lost a pending event")
        return events
    }

    private mutating func place(for event: Event) -> AgendaPlace {
        if !self.freeSlots.isEmpty {
            let slot = self.freeSlots.removeLast()
            self.slots[Int(slot)].event = event
            return AgendaPlace(slot: slot, use: self.slots[Int(slot)].use)
        }
        precondition(self.slots.count < UInt32.max, "more events are pending than can be counted")
        self.slots.append(Slot(event: event))
        return AgendaPlace(slot: UInt32(self.slots.count - 1), use: 0)
    }

    /// Takes an event out, whose slot is free then; nil when that was done before.
    private mutating func take(_ place: AgendaPlace) -> Event? {
        guard self.isPending(place), let event = self.slots[Int(place.slot)].event.take() else { return nil }
        self.slots[Int(place.slot)].use &+= 1
        self.freeSlots.append(place.slot)
        self.count -= 1
        return event
    }
}

extension Agenda: Sendable where Event: Sendable {}
extension Agenda.Slot: Sendable where Event: Sendable {}
