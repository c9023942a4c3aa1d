import Basics
package import FeedContract

extension FeedRules {
    /// Subscribes an installation, or renews its subscription.
    ///
    /// A renewal keeps the id, even after the subscription has ended. The reason is that the app's own server knows the
    /// user by this id, and is not informed of a renewal.
    func subscribe(
        _ device: String, _ appId: String, _ serial: UInt64?, isQuiet: Bool, to feed: FeedKey,
        _ command: FeedCommand, _ rows: FeedRows
    ) -> FeedDecision {
        if let refusal = FeedRefusal.unusable(ids: [("device", device), ("appId", appId)]) {
            return FeedDecision(.refused(refusal))
        }
        guard self.directory.knows(host: feed.host) else { return FeedDecision(.refused(.unknownHost)) }
        guard self.directory.admits(app: appId, to: feed.host) else { return FeedDecision(.refused(.strangeApp)) }
        let known = rows.subscriptions.first { $0.device.isExactly(device) }
        if let refusal = FeedRefusal.misplaced(serial, behind: known?.serial) { return FeedDecision(.refused(refusal)) }
        let row = SubscriptionRow(
            id: known?.id ?? command.fresh.id, device: device, appId: appId,
            expiration: command.now + self.limits.subscriptionLife, serial: serial ?? known?.serial,
            isQuiet: isQuiet)
        return FeedDecision(
            .subscribed(row),
            FeedChange(feed: rows.feed == nil ? FeedRow(command.fresh) : nil, subscriptions: [row]))
    }

    /// Ends a subscription. If the installation numbers its requests, a row is kept, so that an earlier request that
    /// arrives late can be recognised.
    func unsubscribe(
        _ subscription: String, _ serial: UInt64?, _ now: Instant, _ rows: FeedRows
    ) -> FeedDecision {
        guard var row = rows.subscriptions.first(where: { $0.id == subscription }) else { return FeedDecision(.done) }
        if let refusal = FeedRefusal.misplaced(serial, behind: row.serial) { return FeedDecision(.refused(refusal)) }
        var change = FeedChange()
        if let serial = serial ?? row.serial {
            (row.expiration, row.serial) = (min(row.expiration, now), serial)
            change.subscriptions = [row]
        } else {
            change.removedSubscriptions = [subscription]
        }
        return FeedDecision(.done, change)
    }

    /// Registers a channel, or renews it. Each installation has one channel.
    func register(_ request: RegisterRequest, _ now: Instant, _ rows: FeedRows) -> FeedDecision {
        if let refusal = FeedRefusal.unusable(ids: [("device", request.device), ("appId", request.appId)]) {
            return FeedDecision(.refused(refusal))
        }
        guard request.channel.token.utf8.count <= PublishLimits.token else {
            return FeedDecision(.refused(.tooLong("token", PublishLimits.token, "bytes")))
        }
        if let refusal = FeedRefusal.overlong("appDisplayName", request.appDisplayName, PublishLimits.title) {
            return FeedDecision(.refused(refusal))
        }
        guard request.channel.kind == .polling || !request.channel.token.isEmpty else {
            return FeedDecision(.refused(.emptyToken))
        }
        let place = rows.registrations.indices.first {
            rows.registrations[$0].device.isExactly(request.device)
        }
        let standing = place.flatMap { rows.registrations[$0].serial }
        if let refusal = FeedRefusal.misplaced(request.serial, behind: standing) {
            return FeedDecision(.refused(refusal))
        }
        let row = RegistrationRow(
            device: request.device, channel: request.channel, appId: request.appId,
            appDisplayName: request.appDisplayName, registered: now,
            expiration: now + self.limits.registrationLife, serial: request.serial ?? standing)
        return FeedDecision(.registered(row), FeedChange(registrations: [row]))
    }

    /// Removes a registration. If the installation numbers its requests, a row is kept, so that an earlier request that
    /// arrives late can be recognised.
    func unregister(_ device: String, _ serial: UInt64?, _ now: Instant, _ rows: FeedRows) -> FeedDecision {
        if let refusal = FeedRefusal.unusable(ids: [("device", device)]) { return FeedDecision(.refused(refusal)) }
        let known = rows.registrations.first { $0.device.isExactly(device) }
        if let refusal = FeedRefusal.misplaced(serial, behind: known?.serial) { return FeedDecision(.refused(refusal)) }
        var change = FeedChange()
        if let serial = serial ?? known?.serial {
            change.registrations = [.takenBack(by: device, serial: serial, at: now)]
        } else if known != nil {
            change.removedRegistrations = [device]
        }
        return FeedDecision(.done, change)
    }

    /// Drops a dead channel, unless the installation has registered again since the channel died. The request number is
    /// kept.
    func retire(
        _ device: String, _ token: String, _ since: Instant, _ now: Instant, _ rows: FeedRows
    ) -> FeedDecision {
        let dead = rows.registrations.first {
            $0.device.isExactly(device) && $0.channel.token.isExactly(token) && $0.registered <= since
        }
        var change = FeedChange()
        if let serial = dead?.serial {
            change.registrations = [.takenBack(by: device, serial: serial, at: now)]
        } else if dead != nil {
            change.removedRegistrations = [device]
        }
        return FeedDecision(.done, change)
    }
}

extension FeedRefusal {
    /// Returns a refusal if an id from a client cannot be stored. Otherwise returns nil.
    package static func unusable(ids: [(name: String, id: String)]) -> FeedRefusal? {
        for (name, id) in ids {
            if id.isEmpty { return FeedRefusal(.invalidRequest, "\(name) is empty; give it at least one character.") }
            if let refusal = Self.overlong(name, id, PublishLimits.id) { return refusal }
        }
        return nil
    }

    /// Returns a refusal if a text exceeds the limit. Otherwise returns nil.
    static func overlong(_ name: String, _ text: String, _ limit: Int) -> FeedRefusal? {
        // A text never has more characters than bytes, so the characters of a short text need not be counted.
        guard text.utf8.count > limit, text.unicodeScalars.count > limit else { return nil }
        return .tooLong(name, limit, "characters")
    }

    static func tooLong(_ name: String, _ limit: Int, _ unit: String) -> FeedRefusal {
        FeedRefusal(.invalidRequest, "\(name) is over the limit of \(limit) \(unit); shorten it.")
    }

    /// Returns a refusal if the request is late, because a newer request of the same installation has already arrived.
    /// Otherwise returns nil.
    static func misplaced(_ serial: UInt64?, behind standing: UInt64?) -> FeedRefusal? {
        guard let serial else { return nil }
        guard serial <= RegisterRequest.mostSerial else {
            return FeedRefusal(
                .invalidRequest,
                "serial \(serial) is over the limit of \(RegisterRequest.mostSerial); number requests from 1.")
        }
        guard let standing, serial <= standing else { return nil }
        return FeedRefusal(
            .overtaken, "A later request of this installation came first, with serial \(standing); count on from it.",
            serial: standing)
    }

    static let emptyToken = FeedRefusal(
        .invalidRequest, "The registration has no token; register the token of the push service, or for polling.")
}
