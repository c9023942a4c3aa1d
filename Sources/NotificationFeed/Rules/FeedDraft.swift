import Basics
import FeedContract

/// A change that is being built. It assigns sequence numbers, and finally determines which devices to wake.
struct FeedDraft {
    let key: FeedKey
    let now: Instant
    private(set) var feed: FeedRow
    /// The sequence number of the last log entry before this change. No reader has seen a later entry.
    let start: UInt64
    private(set) var change = FeedChange()
    /// The subscriptions that may have to be woken, and their channels.
    private let subscriptions: [SubscriptionRow]
    private let registrations: [RegistrationRow]
    /// For each notification, the index of its new state in the change.
    private var places: [ExactText: Int] = [:]
    private var causes: [Cause] = []
    private var alerts: [PendingAlert] = []

    /// A reason to wake devices.
    private struct Cause {
        var id: String
        var author: String?
        /// The platforms that are woken.
        var platforms: PlatformSet
    }

    private struct PendingAlert {
        var alert: OutboxRow.Alert
        /// The subscriptions that the alert is not sent to, because they do not need it.
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

    /// Adds one entry to the log. `row` is the new state of the notification.
    mutating func enter(
        _ row: inout NotificationRow, _ kind: Change.Kind, author: String?, wakes platforms: PlatformSet
    ) {
        self.feed.head += 1
        self.change.feed = self.feed
        row.version = self.feed.head
        row.time = self.now
        row.author = author
        self.put(row)
        self.change.entries.append(LogEntry(row, kind))
        self.causes.append(Cause(id: row.id, author: author, platforms: platforms))
    }

    /// Writes a row without adding an entry to the log.
    mutating func put(_ row: NotificationRow) {
        // In one transaction, due work may change a row and then a publish may change the same row again. Only the
        // later state is stored.
        if let place = self.places[ExactText(row.id)] {
            self.change.notifications[place] = row
        } else {
            self.places[ExactText(row.id)] = self.change.notifications.count
            self.change.notifications.append(row)
        }
    }

    /// Returns the current state of a row, including this change.
    func current(_ row: NotificationRow) -> NotificationRow {
        self.places[ExactText(row.id)].map { self.change.notifications[$0] } ?? row
    }

    /// Removes a mark. A cursor from before this mark can then no longer be used.
    mutating func forget(_ row: NotificationRow) {
        self.change.removedNotifications.append(row.id)
        self.feed.floor = max(self.feed.floor, row.version)
        self.change.feed = self.feed
    }

    func isForgotten(_ row: NotificationRow) -> Bool {
        row.version <= self.feed.floor && self.change.removedNotifications.contains { $0.isExactly(row.id) }
    }

    /// The rows that this change moved to the end of the log, in the order in which they were moved.
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

    /// Returns the change with its outbox. The draft must not be used afterwards.
    ///
    /// Each subscription that wants pushes gets its alerts and, before them, one tap for all changes that others made.
    mutating func finish() -> FeedChange {
        precondition(self.feed.floor <= self.feed.head, "a feed forgot an entry that it never wrote")
        var change = FeedChange()
        swap(&change, &self.change)
        if !self.causes.isEmpty || !self.alerts.isEmpty { change.outbox = self.pushes() }
        (self.places, self.causes, self.alerts) = ([:], [], [])
        return change
    }

    // This method is mutating although it changes nothing. Otherwise the borrowed value would be copied for each call.
    private mutating func pushes() -> [OutboxRow] {
        var outbox: [OutboxRow] = []
        outbox.reserveCapacity(self.subscriptions.count)
        // The rows are read in place, because taking them out would copy them.
        let (subscriptions, registrations) = (self.subscriptions, self.registrations)
        for index in subscriptions.indices
        where subscriptions[index].expiration > self.now && !subscriptions[index].isQuiet {
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
        // Usually there is one cause, which cannot be a duplicate.
        var seen: Set<ExactText>? = self.causes.count > 1 ? [] : nil
        return self.causes.compactMap { cause in
            guard cause.platforms.contains(platform), cause.author != subscription else { return nil }
            return seen?.insert(ExactText(cause.id)).inserted ?? true ? cause.id : nil
        }
    }
}

extension PlatformSet {
    /// The platforms that are woken when an existing notification changes. Web push is left out, because it would have
    /// to show something.
    static let withoutWeb = PlatformSet.all.subtracting(PlatformSet(.webPush))
}
