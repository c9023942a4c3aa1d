package import Basics
import FeedContract

/// The compact encoding of a machine that has nothing to do.
extension DeviceMachine {
    /// Whether no work is in progress and no caller waits.
    package var isAtRest: Bool {
        let feeds = self.feeds.span
        for index in feeds.indices {
            guard feeds[index].pages.isEmpty else { return false }
        }
        return self.jobs.isEmpty && self.processings.isEmpty
    }

    package func pack(into packer: inout Packer) {
        precondition(self.isAtRest, "a machine that has something to do is not packed")
        packer.write(self.device.number)
        packer.write(self.starts)
        packer.write(self.phase.rawValue)
        packer.write(self.connection.rawValue)
        packer.write(self.order)
        packer.write(self.lastTicket)
        packer.write(self.lastNumber)
        packer.write(flags: self.isAlarmForWork, self.alarm != nil)
        if let alarm = self.alarm { packer.write(alarm) }
        packer.write(count: self.accounts.count)
        for index in self.accounts.indices { self.accounts[index].pack(into: &packer) }
        packer.write(count: self.feeds.count)
        let feeds = self.feeds.span
        for index in feeds.indices { feeds[index].pack(into: &packer, last: self.order) }
    }

    package init(from unpacker: inout Unpacker) {
        self.init(device: .none)
        self.unpack(from: &unpacker)
    }

    /// Restores the packed state in place. The machine must be new.
    package mutating func unpack(from unpacker: inout Unpacker) {
        self.device = Name(unpacker.short())
        self.starts = unpacker.short()
        self.phase = .init(rawValue: unpacker.byte())!
        self.connection = .init(rawValue: unpacker.byte())!
        self.order = unpacker.number()
        self.lastTicket = unpacker.short()
        self.lastNumber = unpacker.short()
        let flags = unpacker.flags()
        self.isAlarmForWork = flags[0]
        if flags[1] { self.alarm = unpacker.moment() }
        let accounts = unpacker.count()
        self.accounts.reserveCapacity(accounts)
        for _ in 0..<accounts { self.accounts.append(AccountRecord(from: &unpacker)) }
        let feeds = unpacker.count()
        self.feeds.reserveCapacity(feeds)
        for index in 0..<feeds {
            self.feeds.append(FeedRecord(unpacked: KeptFeed(from: &unpacker, last: self.order)))
            self.feeds[index].unpack(from: &unpacker, last: self.order)
        }
    }
}

extension AccountKey {
    package func pack(into packer: inout Packer) {
        packer.write(self.id.number)
        packer.write(UInt8(self.type.rawValue))
    }

    package init(from unpacker: inout Unpacker) {
        let id = Name(unpacker.short())
        guard let type = ConnectedDevicesAccountType(rawValue: Int(unpacker.byte())) else {
            preconditionFailure("something else was packed")
        }
        self.init(id, type)
    }
}

extension AccountRecord {
    fileprivate func pack(into packer: inout Packer) {
        self.key.pack(into: &packer)
        packer.write(self.phase.rawValue)
        packer.write(self.token.number)
        packer.write(flags: self.isAskingForToken, self.mayBeRegistered, self.registration != nil)
        guard let registration else { return }
        packer.write(registration.channel.kind.rawValue)
        packer.write(registration.channel.token.number)
        packer.write(registration.channel.appId.number)
        packer.write(registration.channel.displayName.number)
        packer.write(registration.end)
        packer.write(registration.state.rawValue)
    }

    fileprivate init(from unpacker: inout Unpacker) {
        self.init(AccountKey(from: &unpacker), .init(rawValue: unpacker.byte())!)
        self.token = Name(unpacker.short())
        let flags = unpacker.flags()
        (self.isAskingForToken, self.mayBeRegistered) = (flags[0], flags[1])
        guard flags[2] else { return }
        let channel = DeviceChannel(
            .init(rawValue: unpacker.byte())!, token: Name(unpacker.short()), appId: Name(unpacker.short()),
            displayName: Name(unpacker.short()))
        self.registration = RegistrationRecord(
            channel: channel, end: unpacker.moment(), state: .init(rawValue: unpacker.byte())!)
    }
}
