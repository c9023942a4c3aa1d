import NotificationFeed

/// The purposes of the open tickets. Tickets are numbered in order, so an errand is found by index.
struct Errands: Sendable {
    /// The errands by ticket. An errand is nil if its ticket was answered.
    private var places: [Errand?] = []
    /// The ticket number of the first place.
    private var base: UInt64 = 1
    /// The number of answered places at the front.
    private var answered = 0
    private var open = 0
    /// The number of open tickets for scheduled work.
    private(set) var chores = 0

    var isEmpty: Bool { self.open == 0 }

    /// Opens a ticket for an errand.
    mutating func add(_ errand: consuming Errand) -> Ticket {
        if errand.isChore { self.chores += 1 }
        self.places.append(errand)
        self.open += 1
        return Ticket(self.base + UInt64(self.places.count - 1))
    }

    /// Takes the errand of a ticket that is now answered. Returns nil if the ticket was answered or dropped before.
    mutating func take(_ ticket: Ticket) -> Errand? {
        guard let place = self.place(of: ticket), let errand = self.places[place].take() else { return nil }
        self.open -= 1
        if errand.isChore { self.chores -= 1 }
        self.sweep()
        return errand
    }

    subscript(ticket: Ticket) -> Errand? { self.place(of: ticket).flatMap { self.places[$0] } }

    /// Whether an open ticket reports the end of a push to the store.
    func acknowledges(_ push: UInt64) -> Bool {
        self.places.contains { if case .acknowledgement(let pushes)? = $0 { pushes.contains(push) } else { false } }
    }

    /// Drops all open tickets, and returns their errands in the order of the tickets.
    mutating func drop() -> [Errand] {
        let dropped = self.open == 0 ? [] : self.places.compactMap(\.self)
        (self.open, self.chores) = (0, 0)
        self.sweep()
        return dropped
    }

    private func place(of ticket: Ticket) -> Int? {
        guard ticket.number >= self.base, ticket.number - self.base < UInt64(self.places.count) else { return nil }
        return Int(ticket.number - self.base)
    }

    /// Forgets answered tickets, so that the array does not grow forever.
    private mutating func sweep() {
        if self.open == 0 {
            self.base += UInt64(self.places.count)
            self.places.removeAll(keepingCapacity: true)
            self.answered = 0
            return
        }
        while case .none = self.places[self.answered] { self.answered += 1 }
        guard self.answered > 64, self.answered > self.places.count / 2 else { return }
        self.places.removeFirst(self.answered)
        self.base += UInt64(self.answered)
        self.answered = 0
    }
}
