import Basics
import FeedContract

extension FeedRules {
    /// Reads one page.
    ///
    /// Each notification stands in the log where it last changed, so a page reports net effects. What changes behind
    /// a reader's back moves to a place that the reader has not passed yet, so it is reported again, never lost.
    func fetch(_ reading: Reading, in feed: FeedKey, _ command: FeedCommand, _ rows: FeedRows) -> FeedDecision {
        guard self.directory.knows(host: feed.host) else { return FeedDecision(.refused(.unknownHost)) }
        if let reader = reading.reader {
            let isLive = rows.subscriptions.contains { $0.id == reader && $0.expiration > command.now }
            guard isLive else { return FeedDecision(.refused(.endedSubscription)) }
        }
        // Where nothing is due and nobody waits to hear of the read, it changes nothing, and needs no draft.
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
        // What was tended in this transaction moved to the end of the log.
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

    /// The read that goes on at `place`, or nil when something that it must report may be forgotten. Nobody was told
    /// of anything behind `start`.
    private func session(_ place: ReadingPlace, _ feed: FeedRow, start: UInt64) -> ReadingPlace.Session? {
        switch place {
        case .start: return ReadingPlace.Session(from: 0, position: 0, anchor: feed.head, isFull: true)
        case .after(let epoch, let sequence):
            guard epoch == feed.epoch, sequence <= start, sequence >= feed.floor else { return nil }
            return ReadingPlace.Session(from: sequence, position: sequence, anchor: feed.head, isFull: false)
        case .within(let epoch, let session):
            guard epoch == feed.epoch, session.position <= start else { return nil }
            // A full read only misses the end of what it may have reported, which came behind its beginning.
            let known = session.isFull ? max(session.position, session.anchor) : session.position
            return known >= feed.floor ? session : nil
        }
    }

    private struct Scan {
        /// Where the rows stand that belong to the page.
        var places: [Int] = []
        /// The sequence up to which everything was seen.
        var end: UInt64
        var hasMore: Bool
    }

    /// Looks at rows where they lie, since a row that is taken out is copied. `stands` says whether one still stands
    /// where it was read.
    @inline(__always)
    private func scan(
        _ all: [NotificationRow], _ session: ReadingPlace.Session, _ reading: Reading, _ rows: FeedRows,
        _ feed: FeedRow, _ now: Instant, stands: (NotificationRow) -> Bool
    ) -> Scan {
        let limit = self.pageSize(reading)
        let horizon = self.horizon(reading, session, now)
        var scan = Scan(end: session.position, hasMore: rows.hasMoreChanges)
        var size = 0
        #if Mutants
            if mutated(.pageCutShort) { scan.hasMore = false }
        #endif
        for place in all.indices {
            guard stands(all[place]) else {
                scan.end = max(scan.end, all[place].version)
                continue
            }
            let length = all[place].content?.size ?? 0
            // One change at least, however long it is, or the reader would never get on.
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

    /// Who reads everything need not hear of what expired before, nor of what lies too far back. Whoever reads on
    /// from a cursor may hold it, and must.
    @inline(__always)
    private func isOfInterest(_ row: NotificationRow, _ session: ReadingPlace.Session, _ horizon: Instant?) -> Bool {
        #if Mutants
            if mutated(.deletionUntold), row.phase == .deleted { return false }
            if mutated(.endUntold), row.phase == .expired { return false }
            if mutated(.beginningCutShort), session.isFull, row.readState == .read { return false }
        #endif
        guard session.isFull, row.version <= session.anchor else { return true }
        return row.phase != .expired && horizon.map { row.time >= $0 } ?? true
    }

    private func horizon(_ reading: Reading, _ session: ReadingPlace.Session, _ now: Instant) -> Instant? {
        // Longer than anything lives is no limit, and must not overflow.
        guard let days = reading.days, days > 0, days < 10_000 else { return nil }
        return now - .days(Int64(days))
    }

    /// Notes that a subscription got a notification whose fallback it then does not need.
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
    /// The same whatever is wrong with a cursor, so that nobody learns from it how to make one.
    static let resyncRequired = FeedRefusal(
        .resyncRequired, "The cursor is of no use any more; forget it and read everything again without one.")
    static let endedSubscription = FeedRefusal(
        .unknownSubscription, "The subscription is unknown or has ended; subscribe again.")
}
