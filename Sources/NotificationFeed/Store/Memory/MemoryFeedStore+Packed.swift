package import Basics
import FeedContract

/// The compact encoding of a store that has no waiting work and no unsent pushes.
extension MemoryFeedStore {
    package var isAtRest: Bool {
        self.waiting.isEmpty && self.opaque.isEmpty && self.fault == nil && self.outbox.isSent
    }

    /// This method is mutating although it changes nothing. Otherwise the borrowed store would be copied for each call.
    package mutating func pack(into packer: inout Packer) {
        precondition(self.isAtRest, "a store that is at work is not packed")
        packer.write(self.outbox.next)
        packer.write(count: self.feeds.count)
        var last = LastEndpoint()
        for index in self.feeds.indices { self.feeds[index].pack(into: &packer, &last) }
        // Usually the subscriptions can be derived from the feeds.
        let isDerived = self.knowsLiveSubscriptionsOnly
        packer.write(isDerived)
        if !isDerived { self.packSubscriptions(into: &packer) }
        packer.write(count: self.registrations.count)
        for (user, rows) in self.registrations.sorted(by: { $0.key.text < $1.key.text }) {
            packer.write(user.text)
            packer.write(count: rows.count)
            for index in rows.indices { rows[index].pack(into: &packer, &last) }
        }
        packer.write(count: self.apps.count)
        for (host, row) in self.apps.sorted(by: { $0.key.text < $1.key.text }) {
            packer.write(host.text)
            packer.write(row.paidUntil)
        }
        self.dues.pack(into: &packer)
    }

    /// Whether all known subscriptions are live. Each live subscription is in its feed, so it is enough to compare the
    /// two counts.
    private var knowsLiveSubscriptionsOnly: Bool {
        let feeds = self.feeds.span
        assert(
            feeds.indices.allSatisfy { index in
                feeds[index].subscriptions.allSatisfy { self.feedOfSubscription[$0.id] == index }
            }, "a live subscription leads to no feed")
        return feeds.indices.reduce(0) { $0 + feeds[$1].subscriptions.count } == self.feedOfSubscription.count
    }

    private func packSubscriptions(into packer: inout Packer) {
        packer.write(count: self.feedOfSubscription.count)
        for (id, feed) in self.feedOfSubscription.sorted(by: { $0.key < $1.key }) {
            packer.write(id)
            packer.write(count: feed)
        }
    }

    package init(from unpacker: inout Unpacker, rules: FeedRules) {
        self.init(rules)
        self.outbox = Outbox(from: unpacker.number())
        let feeds = unpacker.count()
        self.feeds.reserveCapacity(feeds)
        self.feedOfKey.reserveCapacity(feeds)
        var last = LastEndpoint()
        for index in 0..<feeds {
            let key = FeedKey(host: unpacker.text(orAgain: &last.host), user: unpacker.text())
            self.feeds.append(MemoryFeed(key: key))
            self.feeds[index].unpack(from: &unpacker, &last)
            let other = self.feedOfKey.updateValue(index, forKey: key)
            precondition(other == nil, "a feed was packed twice")
        }
        if unpacker.flag() {
            let all = self.feeds
            let feeds = all.span
            self.feedOfSubscription.reserveCapacity(feeds.indices.reduce(0) { $0 + feeds[$1].subscriptions.count })
            for index in feeds.indices {
                for row in feeds[index].subscriptions { self.feedOfSubscription[row.id] = index }
            }
        } else {
            for _ in 0..<unpacker.count() { self.feedOfSubscription[unpacker.text()] = unpacker.count() }
        }
        let users = unpacker.count()
        self.registrations.reserveCapacity(users)
        for _ in 0..<users {
            let user = ExactText(unpacker.text())
            self.registrations[user] = (0..<unpacker.count()).map { _ in
                RegistrationRow(from: &unpacker, &last)
            }
        }
        for _ in 0..<unpacker.count() {
            self.apps[ExactText(unpacker.text())] = AppRow(paidUntil: unpacker.moment())
        }
        self.dues = Heap(from: &unpacker)
    }
}

extension RegistrationRow {
    fileprivate func pack(into packer: inout Packer, _ last: inout LastEndpoint) {
        packer.write(self.device)
        packer.write(self.channel.kind.rawValue)
        packer.write(self.channel.token)
        packer.write(self.appId, orAgain: &last.app)
        packer.write(self.appDisplayName, orAgain: &last.displayName)
        packer.write(self.registered)
        packer.write(self.expiration)
        packer.write(self.serial)
    }

    fileprivate init(from unpacker: inout Unpacker, _ last: inout LastEndpoint) {
        let device = unpacker.text()
        let channel = PushChannel(.init(rawValue: unpacker.byte())!, token: unpacker.text())
        self.init(
            device: device, channel: channel, appId: unpacker.text(orAgain: &last.app),
            appDisplayName: unpacker.text(orAgain: &last.displayName), registered: unpacker.moment(),
            expiration: unpacker.moment(), serial: unpacker.optionalNumber())
    }
}
