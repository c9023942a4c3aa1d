import Basics
import FeedContract
import FeedService
import NotificationFeed
import PushGateway
import ShoulderTap

/// What the service does, as histories have it.
extension World {
    /// Microseconds since the lab was opened; what came before counts as its beginning.
    static func time(of moment: Instant) -> UInt64 { UInt64(clamping: (moment - World.start).microseconds) }

    mutating func noteCommits(_ result: FeedResult, of transaction: FeedTransaction) {
        guard !result.change.entries.isEmpty,
            let user = transaction.command.act.user.flatMap({ self.user(named: $0) })
        else { return }
        let asleep = transaction.command.act.platformsAsleep
        // In place, since a row that is taken out is copied.
        let notifications = result.change.notifications
        let rows = notifications.span
        for entry in result.change.entries {
            let id = self.history.number(of: entry.id)
            var row: Int?
            for index in rows.indices where row == nil {
                if rows[index].id.isExactly(entry.id), rows[index].version == entry.sequence { row = index }
            }
            var states = NotificationStates.untouched
            if let row { states = NotificationStates(rows[row].readState, rows[row].userActionState) }
            let commit = HistoryEvent.Fact.committed(
                entry.kind, states, version: entry.sequence, generation: entry.generation,
                asleep: entry.kind == .new ? asleep : [])
            self.note(commit, .service, id, party: .user(user))
            guard entry.kind == .new, let row else { continue }
            let end = HistoryEvent.Fact.expires(at: rows[row].expiration, generation: entry.generation)
            self.note(end, .service, id, party: .user(user))
        }
    }

    mutating func notePage(_ commit: ServiceActions.Commit, for device: Int, leadsBack: Bool) {
        guard case .page(let page) = commit.result.outcome,
            case .fetch(_, let reading) = commit.transaction.command.act
        else { return }
        var kind = PageKind(isFull: page.isFull, isLast: page.isLast && !leadsBack)
        if case .within = reading.place { kind.isContinued = true }
        kind.days = reading.days.flatMap { 1..<10_000 ~= $0 ? $0 : nil }
        self.note(
            .pageServed(kind, behind: reading.place.position, upTo: page.next.position), .service,
            party: .device(device))
    }
}

extension FeedCommand.Act {
    /// Where a publication by its own wish wakes nobody.
    fileprivate var platformsAsleep: [LabPlatform] {
        guard case .publish(_, let publication) = self else { return [] }
        return LabPlatform.allCases.filter { !publication.notification.targets.contains($0.target) }
    }
}

extension LabPlatform {
    /// What publishers call it.
    fileprivate var target: Platform {
        switch self {
        case .ios: .iOS
        case .android: .android
        case .windows: .windows
        }
    }
}

/// What sort of page a reader gets.
package struct PageKind: Hashable, Sendable {
    /// It belongs to a read from the beginning.
    package var isFull: Bool
    /// The read is complete with it.
    package var isLast: Bool
    /// It goes on where another page of the same read ended.
    package var isContinued = false
    /// How many days back it reaches; nil when nothing is left out.
    package var days: Int?

    init(isFull: Bool, isLast: Bool) {
        self.isFull = isFull
        self.isLast = isLast
    }
}

extension FeedCommand.Act {
    /// Whose feed it changes.
    var user: String? {
        switch self {
        case .publish(let feed, _), .update(let feed, _), .delete(let feed, _), .fetch(let feed, _), .sweep(let feed),
            .subscribe(let feed, _, _, _, _), .unsubscribe(let feed, _, _), .invalidateCursors(let feed):
            feed.user
        case .register(let user, _), .unregister(let user, _, _), .retire(let user, _, _, _): user
        }
    }
}

/// What may be wrong with the payload of a push that is to carry nothing but the news that there is some.
package enum WakeFault: UInt32, Hashable, Sendable {
    /// No device would take it for a tap.
    case noTap = 1
    /// It carries more than a tap does.
    case more = 2

    /// Nil where nothing is wrong.
    init?(in payload: [UInt8], over platform: LabPlatform) {
        guard let tap = AppPush(number: 0, AppPush.Content(payload, on: platform)).tap else {
            self = .noTap
            return
        }
        // Whoever writes the same tap again writes the same bytes, unless there was more in them.
        guard !tap.isHintTruncated, tap.host != nil, tap.subscription != nil else { return nil }
        let count = tap.envelopeByteCount + (platform == .ios ? Tap.payloadFrame : 0)
        guard count != payload.count else { return nil }
        self = .more
    }
}
