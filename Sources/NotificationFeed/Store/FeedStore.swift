package import Basics

/// The caller's name for a piece of work, by which it finds the answer.
package struct Ticket: Hashable, Sendable {
    package var number: UInt64

    package init(_ number: UInt64) { self.number = number }
}

/// Where the service keeps its rows. One machine's memory, a file, or a database that several servers share.
///
/// What a store promises:
/// - Every access is a ticket that is answered later: a store that waits for a disk or a network keeps nobody waiting.
/// - Each ticket is decided once: read what the rules need, decide, write all of the change or, when writing fails,
///   nothing. The transactions of one feed have an order, as if each ran alone.
/// - A ticket is answered when its change can no longer be lost, and never before. Tickets may be decided and answered
///   in another order than they were submitted, and many in one commit.
/// - Outbox rows become visible with the change that caused them, in the order of commits, and stay until acknowledged.
///   A row that was claimed and not acknowledged may be claimed again once its lease has run out.
/// - Rows that say when they end may be dropped from then on; the rules treat them as absent anyway.
package protocol FeedStore {
    /// Takes work in. Nothing of it is promised until its ticket is answered.
    mutating func submit(_ work: StoreWork, as ticket: Ticket)

    /// Brings work to an end, and appends the answers in the order of their commits.
    ///
    /// One call need not answer everything; calling again while tickets are open gets on.
    mutating func settle(into answers: inout [StoreAnswer])
}

/// One access to a store.
package enum StoreWork: Sendable {
    case feed(FeedTransaction)
    /// For parts of the system whose rows the service does not know.
    case rows(RowTransaction)
    /// Holds the oldest outbox rows that nobody holds for the caller, until the lease runs out.
    case claim(limit: Int, now: Instant, lease: Interval)
    /// Forgets outbox rows that were sent. Unknown ones were forgotten before.
    case acknowledge([UInt64])
    /// Finds the feeds with something due, longest due first, each once.
    case due(at: Instant, limit: Int)
    /// Finds the feed of a subscription, live or ended. What the answer says never changes.
    case feedOfSubscription(String)
    /// Reads the rows of a space after a key, in the order of their keys.
    case scan(space: UInt8, after: [UInt8]?, limit: Int)
}

extension StoreWork {
    /// The same work in a transaction that begins now. A store that had to wait stamps its work so: the times of a log
    /// are then in the order of its versions.
    ///
    /// A registration keeps the time of its request: it says that its address lived then, not when the store began.
    package func begun(at now: Instant) -> StoreWork {
        guard case .feed(let transaction) = self else { return self }
        if case .register = transaction.command.act { return self }
        var command = transaction.command
        command.now = max(command.now, now)
        return .feed(command, lease: transaction.lease)
    }

    /// A command as a piece of work.
    package static func feed(_ command: FeedCommand, lease: Interval? = nil) -> StoreWork {
        .feed(FeedTransaction(command, lease: lease))
    }
}

/// The end of one access.
package struct StoreAnswer: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        case feed(FeedResult)
        case rows([UInt8])
        case claimed([OutboxItem])
        case acknowledged
        case due([FeedKey])
        case feedOfSubscription(FeedKey?)
        case scanned([StoredRow])
        /// Nothing was written. The reason is for people.
        case failed(String)
    }

    package var ticket: Ticket
    package var outcome: Outcome
    /// When something falls due next, as the store knows after this access; never later than what the access made due.
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
