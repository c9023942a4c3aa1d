import Basics
import FeedContract
import NotificationFeed

/// A simple model of the service. It uses no rows, no indexes, and no lists of needed rows, so it is slow but obviously
/// correct.
struct ReferenceService {
    struct Result {
        var outcome: FeedOutcome
        var steps: [ReferenceFeed.Step] = []
        var pushes: [OutboxRow] = []
    }

    struct Registration {
        var user: String
        var row: RegistrationRow
    }

    let limits: FeedLimits
    var feeds: [(key: FeedKey, feed: ReferenceFeed)] = []
    var registrations: [Registration] = []
    /// The times of the accepted publications of each host.
    var accepted: [String: [Instant]] = [:]

    /// The notifications that the service ended with the current command, in its order.
    private var endsFirst: [String] = []
    /// The ids that the service gave to subscriptions and notifications.
    private var given: [String] = []

    init(_ limits: FeedLimits) { self.limits = limits }

    func feed(_ key: FeedKey) -> ReferenceFeed? { self.feeds.first { $0.key == key }?.feed }

    /// Returns the id of a new subscription or notification. This is the id that the service chose, if the service has
    /// never given it to anything else, and if it fits into a collapse id.
    mutating func newId(_ chosen: String?, else fresh: String) -> String {
        guard let chosen, (1...64).contains(chosen.utf8.count), !self.given.contains(chosen) else { return fresh }
        self.given.append(chosen)
        return chosen
    }

    private mutating func keep(_ feed: ReferenceFeed, _ key: FeedKey) {
        if let index = self.feeds.firstIndex(where: { $0.key == key }) {
            self.feeds[index].feed = feed
        } else {
            self.feeds.append((key, feed))
        }
    }

    /// - Parameter found: What the service did. The service may choose ids, end a page before its limits are reached,
    ///   and end notifications in any order if several expire at once. The model makes the same choices.
    mutating func run(_ command: FeedCommand, like found: FeedResult) -> Result {
        let now = command.now
        self.endsFirst = found.change.entries.filter { $0.kind == .expired }.map(\.id)
        var until: UInt64?
        if case .page(let page) = found.outcome, case .within(_, let session) = page.next { until = session.position }
        switch command.act {
        case .publish(let key, let publication):
            return self.publish(publication, key, command, like: found.outcome)
        case .update(let key, let update):
            return self.change(update.id, update.generation, key, command) { step in
                if let read = update.readState { step.read = read }
                if let action = update.userActionState { step.action = action }
                step.kind = .updated
                step.author = update.author
            }
        case .delete(let key, let deletion):
            return self.change(deletion.id, deletion.generation, key, command) { step in
                step.kind = .deleted
                step.content = nil
                step.group = nil
                step.author = deletion.author
            }
        case .fetch(let key, let reading): return self.fetch(reading, key, command, until: until)
        case .sweep(let key):
            guard var feed = self.feed(key) else { return Result(outcome: .swept(entries: 0)) }
            let tended = self.tend(&feed, now)
            self.keep(feed, key)
            return Result(
                outcome: .swept(entries: tended.steps.count), steps: tended.steps,
                pushes: self.pushes(tended, feed, key, now))
        case .subscribe(let key, let device, let appId, let serial, let isQuiet):
            var feed = self.feed(key) ?? ReferenceFeed(command.fresh)
            if let refused = self.late(serial, feed.subscriptions.first { $0.device == device }?.serial) {
                return refused
            }
            let known = feed.subscriptions.first { $0.device == device }
            var chosen: String?
            if case .subscribed(let row) = found.outcome { chosen = row.id }
            let row = SubscriptionRow(
                id: known?.id ?? self.newId(chosen, else: command.fresh.id), device: device, appId: appId,
                expiration: now + self.limits.subscriptionLife, serial: serial ?? known?.serial, isQuiet: isQuiet)
            if let index = feed.subscriptions.firstIndex(where: { $0.device == device }) {
                feed.subscriptions[index] = row
            } else {
                feed.subscriptions.append(row)
            }
            self.keep(feed, key)
            return Result(outcome: .subscribed(row))
        case .unsubscribe(let key, let id, let serial):
            guard var feed = self.feed(key), let index = feed.subscriptions.firstIndex(where: { $0.id == id })
            else { return Result(outcome: .done) }
            if let refused = self.late(serial, feed.subscriptions[index].serial) { return refused }
            if let serial = serial ?? feed.subscriptions[index].serial {
                feed.subscriptions[index].expiration = min(feed.subscriptions[index].expiration, now)
                feed.subscriptions[index].serial = serial
            } else {
                feed.subscriptions.remove(at: index)
            }
            self.keep(feed, key)
            return Result(outcome: .done)
        case .register(let user, let wanted):
            if wanted.channel.kind != .polling, wanted.channel.token.isEmpty { return Self.refused(.invalidRequest) }
            let standing = self.serial(of: wanted.device, user)
            if let refused = self.late(wanted.serial, standing) { return refused }
            let row = RegistrationRow(
                device: wanted.device, channel: wanted.channel, appId: wanted.appId,
                appDisplayName: wanted.appDisplayName, registered: now,
                expiration: now + self.limits.registrationLife, serial: wanted.serial ?? standing)
            self.registrations.removeAll { $0.user == user && $0.row.device == wanted.device }
            self.registrations.append(Registration(user: user, row: row))
            return Result(outcome: .registered(row))
        case .unregister(let user, let device, let serial):
            if let refused = self.late(serial, self.serial(of: device, user)) { return refused }
            self.take(back: device, user, serial ?? self.serial(of: device, user), now)
            return Result(outcome: .done)
        case .retire(let user, let device, let token, let since):
            let isDead = self.registrations.contains {
                $0.user == user && $0.row.device == device && $0.row.channel.token == token
                    && $0.row.registered <= since
            }
            if isDead { self.take(back: device, user, self.serial(of: device, user), now) }
            return Result(outcome: .done)
        case .invalidateCursors(let key):
            guard var feed = self.feed(key) else { return Result(outcome: .done) }
            let other = ReferenceFeed(command.fresh)
            feed.epoch = other.epoch == feed.epoch ? other.epoch + 1 : other.epoch
            feed.mask = other.mask
            self.keep(feed, key)
            return Result(outcome: .done)
        }
    }
}

extension ReferenceService {
    private func serial(of device: String, _ user: String) -> UInt64? {
        self.registrations.first { $0.user == user && $0.row.device == device }?.row.serial
    }

    /// Removes a registration, but keeps the serial number, so that a request with the same or a lower serial number is
    /// still refused.
    private mutating func take(back device: String, _ user: String, _ serial: UInt64?, _ now: Instant) {
        self.registrations.removeAll { $0.user == user && $0.row.device == device }
        guard let serial else { return }
        let row = RegistrationRow(
            device: device, channel: PushChannel(.polling, token: ""), appId: "", appDisplayName: "", registered: now,
            expiration: now, serial: serial)
        self.registrations.append(Registration(user: user, row: row))
    }

    /// Returns a refusal if the serial number of a request is not higher than the current serial number, `standing`.
    /// Returns nil if it is higher, or if one of the numbers is missing.
    private func late(_ serial: UInt64?, _ standing: UInt64?) -> Result? {
        guard let serial, let standing, serial <= standing else { return nil }
        return Result(outcome: .refused(FeedRefusal(.overtaken, "", serial: standing)))
    }

    struct Tended {
        var steps: [ReferenceFeed.Step] = []
        var alerts: [(alert: OutboxRow.Alert, except: [String])] = []
        /// The platforms that a new notification wakes, by the version of the step that added the notification. Every
        /// other change wakes all platforms except browsers.
        var targets: [UInt64: PlatformSet] = [:]
    }

    /// Does the work that is due in a feed: ends expired notifications, forgets old deletions and expirations, and
    /// sends fallback alerts.
    func tend(_ feed: inout ReferenceFeed, _ now: Instant) -> Tended {
        var tended = Tended()
        for step in self.inOrder(feed.lasts) {
            switch step.kind {
            case .deleted, .expired:
                if step.time + self.limits.markLife <= now { feed.forgotten.append(step.version) }
            case .new, .updated:
                if step.expiration <= now {
                    var end = step
                    end.kind = .expired
                    end.content = nil
                    end.group = nil
                    end.time = now
                    end.author = nil
                    tended.steps.append(feed.add(end))
                } else if let index = feed.fallbacks.firstIndex(where: { $0.generation == step.generation }),
                    feed.fallbacks[index].due <= now
                {
                    let fallback = feed.fallbacks.remove(at: index)
                    if step.read == .unread, step.action == .noInteraction {
                        let alert = self.alert(fallback.visual, step, isFallback: true)
                        tended.alerts.append((alert, fallback.fetched))
                    }
                }
            }
        }
        return tended
    }

    /// Returns the steps so that those of notifications that the service ended come in its order.
    private func inOrder(_ steps: [ReferenceFeed.Step]) -> [ReferenceFeed.Step] {
        var rest = steps
        let ended = self.endsFirst.compactMap { id in
            rest.firstIndex { Array($0.id.utf8) == Array(id.utf8) }.map { rest.remove(at: $0) }
        }
        return ended + rest
    }

    func alert(
        _ visual: Content.Visual, _ step: ReferenceFeed.Step, isFallback: Bool = false
    ) -> OutboxRow.Alert {
        OutboxRow.Alert(
            visual: visual, id: step.id, generation: step.generation,
            collapseId: Array(step.id.utf8).count > 64 ? step.serverId : step.id, expiration: step.expiration,
            isFallback: isFallback)
    }

    /// Returns the pushes that a change causes.
    func pushes(_ tended: Tended, _ feed: ReferenceFeed, _ key: FeedKey, _ now: Instant) -> [OutboxRow] {
        var pushes: [OutboxRow] = []
        for subscription in feed.subscriptions where subscription.expiration > now && !subscription.isQuiet {
            for registration in self.registrations
            where registration.user == key.user && registration.row.device == subscription.device
                && registration.row.expiration > now && registration.row.channel.kind != .polling
            {
                let row = registration.row
                let platform: Platform =
                    [.apns: .iOS, .fcm: .android, .wns: .windows, .web: .webPush][row.channel.kind] ?? .windows
                func push(_ push: OutboxRow.Push) {
                    pushes.append(
                        OutboxRow(
                            feed: key, subscription: subscription.id, device: subscription.device, appId: row.appId,
                            channel: row.channel, push: push, created: now))
                }
                var ids: [String] = []
                for step in tended.steps
                where step.author != subscription.id && !ids.contains(where: { Array($0.utf8) == Array(step.id.utf8) })
                {
                    let targets = tended.targets[step.version]
                    if let targets, !targets.contains(platform) { continue }
                    if targets == nil, platform == .webPush { continue }
                    ids.append(step.id)
                }
                let head = FeedPosition(epoch: feed.epoch, mark: feed.head + feed.mask)
                if !ids.isEmpty { push(.tap(head: head, activities: ids)) }
                guard platform == .iOS else { continue }
                for alert in tended.alerts where !alert.except.contains(subscription.id) { push(.alert(alert.alert)) }
            }
        }
        return pushes
    }
}
