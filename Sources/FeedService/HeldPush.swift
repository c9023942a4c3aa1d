import NotificationFeed

/// A push that this process must send. The row of the push is in the change that caused the push, or in this value.
enum HeldPush: Sendable {
    case caused(FeedResult, place: Int)
    /// The push was taken over from a process that held it before.
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
