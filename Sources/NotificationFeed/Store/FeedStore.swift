package import Basics

/// The caller's name for a piece of work, used to match its answer.
package struct Ticket: Hashable, Sendable {
    package var number: UInt64

    package init(_ number: UInt64) { self.number = number }
}

/// The storage of the service's rows: one machine's memory, a file, or a database that several servers share.
///
/// A store promises:
/// - Every access is a ticket that is answered later, so a store that waits for a disk or a network blocks no caller.
/// - Each ticket is decided once: read what the rules need, decide, then write the whole change or, when writing fails,
///   nothing. The transactions of one feed have an order, as if each ran alone.
/// - A ticket is answered only after its change can no longer be lost. Tickets may be decided and answered in another
///   order than they were submitted, and many in one commit.
/// - Outbox rows become visible with the change that caused them, in the order of commits, and stay until acknowledged.
///   A row that was claimed and not acknowledged may be claimed again once its lease has run out.
/// - Rows with an end may be dropped after it; the rules treat them as absent then.
package protocol FeedStore {
    /// Accepts work. Nothing is promised until its ticket is answered.
    mutating func submit(_ work: StoreWork, as ticket: Ticket)

    /// Completes work, and appends the answers in the order of their commits.
    ///
    /// One call need not answer everything. While tickets are open, call it again to make progress.
    mutating func settle(into answers: inout [StoreAnswer])
}

/// One access to a store.
package enum StoreWork: Sendable {
    case feed(FeedTransaction)
    /// Work for parts of the system whose rows the service does not know.
    case rows(RowTransaction)
    /// Claims the oldest unclaimed outbox rows for the caller, until the lease runs out.
    case claim(limit: Int, now: Instant, lease: Interval)
    /// Forgets outbox rows that were sent. Unknown ones were forgotten before.
    case acknowledge([UInt64])
    /// Finds the feeds with due work, longest due first, each once.
    case due(at: Instant, limit: Int)
    /// Finds the feed of a subscription, live or ended. The answer for an id never changes.
    case feedOfSubscription(String)
    /// Reads the rows of a space after a key, in the order of their keys.
    case scan(space: UInt8, after: [UInt8]?, limit: Int)
}

extension StoreWork {
    /// Returns the same work in a transaction that begins now.
    ///
    /// A store that had to wait stamps its work with this method, so the times of a log are in the order of its
    /// versions. A registration keeps the time of its request: its address was known to be live then, not when the
    /// store began.
    package func begun(at now: Instant) -> StoreWork {
        guard case .feed(let transaction) = self else { return self }
        if case .register = transaction.command.act { return self }
        var command = transaction.command
        command.now = max(command.now, now)
        return .feed(command, lease: transaction.lease)
    }

    /// Wraps a command as a piece of work.
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
        /// The access failed and wrote nothing; the reason is meant for humans.
        case failed(String)
    }

    package var ticket: Ticket
    package var outcome: Outcome
    /// The next due time that the store knows after this access. It is never later than the due time of anything that
    /// the access wrote.
    package var nextDue: Instant?

    package init(_ ticket: Ticket, _ outcome: Outcome, nextDue: Instant? = nil) {
        self.ticket = ticket
        self.outcome = outcome
        self.nextDue = nextDue
    }
}

/// An outbox row and the store's name for it. Names grow in the order of commits.
package struct OutboxItem: Hashable, Sendable {
    package var id: UInt64
    package var row: OutboxRow

    package init(id: UInt64, row: OutboxRow) {
        self.id = id
        self.row = row
    }
}
