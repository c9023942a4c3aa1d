package import Basics

/// A queue of future events, ordered by time.
///
/// Events at the same time happen in the order in which they were added.
///
/// Each event has a ticket. The time and the ticket are packed into one word, so that the heap compares words without a
/// branch. A word covers almost five hours from a base time. Later events wait in a second heap until the first heap is
/// empty. When all tickets are used up, all pending events get new tickets. The order of events never changes.
package struct Agenda<Event> {
    /// A reference to an event, used to cancel or change it.
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
    /// The base time: the time in each word is relative to it.
    ///
    /// It is set by the first event, and again when far events move to the near heap.
    private var base = Int64.max
    private var nextTicket: UInt64 = 0
    private let packing: Packing

    /// The number of pending events.
    package private(set) var count = 0

    /// The layout of a word: the number of bits for the ticket.
    ///
    /// The other bits hold the time.
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

    /// Reserves room for `count` events, and sets the base: no event may be earlier than `moment`.
    mutating func begin(at moment: Instant, minimumCapacity count: Int) {
        precondition(self.near.isEmpty && self.far.isEmpty, "something is arranged already")
        self.base = moment.microseconds
        self.slots.reserveCapacity(count)
    }

    /// Adds an event.
    ///
    /// Two events at the same time happen in the order of these calls.
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

    /// Cancels an event and returns it. Returns nil if the event has already happened.
    @discardableResult
    package mutating func callOff(_ handle: Handle) -> Event? {
        guard let event = self.take(handle.place) else { return nil }
        // The heap entry stays until its time comes, or until most entries of the heap are cancelled.
        if self.near.count + self.far.count > 2 * self.count + 64 { self.forgetCalledOff() }
        return event
    }

    /// The event, if it is still pending.
    subscript(handle: Handle) -> Event? {
        self.isPending(handle.place) ? self.slots[Int(handle.place.slot)].event : nil
    }

    /// Changes an event that is still pending.
    mutating func edit(_ handle: Handle, _ change: (inout Event) -> Void) {
        guard self.isPending(handle.place), var event = self.slots[Int(handle.place.slot)].event else { return }
        change(&event)
        self.slots[Int(handle.place.slot)].event = event
    }

    /// The time of the next event.
    package var nextMoment: Instant? {
        mutating get {
            self.dropCalledOff()
            if let first = self.near.first { return Instant(microseconds: self.moment(of: first.word)) }
            // Reading the time does not move events to the near heap, because the next event that is added is likely to
            // be earlier.
            return self.far.first.map { Instant(microseconds: $0.moment) }
        }
    }

    /// Takes the next event out.
    package mutating func next() -> (moment: Instant, event: Event)? {
        self.dropCalledOff()
        return self.takeFirst()
    }

    /// Takes the next event out if it happens at `end` or earlier; otherwise returns nil.
    package mutating func next(by end: Instant) -> (moment: Instant, event: Event)? {
        guard let moment = self.nextMoment, moment <= end else { return nil }
        // `nextMoment` has already removed the cancelled events that were in front of this event.
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

    /// The pending events, in the order in which they will happen.
    package var pending: [(moment: Instant, event: Event)] {
        var copy = self
        let order = copy.takeAll().sorted()
        return order.compactMap { entry in
            self.slots[Int(entry.place.slot)].event.map { (Instant(microseconds: entry.moment), $0) }
        }
    }

    /// Removes cancelled events from the front of the near heap. If that heap is then empty, removes them from the
    /// front of the far heap.
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

    /// Returns the time from the base to a moment. Returns nil if the time does not fit in a word.
    private func distance(to moment: Int64) -> UInt64? {
        let (distance, overflow) = moment.subtractingReportingOverflow(self.base)
        return !overflow && distance < self.packing.horizon ? UInt64(distance) : nil
    }

    /// Moves the base back.
    ///
    /// This is needed only for an event that is earlier than all others.
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

    /// Gives all pending events new tickets, in their order.
    private mutating func renumber() {
        let pending = self.takeAll().sorted { $0.ticket < $1.ticket }
        precondition(pending.count < self.packing.tickets, "more events are pending than there are tickets")
        self.nextTicket = 0
        for event in pending {
            self.insert(event.moment, self.nextTicket, event.place)
            self.nextTicket += 1
        }
    }

    /// Empties both heaps and returns the pending events.
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

    /// Takes an event out and frees its slot. Returns nil if the event has already been taken out.
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
