package import Basics

/// The caller's number for a piece of work. It is used to match the answer with the work.
package struct Ticket: Hashable, Sendable {
    package var number: UInt64

    package init(_ number: UInt64) { self.number = number }
}

/// The storage of the service's rows: one machine's memory, a file, or a database that several servers share.
///
/// A store promises:
/// - Each access has a ticket, and the ticket is answered later. So a store that waits for a disk or a network blocks
///   no caller.
/// - Each ticket is decided once. The store reads the rows that the rules need, decides, and then writes the whole
///   change. If writing fails, it writes nothing. The transactions of one feed have an order, as if each ran alone.
/// - A ticket is answered only when its change can no longer be lost. Tickets may be decided and answered in a
///   different order than they were submitted, and one commit may contain many tickets.
/// - Outbox rows become visible together with the change that caused them, in the order of commits. They stay until
///   they are acknowledged. A row that was claimed but not acknowledged may be claimed again after its lease has
///   expired.
/// - A row with an end may be dropped after that time, because the rules then treat it as absent.
package protocol FeedStore {
    /// Accepts work. Nothing is promised until its ticket is answered.
    mutating func submit(_ work: StoreWork, as ticket: Ticket)

    /// Completes work, and appends the answers in the order of their commits.
    ///
    /// A single call does not have to answer all tickets. Call it again while tickets are open.
    mutating func settle(into answers: inout [StoreAnswer])
}

/// One access to a store.
package enum StoreWork: Sendable {
    case feed(FeedTransaction)
    /// A transaction on rows that only another part of the system understands.
    case rows(RowTransaction)
    /// Claims the oldest unclaimed outbox rows for the caller, until the lease runs out.
    case claim(limit: Int, now: Instant, lease: Interval)
    /// Removes outbox rows that were sent. Ids that are not found were removed earlier, and are ignored.
    case acknowledge([UInt64])
    /// Finds the feeds with due work, without duplicates. The feed whose work has been due longest comes first.
    case due(at: Instant, limit: Int)
    /// Finds the feed of a subscription, live or ended. The answer for an id never changes.
    case feedOfSubscription(String)
    /// Reads the rows of a space after a key, in the order of their keys.
    case scan(space: UInt8, after: [UInt8]?, limit: Int)
}

extension StoreWork {
    /// Returns the same work with the time at which its transaction begins.
    ///
    /// A store that had to wait uses this method to set the time of its work, so that the times in a log have the same
    /// order as its versions. A registration keeps the time of its request, because its address was known to be live at
    /// that time, not at the later one.
    package func begun(at now: Instant) -> StoreWork {
        guard case .feed(let transaction) = self else { return self }
        if case .register = transaction.command.act { return self }
        var command = transaction.command
        command.now = max(command.now, now)
        return .feed(command, lease: transaction.lease)
    }

    /// Wraps a command as work for the store.
    package static func feed(_ command: FeedCommand, lease: Interval? = nil) -> StoreWork {
        .feed(FeedTransaction(command, lease: lease))
    }
}

/// The answer to one access.
package struct StoreAnswer: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        case feed(FeedResult)
        case rows([UInt8])
        case claimed([OutboxItem])
        case acknowledged
        case due([FeedKey])
        case feedOfSubscription(FeedKey?)
        case scanned([StoredRow])
        /// The access failed and wrote nothing. The value is a readable reason.
        case failed(String)
    }

    package var ticket: Ticket
    package var outcome: Outcome
    /// The next due time that the store knows after this access. It is not later than the due time of any row that the
    /// access wrote.
    package var nextDue: Instant?

    package init(_ ticket: Ticket, _ outcome: Outcome, nextDue: Instant? = nil) {
        self.ticket = ticket
        self.outcome = outcome
        self.nextDue = nextDue
    }
}

/// An outbox row and the id that the store gave it. Ids increase in the order of commits.
package struct OutboxItem: Hashable, Sendable {
    package var id: UInt64
    package var row: OutboxRow

    package init(id: UInt64, row: OutboxRow) {
        self.id = id
        self.row = row
    }
}
