import NotificationFeed

/// The purpose of an open ticket.
enum Errand: Sendable {
    /// The party that wanted an act.
    enum Origin: Sendable {
        case device(Caller)
        indirect case publisher(Caller, PublishOrder)
        case owner(Caller)
        /// The service itself: a sweep, or an address that is of no use any more.
        case service
    }

    case act(Origin, FeedTransaction)
    /// The feed of the subscription that a publisher named.
    indirect case addressee(Caller, PublishDesk.Arrival)
    case claim
    case due
    case acknowledgement([UInt64])

    /// The caller that waits for the answer.
    var caller: Caller? {
        switch self {
        case .act(.device(let caller), _), .act(.publisher(let caller, _), _), .act(.owner(let caller), _),
            .addressee(let caller, _):
            caller
        case .act(.service, _), .claim, .due, .acknowledgement: nil
        }
    }

    /// Whether it belongs to what the service does about things that fall due.
    var isChore: Bool {
        switch self {
        case .due: true
        case .act(.service, let transaction): if case .sweep = transaction.command.act { true } else { false }
        default: false
        }
    }
}

/// Work that a store refused and has yet to do.
struct Owed: Sendable {
    var acknowledgement: [UInt64] = []
    var claim = false
    /// Acts of the service itself, such as the end of an address.
    var acts: [FeedCommand.Act] = []

    var isEmpty: Bool { self.acknowledgement.isEmpty && !self.claim && self.acts.isEmpty }
}
