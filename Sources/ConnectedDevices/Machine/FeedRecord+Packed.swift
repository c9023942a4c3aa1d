import Basics
import FeedContract

extension FeedRecord {
    /// - Parameter last: The last place that the machine assigned. Most of the packed places are close to this place.
    func pack(into packer: inout Packer, last: UInt64) {
        self.kept.span[0].pack(into: &packer, last: last)
        packer.write(
            flags: self.isSynchronized, self.isSyncing, self.wantsTrailing, self.isStale, self.retryAt != nil,
            self.lateReadAt != nil)
        packer.write(self.attempts)
        if let retry = self.retryAt { packer.write(retry) }
        if let late = self.lateReadAt { packer.write(late) }
        packer.write(count: self.readers.count)
        for index in self.readers.indices { self.readers[index].pack(into: &packer, last: last) }
    }

    /// Unpacks the rest of the state. The state in ``kept`` must already be unpacked.
    mutating func unpack(from unpacker: inout Unpacker, last: UInt64) {
        let flags = unpacker.flags()
        (self.isSynchronized, self.isSyncing, self.wantsTrailing) = (flags[0], flags[1], flags[2])
        self.isStale = flags[3]
        self.attempts = unpacker.byte()
        if flags[4] { self.retryAt = unpacker.moment() }
        if flags[5] { self.lateReadAt = unpacker.moment() }
        let count = unpacker.count()
        if count > 0 { self.readers = (0..<count).map { _ in ReaderRecord(from: &unpacker, last: last) } }
    }
}

extension KeptFeed {
    fileprivate func pack(into packer: inout Packer, last: UInt64) {
        packer.write(self.number.number)
        self.account.pack(into: &packer)
        packer.write(self.host.number)
        packer.write(self.subscription.number)
        packer.write(self.subscriptionEnd)
        packer.write(self.appId.number)
        packer.write(self.cursor?.text)
        packer.write(self.isQuiet)
        packer.write(self.position != nil)
        if let position = self.position {
            packer.write(position.epoch)
            packer.write(position.mark)
        }
        packer.write(self.days)
        packer.write(count: self.cache.count)
        for item in self.cache { item.pack(into: &packer, last: last) }
    }

    init(from unpacker: inout Unpacker, last: UInt64) {
        let number = FeedNumber(unpacker.short())
        self.init(number: number, account: AccountKey(from: &unpacker), host: Name(unpacker.short()))
        self.subscription = Name(unpacker.short())
        self.subscriptionEnd = unpacker.moment()
        self.appId = Name(unpacker.short())
        self.cursor = unpacker.optionalText().map(Cursor.init)
        self.isQuiet = unpacker.flag()
        if unpacker.flag() { self.position = FeedPosition(epoch: unpacker.number(), mark: unpacker.number()) }
        self.days = unpacker.byte()
        let count = unpacker.count()
        if count > 0 { self.cache = (0..<count).map { _ in CachedNotification(from: &unpacker, last: last) } }
    }
}

extension CachedNotification {
    fileprivate func pack(into packer: inout Packer, last: UInt64) {
        packer.write(self.id.number)
        packer.write(self.facts.number)
        packer.write(self.phase.rawValue)
        packer.write(self.readState.rawValue)
        packer.write(self.userActionState.rawValue)
        packer.write(flags: self.isInDoubt, self.isOwnWord)
        packer.write(self.generation)
        packer.write(self.version)
        packer.write(self.time)
        packer.write(last &- self.order)
        packer.write(last &- self.born)
    }

    fileprivate init(from unpacker: inout Unpacker, last: UInt64) {
        self.id = Name(unpacker.short())
        self.facts = FactsName(unpacker.short())
        self.phase = .init(rawValue: unpacker.byte())!
        self.readState = .init(rawValue: unpacker.byte())!
        self.userActionState = .init(rawValue: unpacker.byte())!
        let flags = unpacker.flags()
        (self.isInDoubt, self.isOwnWord) = (flags[0], flags[1])
        self.generation = unpacker.number()
        self.version = unpacker.number()
        self.time = unpacker.moment()
        self.order = last &- unpacker.number()
        self.born = last &- unpacker.number()
    }
}

extension ReaderRecord {
    fileprivate func pack(into packer: inout Packer, last: UInt64) {
        packer.write(self.number.number)
        packer.write(
            flags: self.options.phase != nil, self.options.readState != nil, self.options.userActionState != nil)
        packer.write(self.options.start.rawValue)
        if let phase = self.options.phase { packer.write(phase.rawValue) }
        if let state = self.options.readState { packer.write(state.rawValue) }
        if let state = self.options.userActionState { packer.write(state.rawValue) }
        packer.write(last &- self.position)
    }

    fileprivate init(from unpacker: inout Unpacker, last: UInt64) {
        let number = ReaderNumber(unpacker.short())
        let flags = unpacker.flags()
        var options = ReaderOptions(start: .init(rawValue: unpacker.byte())!)
        if flags[0] { options.phase = .init(rawValue: unpacker.byte())! }
        if flags[1] { options.readState = .init(rawValue: unpacker.byte())! }
        if flags[2] { options.userActionState = .init(rawValue: unpacker.byte())! }
        self.init(number: number, options: options, position: last &- unpacker.number())
    }
}
