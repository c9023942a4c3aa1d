import Basics
import FeedContract

extension MemoryFeed {
    mutating func pack(into packer: inout Packer, _ last: inout LastEndpoint) {
        packer.write(self.key.host, orAgain: &last.host)
        packer.write(self.key.user)
        packer.write(self.row != nil)
        self.row?.pack(into: &packer)
        packer.write(count: self.slots.count)
        let slots = self.slots.span
        for slot in slots.indices {
            packer.write(slots[slot] != nil)
            slots[slot]?.pack(into: &packer)
        }
        packer.write(count: self.freeSlots.count)
        for slot in self.freeSlots { packer.write(count: slot) }
        packer.write(count: self.log.count)
        for place in self.log {
            packer.write(place.version)
            packer.write(count: place.slot)
        }
        self.dues.pack(into: &packer)
        packer.write(count: self.subscriptions.count)
        let subscriptions = self.subscriptions.span
        for index in subscriptions.indices { subscriptions[index].pack(into: &packer, &last) }
        packer.write(count: self.requests.count)
        for row in self.requests { row.pack(into: &packer) }
    }

    /// Unpacks the rest of the feed in place. The key was read before.
    mutating func unpack(from unpacker: inout Unpacker, _ last: inout LastEndpoint) {
        precondition(self.slots.isEmpty && self.log.isEmpty, "only an empty feed is filled from bytes")
        if unpacker.flag() { self.row = FeedRow(from: &unpacker) }
        for slot in 0..<unpacker.count() {
            let row = unpacker.flag() ? NotificationRow(from: &unpacker) : nil
            self.addSlot(row)
            if let row { self.slotOfId[ExactText(row.id)] = slot }
        }
        self.freeSlots = (0..<unpacker.count()).map { _ in unpacker.count() }
        self.log = (0..<unpacker.count()).map { _ in LogPlace(version: unpacker.number(), slot: unpacker.count()) }
        precondition(
            self.log.allSatisfy { $0.slot < self.slots.count } && self.freeSlots.count <= self.slots.count,
            "the log of a packed feed leads to no slot")
        self.dues = Heap(from: &unpacker)
        self.subscriptions = (0..<unpacker.count()).map { _ in SubscriptionRow(from: &unpacker, &last) }
        self.requests = (0..<unpacker.count()).map { _ in RequestRow(from: &unpacker) }
    }
}

extension FeedRow {
    fileprivate func pack(into packer: inout Packer) {
        packer.write(self.epoch)
        packer.write(self.mask)
        packer.write(self.head)
        packer.write(self.floor)
        packer.write(self.paidUntil)
    }

    fileprivate init(from unpacker: inout Unpacker) {
        self.init(Fresh(id: "", number: 0))
        self.epoch = unpacker.number()
        self.mask = unpacker.number()
        self.head = unpacker.number()
        self.floor = unpacker.number()
        self.paidUntil = unpacker.optionalMoment()
    }
}

extension NotificationRow {
    fileprivate func pack(into packer: inout Packer) {
        packer.write(self.id)
        packer.write(self.serverId)
        packer.write(self.generation)
        packer.write(self.expiration)
        packer.write(self.time)
        packer.write(self.version)
        packer.write(self.phase.rawValue)
        packer.write(self.readState.rawValue)
        packer.write(self.userActionState.rawValue)
        self.content.pack(into: &packer)
        packer.write(self.groupName)
        packer.write(self.priority.rawValue)
        packer.write(self.author)
        packer.write(self.fallback != nil)
        self.fallback?.pack(into: &packer)
        packer.write(self.removal)
    }

    fileprivate init(from unpacker: inout Unpacker) {
        self.init(
            id: unpacker.text(), serverId: unpacker.text(), generation: unpacker.number(),
            expiration: unpacker.moment(), time: unpacker.moment())
        self.version = unpacker.number()
        self.phase = .init(rawValue: unpacker.byte())!
        self.readState = .init(rawValue: unpacker.byte())!
        self.userActionState = .init(rawValue: unpacker.byte())!
        self.content = Content?(from: &unpacker)
        self.groupName = unpacker.optionalText()
        self.priority = .init(rawValue: unpacker.byte())!
        self.author = unpacker.optionalText()
        if unpacker.flag() { self.fallback = PendingFallback(from: &unpacker) }
        self.removal = unpacker.optionalMoment()
    }
}

extension PendingFallback {
    fileprivate func pack(into packer: inout Packer) {
        packer.write(self.due)
        self.visual.pack(into: &packer)
        packer.write(count: self.fetched.count)
        for subscription in self.fetched { packer.write(subscription) }
    }

    fileprivate init(from unpacker: inout Unpacker) {
        self.init(due: unpacker.moment(), visual: Content.Visual(from: &unpacker))
        self.fetched = (0..<unpacker.count()).map { _ in unpacker.text() }
    }
}

/// The texts that were last written for subscription and registration rows. The next row often repeats them.
struct LastEndpoint {
    var host = LastText()
    var app = LastText()
    var displayName = LastText()
}

extension SubscriptionRow {
    fileprivate func pack(into packer: inout Packer, _ last: inout LastEndpoint) {
        packer.write(self.id)
        packer.write(self.device)
        packer.write(self.appId, orAgain: &last.app)
        packer.write(self.expiration)
        packer.write(self.serial)
        packer.write(self.isQuiet)
    }

    fileprivate init(from unpacker: inout Unpacker, _ last: inout LastEndpoint) {
        self.init(
            id: unpacker.text(), device: unpacker.text(), appId: unpacker.text(orAgain: &last.app),
            expiration: unpacker.moment(), serial: unpacker.optionalNumber(), isQuiet: unpacker.flag())
    }
}

extension RequestRow {
    fileprivate func pack(into packer: inout Packer) {
        packer.write(self.id)
        packer.write(self.expiration)
        packer.write(self.receipt.id)
        packer.write(self.receipt.serverId)
        packer.write(self.receipt.generation)
        packer.write(self.receipt.created)
        packer.write(self.receipt.expiration)
        packer.write(self.receipt.displayTimeToLive.map(UInt32.init(bitPattern:)))
        packer.write(self.receipt.groupName)
        packer.write(self.receipt.priority.rawValue)
        self.receipt.visual.pack(into: &packer)
    }

    fileprivate init(from unpacker: inout Unpacker) {
        let (id, expiration) = (unpacker.text(), unpacker.moment())
        var receipt = PublishReceipt(
            id: unpacker.text(), serverId: unpacker.text(), generation: unpacker.number(),
            created: unpacker.moment(), expiration: unpacker.moment())
        receipt.displayTimeToLive = unpacker.optionalShort().map(Int32.init(bitPattern:))
        receipt.groupName = unpacker.optionalText()
        receipt.priority = .init(rawValue: unpacker.byte())!
        receipt.visual = Content.Visual?(from: &unpacker)
        self.init(id: id, receipt: receipt, expiration: expiration)
    }
}
