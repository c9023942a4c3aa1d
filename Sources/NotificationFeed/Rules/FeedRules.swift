import Basics
import FeedContract

/// The service as rules without a state of their own: which rows a command needs, and what to write and answer.
///
/// Pure: the same command and rows give the same decision, in a simulation and behind a server. A refused command, and
/// a save or delete that does not succeed, write nothing.
package struct FeedRules: Sendable {
    package var limits: FeedLimits
    package var directory: AppDirectory

    package init(_ limits: FeedLimits = FeedLimits(), directory: AppDirectory = .open) {
        self.limits = limits
        self.directory = directory
    }

    /// What has to be read before ``decide(_:_:)``.
    package func needs(_ command: FeedCommand) -> FeedNeeds {
        var needs = FeedNeeds()
        switch command.act {
        case .publish(let feed, let publication):
            needs = self.changing(feed, command.now)
            needs.notification = publication.notification.appNotificationId ?? command.fresh.id
            needs.request = publication.requestId
            needs.app = self.limits.appThrottle == nil ? nil : feed.host
        case .update(let feed, let update):
            needs = self.changing(feed, command.now)
            needs.notification = update.id
        case .delete(let feed, let deletion):
            needs = self.changing(feed, command.now)
            needs.notification = deletion.id
        case .fetch(let feed, let reading):
            needs = self.changing(feed, command.now)
            needs.changesAfter = reading.place.position
            needs.changesLimit = self.pageSize(reading)
            needs.expiredHiddenUpTo = reading.place.expiredHiddenUpTo
            needs.registrationsOnlyWhenDue = true
        case .sweep(let feed):
            needs = self.changing(feed, command.now)
            needs.registrationsOnlyWhenDue = true
        case .subscribe(let feed, _, _, _), .unsubscribe(let feed, _, _):
            needs.feed = feed
            needs.subscriptions = true
        case .register(let user, _), .unregister(let user, _, _), .retire(let user, _, _, _):
            needs.registrations = user
        case .invalidateCursors(let feed): needs.feed = feed
        }
        return needs
    }

    /// What everything needs that may write entries and so wake devices.
    private func changing(_ feed: FeedKey, _ now: Instant) -> FeedNeeds {
        var needs = FeedNeeds()
        needs.feed = feed
        needs.dueBy = now
        needs.subscriptions = true
        needs.registrations = feed.user
        return needs
    }

    /// Decides about a command, given the rows that it needs.
    package func decide(_ command: FeedCommand, _ rows: FeedRows) -> FeedDecision {
        switch command.act {
        case .publish(let feed, let publication): self.publish(publication, in: feed, command, rows)
        case .update(let feed, let update): self.update(update, in: feed, command, rows)
        case .delete(let feed, let deletion): self.delete(deletion, in: feed, command, rows)
        case .fetch(let feed, let reading): self.fetch(reading, in: feed, command, rows)
        case .sweep(let feed): self.sweep(feed, command, rows)
        case .subscribe(let feed, let device, let appId, let serial):
            self.subscribe(device, appId, serial, to: feed, command, rows)
        case .unsubscribe(_, let subscription, let serial):
            self.unsubscribe(subscription, serial, command.now, rows)
        case .register(_, let registering): self.register(registering, command.now, rows)
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
