import Basics
import FeedContract

extension FeedRules {
    /// Reads one page.
    ///
    /// Each notification is in the log only at its latest change, so a page reports net effects. A notification that
    /// changes during a read moves to the end of the log, which the reader has not reached yet. So the notification is
    /// reported again and never lost.
    func fetch(_ reading: Reading, in feed: FeedKey, _ command: FeedCommand, _ rows: FeedRows) -> FeedDecision {
        guard self.directory.knows(host: feed.host) else { return FeedDecision(.refused(.unknownHost)) }
        if let reader = reading.reader {
            let isLive = rows.subscriptions.contains { $0.id == reader && $0.expiration > command.now }
            guard isLive else { return FeedDecision(.refused(.endedSubscription)) }
        }
        // If nothing is due and no fallback waits for this read, the read changes nothing and needs no draft.
        if rows.due.isEmpty, let feed = rows.feed, !rows.changes.contains(where: { $0.fallback != nil }) {
            guard let session = self.session(reading.place, feed, start: feed.head) else {
                return FeedDecision(.refused(.resyncRequired))
            }
            let scan = self.scan(rows.changes, session, reading, rows, feed, command.now) { _ in true }
            let changes = scan.places.map { Change(rows.changes[$0], since: session.from, reader: reading.reader) }
            return FeedDecision(.page(self.page(of: changes, session, scan, feed)))
        }
        var draft = self.draft(feed, command, rows)
        guard let session = self.session(reading.place, draft.feed, start: draft.start) else {
            return FeedDecision(.refused(.resyncRequired))
        }
        // Rows that became due in this transaction have moved to the end of the log.
        let moved = rows.hasMoreChanges ? [] : draft.entered
        let all = moved.isEmpty ? rows.changes : rows.changes + moved
        let scan = self.scan(all, session, reading, rows, draft.feed, command.now) { stored in
            let row = draft.current(stored)
            return row.version == stored.version && !draft.isForgotten(row)
        }
        let standing = scan.places.map { draft.current(all[$0]) }
        let changes = standing.map { Change($0, since: session.from, reader: reading.reader) }
        for row in standing { self.acknowledge(row, by: reading.reader, &draft) }
        return FeedDecision(.page(self.page(of: changes, session, scan, draft.feed)), draft.finish())
    }

    private func page(
        of changes: [Change], _ session: ReadingPlace.Session, _ scan: Scan, _ feed: FeedRow
    ) -> OpenPage {
        precondition(scan.end >= session.position, "a page ends before its start")
        var next = ReadingPlace.after(epoch: feed.epoch, sequence: scan.end)
        if scan.hasMore {
            var session = session
            session.position = scan.end
            next = .within(epoch: feed.epoch, session)
        }
        return OpenPage(changes: changes, next: next, position: feed.position(at: scan.end), isFull: session.isFull)
    }

    /// Returns the read that continues at `place`. Returns nil if the place is invalid. Also returns nil if the read
    /// would have to report the mark of a deleted or expired notification, and this mark may already be removed.
    ///
    /// `start` is the last sequence number that a reader can have seen.
    private func session(_ place: ReadingPlace, _ feed: FeedRow, start: UInt64) -> ReadingPlace.Session? {
        switch place {
        case .start: return ReadingPlace.Session(from: 0, position: 0, anchor: feed.head, isFull: true)
        case .after(let epoch, let sequence):
            guard epoch == feed.epoch, sequence <= start, sequence >= feed.floor else { return nil }
            return ReadingPlace.Session(from: sequence, position: sequence, anchor: feed.head, isFull: false)
        case .within(let epoch, let session):
            guard epoch == feed.epoch, session.position <= start else { return nil }
            // A full read can miss the end of a notification only if the end was logged after the read began, and if
            // the read may already have reported the notification.
            let known = session.isFull ? max(session.position, session.anchor) : session.position
            return known >= feed.floor ? session : nil
        }
    }

    private struct Scan {
        /// The indices of the rows that belong to the page.
        var places: [Int] = []
        /// The sequence number up to which the rows were scanned.
        var end: UInt64
        var hasMore: Bool
    }

    /// Finds the rows of the page. The rows are scanned in place, because taking a row out would copy it.
    ///
    /// `stands` returns false if the current transaction has moved the row to the end of the log, or has removed the
    /// row.
    @inline(__always)
    private func scan(
        _ all: [NotificationRow], _ session: ReadingPlace.Session, _ reading: Reading, _ rows: FeedRows,
        _ feed: FeedRow, _ now: Instant, stands: (NotificationRow) -> Bool
    ) -> Scan {
        let limit = self.pageSize(reading)
        let horizon = self.horizon(reading, session, now)
        var scan = Scan(end: session.position, hasMore: rows.hasMoreChanges)
        var size = 0
        for place in all.indices {
            guard stands(all[place]) else {
                scan.end = max(scan.end, all[place].version)
                continue
            }
            let length = all[place].content?.size ?? 0
            // Every page has at least one change, even a very long one. Otherwise the reader would make no progress.
            if scan.places.count == limit || !scan.places.isEmpty && size + length > self.limits.pageBytes {
                scan.hasMore = true
                return scan
            }
            scan.end = all[place].version
            if self.isOfInterest(all[place], session, horizon) {
                scan.places.append(place)
                size += length
            }
        }
        if !scan.hasMore { scan.end = feed.head }
        return scan
    }

    /// Whether a reader needs this row.
    ///
    /// A full read does not need notifications that expired earlier or are too old. A client that continues from a
    /// cursor needs them, because it may still have such a notification.
    @inline(__always)
    private func isOfInterest(_ row: NotificationRow, _ session: ReadingPlace.Session, _ horizon: Instant?) -> Bool {
        guard session.isFull, row.version <= session.anchor else { return true }
        return row.phase != .expired && horizon.map { row.time >= $0 } ?? true
    }

    private func horizon(_ reading: Reading, _ session: ReadingPlace.Session, _ now: Instant) -> Instant? {
        // A limit that is longer than any lifetime has no effect. It is ignored, because it could overflow.
        guard let days = reading.days, days > 0, days < 10_000 else { return nil }
        return now - .days(Int64(days))
    }

    /// Records that a subscription received a notification. The subscription then no longer needs the fallback of this
    /// notification.
    private func acknowledge(_ row: NotificationRow, by reader: String?, _ draft: inout FeedDraft) {
        guard let reader, var fallback = row.fallback, !fallback.fetched.contains(reader) else { return }
        fallback.fetched.append(reader)
        var row = row
        row.fallback = fallback
        draft.put(row)
    }
}

extension Change {
    @inline(__always)
    init(_ row: NotificationRow, since from: UInt64, reader: String?) {
        let kind: Kind =
            switch row.phase {
            case .active: row.generation > from ? .new : .updated
            case .deleted: .deleted
            case .expired: .expired
            }
        self.init(
            kind, id: row.id, serverId: row.serverId, generation: row.generation, version: row.version,
            readState: row.readState, userActionState: row.userActionState, content: row.content,
            groupName: row.groupName, priority: row.priority, expiration: row.expiration, time: row.time,
            isOwn: row.author != nil && row.author == reader)
    }
}

extension FeedRefusal {
    /// The refusal of a cursor. It is the same for every problem with the cursor, so that a client cannot learn how to
    /// forge one.
    static let resyncRequired = FeedRefusal(
        .resyncRequired, "The cursor is no longer valid; delete it and read everything again without a cursor.")
    static let endedSubscription = FeedRefusal(
        .unknownSubscription, "The subscription is unknown or has ended; subscribe again.")
}
