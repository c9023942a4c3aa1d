package import Basics

/// The whole service in memory, as a value: a copy is a snapshot, and a crash is a return to a snapshot.
///
/// Work waits until `settle`. So a crash loses work that was submitted and not answered, as with a real store.
package struct MemoryFeedStore: FeedStore, Sendable {
    package var rules: FeedRules
    /// A reason for failure. If it is set, every transaction fails with this reason and writes nothing.
    package var fault: String?

    var feeds: [MemoryFeed] = []
    var feedOfKey: [FeedKey: Int] = [:]
    var feedOfSubscription: [String: Int] = [:]
    var registrations: [ExactText: [RegistrationRow]] = [:]
    var apps: [ExactText: AppRow] = [:]
    var opaque: [RowKey: [UInt8]] = [:]
    var outbox = Outbox()
    /// The due times of the feeds. Outdated entries are skipped.
    var dues = Heap<DueEntry>()
    var waiting: [(work: StoreWork, ticket: Ticket)] = []

    package init(_ rules: FeedRules) { self.rules = rules }

    package mutating func submit(_ work: StoreWork, as ticket: Ticket) { self.waiting.append((work, ticket)) }

    package mutating func settle(into answers: inout [StoreAnswer]) {
        for (work, ticket) in self.waiting { answers.append(self.answer(work, ticket)) }
        self.waiting.removeAll(keepingCapacity: true)
    }

    /// Completes one piece of work at once, for a caller with no other open work.
    package mutating func answer(_ work: StoreWork, _ ticket: Ticket) -> StoreAnswer {
        let outcome = self.run(work)
        return StoreAnswer(ticket, outcome, nextDue: self.nextDue())
    }

    private mutating func run(_ work: StoreWork) -> StoreAnswer.Outcome {
        if let fault = self.fault { return .failed(fault) }
        switch work {
        case .feed(let transaction):
            let first = self.outbox.next
            let decision = self.run(transaction.command)
            let held = first..<self.outbox.next
            guard let lease = transaction.lease, !held.isEmpty else {
                return .feed(FeedResult(decision.outcome, decision.change))
            }
            self.outbox.hold(held, until: transaction.command.now + lease)
            return .feed(FeedResult(decision.outcome, decision.change, held: Array(held)))
        case .rows(let transaction):
            let decision = transaction.decide(transaction.keys.map { self.opaque[$0] })
            for write in decision.writes { self.opaque[write.key] = write.bytes }
            return .rows(decision.answer)
        case .claim(let limit, let now, let lease):
            return .claimed(self.outbox.claim(limit: limit, now: now, lease: lease))
        case .acknowledge(let ids):
            self.outbox.acknowledge(ids)
            return .acknowledged
        case .due(let now, let limit): return .due(self.dueFeeds(at: now, limit: limit))
        case .feedOfSubscription(let id): return .feedOfSubscription(self.feed(ofSubscription: id))
        case .scan(let space, let key, let limit): return .scanned(self.rows(in: space, after: key, limit: limit))
        }
    }

    /// Simulates a restart of the process: waiting work is dropped, and all claimed pushes are released.
    package mutating func restart() {
        self.waiting = []
        self.outbox.release()
    }

    /// Runs a complete transaction at once, for callers that need no tickets.
    package mutating func run(_ command: FeedCommand) -> FeedDecision {
        let needs = self.rules.needs(command)
        let index = needs.feed.flatMap { self.feedOfKey[$0] }
        var rows = FeedRows()
        self.read(needs, index, into: &rows)
        let decision = self.rules.decide(command, rows)
        self.write(decision.change, needs, index, command.now)
        return decision
    }

    /// Reads rows in place, because returning them would copy them.
    private mutating func read(_ needs: FeedNeeds, _ index: Int?, into rows: inout FeedRows) {
        if let index {
            rows.feed = self.feeds[index].row
            if let dueBy = needs.dueBy { rows.due = self.feeds[index].due(at: dueBy) }
            if let id = needs.notification { rows.notification = self.feeds[index].notification(id) }
            if let after = needs.changesAfter {
                (rows.changes, rows.hasMoreChanges) = self.feeds[index].changes(
                    after: after, limit: needs.changesLimit, expiredHiddenUpTo: needs.expiredHiddenUpTo)
            }
            if needs.subscriptions { rows.subscriptions = self.feeds[index].subscriptions }
            if let id = needs.request { rows.request = self.feeds[index].request(id) }
        }
        if let user = needs.registrations, !needs.registrationsOnlyWhenDue || !rows.due.isEmpty {
            rows.registrations = self.registrations[ExactText(user)] ?? []
        }
        if let host = needs.app { rows.app = self.apps[ExactText(host)] }
    }

    private mutating func write(_ change: FeedChange, _ needs: FeedNeeds, _ known: Int?, _ now: Instant) {
        if let user = needs.registrations { self.writeRegistrations(change, of: user) }
        if let host = needs.app, let row = change.app { self.apps[ExactText(host)] = row }
        guard let key = needs.feed, !change.isEmpty else { return }
        let index = known ?? self.feeds.count
        if known == nil {
            self.feedOfKey[key] = index
            self.feeds.append(MemoryFeed(key: key))
        }
        let due = self.feeds[index].nextDue
        self.feeds[index].apply(change, now: now)
        for id in change.removedSubscriptions { self.feedOfSubscription[id] = nil }
        for row in change.subscriptions { self.feedOfSubscription[row.id] = index }
        self.outbox.append(change.outbox)
        if let next = self.feeds[index].nextDue, next != due { self.dues.insert(DueEntry(due: next, place: index)) }
        self.sweepDues()
    }

    private mutating func writeRegistrations(_ change: FeedChange, of user: String) {
        guard !change.registrations.isEmpty || !change.removedRegistrations.isEmpty else { return }
        self.registrations[ExactText(user), default: []].replace(change)
    }

    private mutating func sweepDues() {
        while let first = self.dues.first, self.feeds[first.place].nextDue != first.due { self.dues.removeFirst() }
        guard self.dues.count > 2 * self.feeds.count + 16 else { return }
        self.dues = Heap(
            self.feeds.indices.compactMap { index in
                self.feeds[index].nextDue.map { DueEntry(due: $0, place: index) }
            })
    }
}

extension MemoryFeedStore {
    /// Claims rows of the outbox and returns only their ids, for a caller that reads the rows later.
    package mutating func claimOutboxNames(limit: Int, now: Instant, lease: Interval) -> [UInt64] {
        self.outbox.claimNames(limit: limit, now: now, lease: lease)
    }

    /// Returns a row of the outbox that was not acknowledged yet.
    package func outboxRow(_ id: UInt64) -> OutboxRow? { self.outbox.row(id) }

    /// Returns the device of an outbox row that has not been acknowledged yet.
    package func deviceOfPush(_ id: UInt64) -> String? { self.outbox.device(id) }

    /// Acknowledges a row of the outbox by removing it, and returns the row.
    package mutating func takeOutboxRow(_ id: UInt64) -> OutboxRow? { self.outbox.take(id) }

    private func dueFeeds(at now: Instant, limit: Int) -> [FeedKey] {
        let due = self.dues.due(at: now).filter { self.feeds[$0.place].nextDue == $0.due }
        return due.prefix(limit).map { self.feeds[$0.place].key }
    }

    private func nextDue() -> Instant? { self.dues.first?.due }

    private func feed(ofSubscription id: String) -> FeedKey? {
        self.feedOfSubscription[id].map { self.feeds[$0].key }
    }

    private func rows(in space: UInt8, after key: [UInt8]?, limit: Int) -> [StoredRow] {
        let found = self.opaque.keys.filter { candidate in
            candidate.space == space && key.map { $0.lexicographicallyPrecedes(candidate.key) } ?? true
        }
        return found.sorted().prefix(limit).map { StoredRow(key: $0.key, bytes: self.opaque[$0] ?? []) }
    }
}

extension [RegistrationRow] {
    fileprivate mutating func replace(_ change: FeedChange) {
        for place in self.indices.reversed() {
            let device = self[place].device
            if change.removedRegistrations.contains(where: { $0.isExactly(device) })
                || change.registrations.contains(where: { $0.device.isExactly(device) })
            {
                self.remove(at: place)
            }
        }
        self.append(contentsOf: change.registrations)
    }
}
