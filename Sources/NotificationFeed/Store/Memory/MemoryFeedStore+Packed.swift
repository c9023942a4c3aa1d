package import Basics
import FeedContract

/// A store in which nothing waits and no push is left to be sent, in as few bytes as it takes.
extension MemoryFeedStore {
    package var isAtRest: Bool {
        self.waiting.isEmpty && self.opaque.isEmpty && self.fault == nil && self.outbox.isSent
    }

    package func pack(into packer: inout Packer) {
        precondition(self.isAtRest, "a store that is at work is not packed")
        packer.write(self.outbox.next)
        packer.write(count: self.feeds.count)
        for index in self.feeds.indices { self.feeds[index].pack(into: &packer) }
        // Mostly it says no more than the feeds do.
        let isDerived = self.knowsLiveSubscriptionsOnly
        packer.write(isDerived)
        if !isDerived { self.packSubscriptions(into: &packer) }
        packer.write(count: self.registrations.count)
        for (user, rows) in self.registrations.sorted(by: { $0.key.text < $1.key.text }) {
            packer.write(user.text)
            packer.write(count: rows.count)
            for index in rows.indices { rows[index].pack(into: &packer) }
        }
        packer.write(count: self.apps.count)
        for (host, row) in self.apps.sorted(by: { $0.key.text < $1.key.text }) {
            packer.write(host.text)
            packer.write(row.paidUntil)
        }
        self.dues.pack(into: &packer)
    }

    private var knowsLiveSubscriptionsOnly: Bool {
        var count = 0
        for index in self.feeds.indices {
            for place in self.feeds[index].subscriptions.indices {
                guard self.feedOfSubscription[self.feeds[index].subscriptions[place].id] == index else { return false }
                count += 1
            }
        }
        return count == self.feedOfSubscription.count
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
        for index in 0..<feeds {
            let feed = MemoryFeed(from: &unpacker)
            self.feedOfKey[feed.key] = index
            self.feeds.append(feed)
        }
        if unpacker.flag() {
            self.feedOfSubscription.reserveCapacity(self.feeds.reduce(0) { $0 + $1.subscriptions.count })
            for (index, feed) in self.feeds.enumerated() {
                for row in feed.subscriptions { self.feedOfSubscription[row.id] = index }
            }
        } else {
            for _ in 0..<unpacker.count() { self.feedOfSubscription[unpacker.text()] = unpacker.count() }
        }
        let users = unpacker.count()
        self.registrations.reserveCapacity(users)
        for _ in 0..<users {
            let user = ExactText(unpacker.text())
            self.registrations[user] = (0..<unpacker.count()).map { _ in RegistrationRow(from: &unpacker) }
        }
        for _ in 0..<unpacker.count() {
            self.apps[ExactText(unpacker.text())] = AppRow(paidUntil: unpacker.moment())
        }
        self.dues = DueHeap(from: &unpacker)
    }
}

extension DueHeap {
    func pack(into packer: inout Packer) {
        packer.write(count: self.count)
        for entry in self.entries {
            packer.write(entry.due)
            packer.write(count: entry.place)
        }
    }

    init(from unpacker: inout Unpacker) {
        self.entries = (0..<unpacker.count()).map { _ in Entry(due: unpacker.moment(), place: unpacker.count()) }
    }
}

extension RegistrationRow {
    fileprivate func pack(into packer: inout Packer) {
        packer.write(self.device)
        packer.write(self.channel.kind.rawValue)
        packer.write(self.channel.token)
        packer.write(self.appId)
        packer.write(self.appDisplayName)
        packer.write(self.registered)
        packer.write(self.expiration)
        packer.write(self.serial)
    }

    fileprivate init(from unpacker: inout Unpacker) {
        let device = unpacker.text()
        let channel = PushChannel(.init(rawValue: unpacker.byte())!, token: unpacker.text())
        self.init(
            device: device, channel: channel, appId: unpacker.text(), appDisplayName: unpacker.text(),
            registered: unpacker.moment(), expiration: unpacker.moment(), serial: unpacker.optionalNumber())
    }
}
