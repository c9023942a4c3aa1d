import NotificationFeed

/// A push that this process has to send. The row is in the change that caused it, or stored here.
enum HeldPush: Sendable {
    case caused(FeedResult, place: Int)
    /// Taken over from a process that held it before.
    indirect case claimed(OutboxRow)

    var row: OutboxRow {
        switch self {
        case .caused(let result, let place): result.change.outbox[place]
        case .claimed(let row): row
        }
    }

    var device: String {
        switch self {
        case .caused(let result, let place): result.change.outbox[place].device
        case .claimed(let row): row.device
        }
    }
}
