import Basics
import FeedContract

extension FeedRules {
    /// Begins a change with the due work of the feed, so that no command sees expired rows.
    func draft(_ key: FeedKey, _ command: FeedCommand, _ rows: FeedRows) -> FeedDraft {
        var draft = FeedDraft(key, command, rows)
        // In the order of the log, so that every store gives out the same sequences.
        let due = rows.due.count > 1 ? rows.due.sorted { $0.version < $1.version } : rows.due
        for row in due { self.tend(row, &draft) }
        return draft
    }

    private func tend(_ row: NotificationRow, _ draft: inout FeedDraft) {
        var row = row
        if row.phase != .active {
            if let removal = row.removal, removal <= draft.now { draft.forget(row) }
        } else if row.expiration <= draft.now {
            row.end(as: .expired, removal: draft.now + self.limits.markLife)
            draft.enter(&row, .expired, author: nil, wakes: .withoutWeb)
        } else if let fallback = row.fallback, fallback.due <= draft.now {
            // A notification that was handled on any device must not be shown on another.
            if !row.isHandled {
                draft.alert(OutboxRow.Alert(fallback.visual, of: row, isFallback: true), except: fallback.fetched)
            }
            row.fallback = nil
            draft.put(row)
        }
    }

    func sweep(_ feed: FeedKey, _ command: FeedCommand, _ rows: FeedRows) -> FeedDecision {
        guard rows.feed != nil else { return FeedDecision(.swept(entries: 0)) }
        var draft = self.draft(feed, command, rows)
        let change = draft.finish()
        return FeedDecision(.swept(entries: change.entries.count), change)
    }

    func invalidateCursors(_ command: FeedCommand, _ rows: FeedRows) -> FeedDecision {
        guard var feed = rows.feed else { return FeedDecision(.done) }
        let life = FeedRow(command.fresh)
        // The new epoch must differ from the old one, even if the same number was drawn for both.
        feed.epoch = life.epoch == feed.epoch ? life.epoch &+ 1 : life.epoch
        feed.mask = life.mask
        var change = FeedChange()
        change.feed = feed
        return FeedDecision(.done, change)
    }
}

extension NotificationRow {
    /// Whether the user read the notification or acted on it, on any device.
    var isHandled: Bool { self.readState == .read || self.userActionState != .noInteraction }
}
