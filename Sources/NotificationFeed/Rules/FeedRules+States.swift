import Basics
import FeedContract

extension FeedRules {
    /// Sets the states of a notification. For each field, the update with the later sequence number wins. If a field of
    /// the update is nil, the earlier value stays.
    func update(
        _ update: StateUpdate, in feed: FeedKey, _ command: FeedCommand, _ rows: FeedRows
    ) -> FeedDecision {
        guard var row = self.reachable(rows.notification, update.generation, command.now) else {
            return FeedDecision(.updated(UpdateResult(id: update.id, succeeded: false)))
        }
        let read = update.readState ?? row.readState
        let action = update.userActionState ?? row.userActionState
        // Setting the current state again is no change: a save that is repeated after a lost answer wakes no device.
        guard read != row.readState || action != row.userActionState else {
            return FeedDecision(.updated(UpdateResult(id: row.id, succeeded: true, version: row.version)))
        }
        var draft = self.draft(feed, command, rows)
        row = draft.current(row)
        row.readState = read
        row.userActionState = action
        draft.enter(&row, .updated, author: update.author, wakes: .withoutWeb)
        return FeedDecision(
            .updated(UpdateResult(id: row.id, succeeded: true, version: row.version)), draft.finish())
    }

    /// Deletes a notification and leaves a mark in its place.
    func delete(
        _ deletion: Deletion, in feed: FeedKey, _ command: FeedCommand, _ rows: FeedRows
    ) -> FeedDecision {
        guard var row = self.reachable(rows.notification, deletion.generation, command.now) else {
            return FeedDecision(.updated(UpdateResult(id: deletion.id, succeeded: false)))
        }
        var draft = self.draft(feed, command, rows)
        row = draft.current(row)
        row.end(as: .deleted, removal: command.now + self.limits.markLife)
        draft.enter(&row, .deleted, author: deletion.author, wakes: .withoutWeb)
        return FeedDecision(
            .updated(UpdateResult(id: row.id, succeeded: true, version: row.version)), draft.finish())
    }

    /// Returns the notification if it can still be changed and has the generation that the user saw.
    private func reachable(_ row: NotificationRow?, _ generation: UInt64?, _ now: Instant) -> NotificationRow? {
        guard let row, row.isActive(at: now), generation == nil || generation == row.generation else { return nil }
        return row
    }
}
