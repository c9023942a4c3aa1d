import NotificationFeed

/// The purpose of an open ticket.
enum Errand: Sendable {
    /// The caller that requested an action.
    enum Origin: Sendable {
        case device(Caller)
        indirect case publisher(Caller, PublishOrder)
        case owner(Caller)
        /// The service itself, for a sweep or for the removal of a dead address.
        case service
    }

    case act(Origin, FeedTransaction)
    /// Looks up the feed of the subscription that a publisher specified.
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

    /// Whether the errand belongs to scheduled work, which no caller requested.
    var isChore: Bool {
        switch self {
        case .due: true
        case .act(.service, let transaction): if case .sweep = transaction.command.act { true } else { false }
        default: false
        }
    }
}

/// Work that the store refused, to be submitted again.
struct Owed: Sendable {
    var acknowledgement: [UInt64] = []
    var claim = false
    /// Acts that the service itself requested, such as the removal of a dead address.
    var acts: [FeedCommand.Act] = []

    var isEmpty: Bool { self.acknowledgement.isEmpty && !self.claim && self.acts.isEmpty }
}
