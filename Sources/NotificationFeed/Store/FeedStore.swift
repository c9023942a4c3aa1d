package import Basics

/// The caller's name for a piece of work, by which it finds the answer.
package struct Ticket: Hashable, Sendable {
    package var number: UInt64

    package init(_ number: UInt64) { self.number = number }
}

/// Where the service keeps its rows. One machine's memory, a file, or a database that several servers share.
///
/// What a store promises:
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

    /// The oldest outbox rows that nobody holds; they are held for whoever called until the lease has run out.
    mutating func claimOutbox(limit: Int, now: Instant, lease: Interval) -> [OutboxItem]

    /// Forgets outbox rows that were sent. Unknown ones were forgotten before.
    mutating func acknowledgeOutbox(_ ids: [UInt64])

    /// Feeds with something due at `now`, longest due first, each once.
    mutating func dueFeeds(at now: Instant, limit: Int) -> [FeedKey]

    /// When something falls due next, if anything will.
    mutating func nextDue() -> Instant?

    /// The feed of a subscription, live or ended; nil when there is no such row. What it says never changes.
    func feed(ofSubscription id: String) -> FeedKey?

    /// Rows of a space from the first key behind `after`, in the order of their keys.
    func rows(in space: UInt8, after key: [UInt8]?, limit: Int) -> [StoredRow]
}

/// One transaction.
package enum StoreWork: Sendable {
    case feed(FeedCommand)
    /// For parts of the system whose rows the service does not know.
    case rows(RowTransaction)
}

/// The end of one transaction.
package struct StoreAnswer: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        case feed(FeedOutcome, entries: [LogEntry])
        case rows([UInt8])
        /// Nothing was written. The reason is for people.
        case failed(String)
    }

    package var ticket: Ticket
    package var outcome: Outcome

    package init(_ ticket: Ticket, _ outcome: Outcome) {
        self.ticket = ticket
        self.outcome = outcome
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
