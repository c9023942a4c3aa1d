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
        let sleepers = HistoryEvent.sleepers(of: transaction.command.act)
        // In place, since a row that is taken out is copied.
        let notifications = result.change.notifications
        let rows = notifications.span
        for entry in result.change.entries {
            let id = self.history.number(of: entry.id)
            var row: Int?
            for index in rows.indices where row == nil {
                if rows[index].id.isExactly(entry.id), rows[index].version == entry.sequence { row = index }
            }
            var states: UInt32 = 0
            if let row { states = HistoryEvent.states(rows[row].readState, rows[row].userActionState) }
            self.note(
                .committed, .service, id, party: .user(user),
                detail: (entry.kind == .new ? sleepers : 0) | UInt32(entry.kind.rawValue) << 8 | states,
                first: entry.sequence, second: entry.generation)
            guard entry.kind == .new, let row else { continue }
            self.note(
                .expires, .service, id, party: .user(user), first: Self.time(of: rows[row].expiration),
                second: entry.generation)
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
            .pageServed, .service, party: .device(device), detail: kind.number, first: reading.place.position,
            second: page.next.position)
    }
}

extension HistoryEvent {
    /// The platforms that a publication by its own wish wakes nobody on.
    fileprivate static func sleepers(of act: FeedCommand.Act) -> UInt32 {
        guard case .publish(_, let publication) = act else { return 0 }
        var sleepers: UInt32 = 0
        for platform in LabPlatform.allCases where !publication.notification.targets.contains(platform.target) {
            sleepers |= Self.sleeper(platform)
        }
        return sleepers
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

    package init(number: UInt32) {
        self.init(isFull: number & 1 != 0, isLast: number & 2 != 0)
        self.isContinued = number & 4 != 0
        self.days = number >> 8 == 0 ? nil : Int(number >> 8)
    }

    /// As histories have it.
    var number: UInt32 {
        (self.isFull ? 1 : 0) | (self.isLast ? 2 : 0) | (self.isContinued ? 4 : 0) | UInt32(self.days ?? 0) << 8
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
