import Basics
import FeedContract

/// The service as stateless rules. They determine which rows a command needs, which rows to write, and the answer.
///
/// The rules are pure: the same command and rows give the same decision, in a simulation and in a server. A refused
/// command writes nothing. A save or delete that does not succeed also writes nothing.
package struct FeedRules: Sendable {
    package var limits: FeedLimits
    package var directory: AppDirectory

    package init(_ limits: FeedLimits = FeedLimits(), directory: AppDirectory = .open) {
        self.limits = limits
        self.directory = directory
    }

    /// Returns the rows that ``decide(_:_:)`` needs.
    package func needs(_ command: FeedCommand) -> FeedNeeds {
        // Each value is created in one expression. A value that is built field by field would be copied when it is
        // returned.
        switch command.act {
        case .publish(let feed, let publication):
            self.changing(
                feed, command.now, notification: publication.notification.appNotificationId ?? command.fresh.id,
                request: publication.requestId, app: self.limits.appThrottle == nil ? nil : feed.host)
        case .update(let feed, let update): self.changing(feed, command.now, notification: update.id)
        case .delete(let feed, let deletion): self.changing(feed, command.now, notification: deletion.id)
        case .fetch(let feed, let reading):
            FeedNeeds(
                feed: feed, dueBy: command.now, changesAfter: reading.place.position,
                changesLimit: self.pageSize(reading), expiredHiddenUpTo: reading.place.expiredHiddenUpTo,
                subscriptions: true, registrations: feed.user, registrationsOnlyWhenDue: true)
        case .sweep(let feed):
            FeedNeeds(
                feed: feed, dueBy: command.now, subscriptions: true, registrations: feed.user,
                registrationsOnlyWhenDue: true)
        case .subscribe(let feed, _, _, _, _), .unsubscribe(let feed, _, _): FeedNeeds(feed: feed, subscriptions: true)
        case .register(let user, _), .unregister(let user, _, _), .retire(let user, _, _, _):
            FeedNeeds(registrations: user)
        case .invalidateCursors(let feed): FeedNeeds(feed: feed)
        }
    }

    /// Returns the rows needed by any command that may write log entries. Such a command may also wake devices.
    @inline(__always)
    private func changing(
        _ feed: FeedKey, _ now: Instant, notification: String, request: String? = nil, app: String? = nil
    ) -> FeedNeeds {
        FeedNeeds(
            feed: feed, dueBy: now, notification: notification, subscriptions: true, registrations: feed.user,
            request: request, app: app)
    }

    /// Decides about a command from the rows that it needs.
    package func decide(_ command: FeedCommand, _ rows: FeedRows) -> FeedDecision {
        switch command.act {
        case .publish(let feed, let publication): self.publish(publication, in: feed, command, rows)
        case .update(let feed, let update): self.update(update, in: feed, command, rows)
        case .delete(let feed, let deletion): self.delete(deletion, in: feed, command, rows)
        case .fetch(let feed, let reading): self.fetch(reading, in: feed, command, rows)
        case .sweep(let feed): self.sweep(feed, command, rows)
        case .subscribe(let feed, let device, let appId, let serial, let isQuiet):
            self.subscribe(device, appId, serial, isQuiet: isQuiet, to: feed, command, rows)
        case .unsubscribe(_, let subscription, let serial):
            self.unsubscribe(subscription, serial, command.now, rows)
        case .register(_, let request): self.register(request, command.now, rows)
        case .unregister(_, let device, let serial): self.unregister(device, serial, command.now, rows)
        case .retire(_, let device, let token, let since): self.retire(device, token, since, command.now, rows)
        case .invalidateCursors: self.invalidateCursors(command, rows)
        }
    }

    func pageSize(_ reading: Reading) -> Int {
        guard let limit = reading.limit, limit > 0 else { return self.limits.pageSize }
        return min(limit, self.limits.pageSize)
    }
}
