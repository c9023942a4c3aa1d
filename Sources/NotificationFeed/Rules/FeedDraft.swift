import Basics
import FeedContract

/// A change in the making: gives out sequences, and knows at the end who is to be woken for what.
struct FeedDraft {
    let key: FeedKey
    let now: Instant
    private(set) var feed: FeedRow
    /// The head of the log before this change: nobody was told of anything behind it.
    let start: UInt64
    private(set) var change = FeedChange()
    /// Who may have to be woken, and how.
    private let subscriptions: [SubscriptionRow]
    private let registrations: [RegistrationRow]
    /// Where in the change the new state of a notification stands.
    private var places: [ExactText: Int] = [:]
    private var causes: [Cause] = []
    private var alerts: [PendingAlert] = []

    /// Why devices are woken.
    private struct Cause {
        var id: String
        var author: String?
        /// Whom it concerns.
        var platforms: PlatformSet
    }

    private struct PendingAlert {
        var alert: OutboxRow.Alert
        /// Subscriptions that need none.
        var except: [String]
    }

    init(_ key: FeedKey, _ command: borrowing FeedCommand, _ rows: borrowing FeedRows) {
        self.key = key
        self.now = command.now
        self.start = rows.feed?.head ?? 0
        self.feed = rows.feed ?? FeedRow(command.fresh)
        self.subscriptions = rows.subscriptions
        self.registrations = rows.registrations
        if rows.feed == nil { self.change.feed = self.feed }
    }

    /// Writes one entry of the log: `row` as it stands from now on.
    mutating func enter(
        _ row: inout NotificationRow, _ kind: Change.Kind, author: String?, wakes platforms: PlatformSet
    ) {
        self.feed.head += 1
        #if Mutants
            if mutated(.numberUsedTwice), kind == .deleted { self.feed.head -= 1 }
        #endif
        self.change.feed = self.feed
        row.version = self.feed.head
        row.time = self.now
        row.author = author
        self.put(row)
        self.change.entries.append(LogEntry(row, kind))
        self.causes.append(Cause(id: row.id, author: author, platforms: platforms))
        #if Mutants
            if mutated(.savePastTheLog), kind == .updated { self.change.entries.removeLast() }
        #endif
    }

    /// Writes what is no step of the log.
    mutating func put(_ row: NotificationRow) {
        // A row may be tended and then published again in one transaction; the later state is the one to store.
        if let place = self.places[ExactText(row.id)] {
            self.change.notifications[place] = row
        } else {
            self.places[ExactText(row.id)] = self.change.notifications.count
            self.change.notifications.append(row)
        }
    }

    /// A row as it stands with what this change did to it.
    func current(_ row: NotificationRow) -> NotificationRow {
        self.places[ExactText(row.id)].map { self.change.notifications[$0] } ?? row
    }

    /// Forgets a mark, and with it the right to read on from below it.
    mutating func forget(_ row: NotificationRow) {
        self.change.removedNotifications.append(row.id)
        self.feed.floor = max(self.feed.floor, row.version)
        self.change.feed = self.feed
    }

    func isForgotten(_ row: NotificationRow) -> Bool {
        row.version <= self.feed.floor && self.change.removedNotifications.contains { $0.isExactly(row.id) }
    }

    /// What this change moved to the end of the log, in that order.
    var entered: [NotificationRow] { self.change.notifications.filter { $0.version > self.start } }

    mutating func alert(_ alert: OutboxRow.Alert, except: [String] = []) {
        self.alerts.append(PendingAlert(alert: alert, except: except))
    }

    mutating func pay(user: Instant?, app: Instant?) {
        if let user {
            self.feed.paidUntil = user
            self.change.feed = self.feed
        }
        if let app { self.change.app = AppRow(paidUntil: app) }
    }

    mutating func remember(_ request: RequestRow) { self.change.request = request }

    /// Hands the change over with its outbox, after which the draft is of no use any more: for each subscription that
    /// wants pushes one tap for all that others did, then its alerts.
    mutating func finish() -> FeedChange {
        precondition(self.feed.floor <= self.feed.head, "a feed forgot an entry that it never wrote")
        var change = FeedChange()
        swap(&change, &self.change)
        if !self.causes.isEmpty || !self.alerts.isEmpty { change.outbox = self.pushes() }
        (self.places, self.causes, self.alerts) = ([:], [], [])
        return change
    }

    // It claims to change the draft, and does not: what is only lent for reading is copied for each call.
    private mutating func pushes() -> [OutboxRow] {
        var outbox: [OutboxRow] = []
        outbox.reserveCapacity(self.subscriptions.count)
        // In place, since rows that are taken out are copied.
        let (subscriptions, registrations) = (self.subscriptions, self.registrations)
        for index in subscriptions.indices
        where subscriptions[index].expiration > self.now && !subscriptions[index].isQuiet {
            #if Mutants
                if mutated(.lastDeviceSkipped), index == subscriptions.count - 1 { continue }
            #endif
            let known = registrations.indices.first {
                registrations[$0].device.isExactly(subscriptions[index].device)
            }
            guard let known, registrations[known].expiration > self.now,
                let platform = registrations[known].channel.kind.platform
            else { continue }
            let activities = self.activities(for: subscriptions[index].id, on: platform)
            if !activities.isEmpty {
                let tap = OutboxRow.Push.tap(head: self.feed.position, activities: activities)
                outbox.append(self.push(tap, to: index, known))
            }
            for pending in self.alerts where platform == .iOS && !pending.except.contains(subscriptions[index].id) {
                outbox.append(self.push(.alert(pending.alert), to: index, known))
            }
        }
        return outbox
    }

    @inline(__always)
    private mutating func push(_ push: consuming OutboxRow.Push, to place: Int, _ registration: Int) -> OutboxRow {
        OutboxRow(
            feed: self.key, subscription: self.subscriptions[place].id, device: self.subscriptions[place].device,
            appId: self.registrations[registration].appId, channel: self.registrations[registration].channel,
            push: push, created: self.now)
    }

    private func activities(for subscription: String, on platform: Platform) -> [String] {
        // Mostly there is one, which cannot be there twice.
        var seen: Set<ExactText>? = self.causes.count > 1 ? [] : nil
        return self.causes.compactMap { cause in
            #if Mutants
                if mutated(.authorTapped), cause.author == subscription { return cause.id }
            #endif
            guard cause.platforms.contains(platform), cause.author != subscription else { return nil }
            return seen?.insert(ExactText(cause.id)).inserted ?? true ? cause.id : nil
        }
    }
}

extension PlatformSet {
    /// Who is woken when something that was there before changes: a web push would have to show something.
    static let withoutWeb = PlatformSet.all.subtracting(PlatformSet(.webPush))
}
