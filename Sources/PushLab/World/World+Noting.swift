import Basics
import FeedContract
import FeedService
import NotificationFeed
import PushGateway
import ShoulderTap

/// The actions of the service, as events of the history.
extension World {
    mutating func noteCommits(_ result: FeedResult, of transaction: FeedTransaction) {
        guard !result.change.entries.isEmpty,
            let user = transaction.command.act.user.flatMap({ self.people.user(named: $0) })
        else { return }
        let asleep = transaction.command.act.platformsAsleep
        // Read in place, because taking a row out copies it.
        let notifications = result.change.notifications
        let rows = notifications.span
        for entry in result.change.entries {
            let id = self.record.history.number(of: entry.id)
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
    /// The platforms that are not among the targets of a publication. The publication wakes no device on them.
    fileprivate var platformsAsleep: [LabPlatform] {
        guard case .publish(_, let publication) = self else { return [] }
        return LabPlatform.allCases.filter { !publication.notification.targets.contains($0.target) }
    }
}

extension LabPlatform {
    /// The name of the platform in publish requests.
    fileprivate var target: Platform {
        switch self {
        case .ios: .iOS
        case .android: .android
        case .windows: .windows
        }
    }
}

extension FeedCommand.Act {
    /// The user whose feed the act changes.
    var user: String? {
        switch self {
        case .publish(let feed, _), .update(let feed, _), .delete(let feed, _), .fetch(let feed, _), .sweep(let feed),
            .subscribe(let feed, _, _, _, _), .unsubscribe(let feed, _, _), .invalidateCursors(let feed):
            feed.user
        case .register(let user, _), .unregister(let user, _, _), .retire(let user, _, _, _): user
        }
    }
}
