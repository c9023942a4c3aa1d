import Basics
import FeedContract

extension DeviceMachine {
    /// The version of the format. Bytes of another version are refused.
    static let durableVersion: UInt16 = 3
    private static let mark = Array("STCD".utf8)

    /// Encodes the state that must survive the process, including its texts.
    package func encoded(_ names: NameTable) -> [UInt8] {
        var writer = DurableWriter()
        self.restarted().write(to: &writer, names)
        return writer.bytes
    }

    /// Returns the number of bytes that ``encoded(_:)`` returns for a machine that was restarted.
    package func encodedCount(_ names: NameTable) -> Int {
        // The count is computed without encoding. It is needed whenever a state is stored, but the bytes are often not
        // needed.
        var count = Self.mark.count + 2 + names.storedCount(self.device) + 4 + 8 + 4 + 4 + 4 + 4 + 8
        for account in self.accounts {
            count += names.storedCount(account.key.id) + 1 + 1 + 1
            guard let channel = account.registration?.channel else { continue }
            count += 1 + names.storedCount(channel.token) + names.storedCount(channel.appId)
            count += names.storedCount(channel.displayName) + 8 + 1
        }
        // The feeds are accessed in place, because passing a feed to a function would copy it.
        var quiet = 0
        for index in self.feeds.indices {
            if self.feeds[index].isQuiet { quiet += 1 }
            count += 4 + names.storedCount(self.feeds[index].account.id) + 1
            count += names.storedCount(self.feeds[index].host) + names.storedCount(self.feeds[index].subscription) + 8
            count += names.storedCount(self.feeds[index].appId) + 1 + 1 + 1 + 4
            if let cursor = self.feeds[index].cursor { count += 4 + cursor.text.utf8.count }
            if self.feeds[index].position != nil { count += 8 + 8 }
            let cache = self.feeds[index].cache
            count += cache.count * (3 + 4 * 8 + 8 + 1 + 1)
            for place in cache.indices {
                count += names.storedCount(cache[place].id) + names.storedCount(cache[place].facts)
            }
        }
        if quiet > 0 { count += 4 + quiet * 4 }
        guard !self.jobs.isEmpty else { return count }
        var writer = DurableWriter(isMeasuring: true)
        for job in self.jobs { writer.write(job, names) }
        return count + writer.count
    }

    private func write(to writer: inout DurableWriter, _ names: NameTable) {
        for byte in Self.mark { writer.write(byte) }
        writer.write(Self.durableVersion)
        writer.write(self.device, names)
        writer.write(self.starts)
        writer.write(self.order)
        writer.write(self.lastNumber)
        writer.write(all: self.accounts) { $0.write($1, names) }
        writer.write(all: self.feeds) { $0.write($1, names) }
        writer.write(all: self.jobs) { $0.write($1, names) }
        // The list is written only if it is not empty. Earlier states have no such list, so this keeps the format equal
        // to theirs.
        let quiet = self.feeds.filter(\.isQuiet)
        if !quiet.isEmpty { writer.write(all: quiet) { $0.write($1.number.number) } }
        writer.seal()
    }

    /// Decodes a machine, or throws the reason why the bytes are invalid.
    package init(decoding bytes: [UInt8], _ names: inout NameTable) throws(DurableFault) {
        guard var reader = DurableReader(sealed: bytes) else { throw .damaged }
        for byte in Self.mark where try reader.number(UInt8.self) != byte { throw .damaged }
        let version = try reader.number(UInt16.self)
        guard version == Self.durableVersion else { throw .unknownVersion(version) }
        // Names from a damaged state are discarded.
        var known = names
        self.init(device: known.intern(try reader.text()))
        self.starts = try reader.number()
        self.order = try reader.number()
        self.lastNumber = try reader.number()
        self.accounts = try reader.all { (reader) throws(DurableFault) in try reader.account(&known) }
        self.feeds = try reader.all { (reader) throws(DurableFault) in try reader.feed(&known) }
        let feeds = self.feeds
        self.jobs = try reader.all { (reader) throws(DurableFault) in try reader.write(of: feeds, &known) }
        if !reader.isAtEnd {
            let quiet: [UInt32] = try reader.all { (reader) throws(DurableFault) in try reader.number() }
            for index in self.feeds.indices where quiet.contains(self.feeds[index].number.number) {
                self.feeds[index].isQuiet = true
            }
            guard !quiet.isEmpty, quiet == self.feeds.filter(\.isQuiet).map(\.number.number) else { throw .damaged }
        }
        self.holdFirstWrites()
        guard reader.isAtEnd, self.isCoherent else { throw .damaged }
        names = known
    }

    /// Whether the state satisfies the conditions that hold for every encoded state.
    private var isCoherent: Bool {
        let keys = self.accountKeys
        let numbers = self.feeds.map { $0.number.number }
        return Set(keys).count == keys.count && Set(numbers).count == numbers.count
            && numbers.allSatisfy { $0 <= self.lastNumber }
            && self.feeds.allSatisfy { feed in
                keys.contains(feed.account) && feed.cache.allSatisfy { $0.order <= self.order && $0.born <= $0.order }
                    && zip(feed.cache, feed.cache.dropFirst()).allSatisfy { $0.id.number < $1.id.number }
            }
    }
}

extension DurableWriter {
    fileprivate mutating func write(_ account: AccountRecord, _ names: NameTable) {
        self.write(account.key, names)
        self.write(optional: account.registration) { writer, registration in
            writer.write(registration.channel.kind.rawValue)
            writer.write(registration.channel.token, names)
            writer.write(registration.channel.appId, names)
            writer.write(registration.channel.displayName, names)
            writer.write(registration.end)
            writer.write(registration.state.rawValue)
        }
        self.write(UInt8(account.mayBeRegistered ? 1 : 0))
    }

    private mutating func write(_ key: AccountKey, _ names: NameTable) {
        self.write(key.id, names)
        self.write(UInt8(key.type.rawValue))
    }

    fileprivate mutating func write(_ feed: FeedRecord, _ names: NameTable) {
        self.write(feed.number.number)
        self.write(feed.account, names)
        self.write(feed.host, names)
        self.write(feed.subscription, names)
        self.write(feed.subscriptionEnd)
        self.write(feed.appId, names)
        self.write(optional: feed.cursor) { $0.write($1.text) }
        self.write(optional: feed.position) { writer, position in
            writer.write(position.epoch)
            writer.write(position.mark)
        }
        self.write(feed.days)
        // The cached notifications are written in the order in which they arrived. This order does not depend on the
        // numbers of names.
        let cache = feed.cache.count > 1 ? feed.cache.sorted { $0.order < $1.order } : feed.cache
        self.write(all: cache) { writer, item in
            writer.write(item.id, names)
            writer.write(item.phase.rawValue)
            writer.write(item.readState.rawValue)
            writer.write(item.userActionState.rawValue)
            writer.write(item.generation)
            writer.write(item.version)
            writer.write(item.order)
            writer.write(item.born)
            writer.write(item.time)
            writer.write(UInt8(item.isInDoubt ? 1 : 0))
            writer.write(item.facts, names)
        }
    }

    private mutating func write(_ name: FactsName, _ names: NameTable) {
        self.write(optional: names.facts(name)) { $0.write($1) }
    }

    private mutating func write(_ facts: NotificationFacts) {
        self.write(facts.serverId)
        self.write(optional: facts.content) { writer, content in
            writer.write(optional: content.raw) { $0.write($1) }
            writer.write(optional: content.visual) { writer, visual in
                writer.write(visual.title)
                writer.write(optional: visual.body) { $0.write($1) }
            }
        }
        self.write(optional: facts.groupName) { $0.write($1) }
        self.write(facts.priority.rawValue)
        self.write(facts.expiration)
    }
}

extension DurableWriter {
    /// Returns the number of bytes of the facts in stored form.
    static func length(of facts: NotificationFacts) -> Int {
        var writer = DurableWriter(isMeasuring: true)
        writer.write(facts)
        return writer.count
    }
}

extension DurableReader {
    fileprivate mutating func account(_ names: inout NameTable) throws(DurableFault) -> AccountRecord {
        var account = AccountRecord(try self.key(&names), .ready)
        account.registration = try self.option { (reader) throws(DurableFault) in
            let kind: PushChannel.Kind = try reader.choice()
            let channel = DeviceChannel(
                kind, token: names.intern(try reader.text()), appId: names.intern(try reader.text()),
                displayName: names.intern(try reader.text()))
            return RegistrationRecord(channel: channel, end: try reader.instant(), state: try reader.choice())
        }
        account.mayBeRegistered = try self.option { _ in () } != nil
        return account
    }

    private mutating func key(_ names: inout NameTable) throws(DurableFault) -> AccountKey {
        AccountKey(names.intern(try self.text()), try self.choice())
    }

    fileprivate mutating func feed(_ names: inout NameTable) throws(DurableFault) -> FeedRecord {
        let number = FeedNumber(try self.number())
        var feed = FeedRecord(number, try self.key(&names), host: names.intern(try self.text()))
        feed.subscription = names.intern(try self.text())
        feed.subscriptionEnd = try self.instant()
        feed.appId = names.intern(try self.text())
        feed.cursor = try self.option { (reader) throws(DurableFault) in Cursor(try reader.text()) }
        feed.position = try self.option { (reader) throws(DurableFault) in
            FeedPosition(epoch: try reader.number(), mark: try reader.number())
        }
        feed.days = try self.number()
        let cache = try self.all { (reader) throws(DurableFault) in try reader.notification(&names) }
        for (earlier, later) in zip(cache, cache.dropFirst()) where earlier.order >= later.order { throw .damaged }
        feed.cache = cache.sorted { $0.id.number < $1.id.number }
        return feed
    }

    private mutating func notification(_ names: inout NameTable) throws(DurableFault) -> CachedNotification {
        let id = names.intern(try self.text())
        let phase: CachedNotification.Phase = try self.choice()
        let (read, action): (ReadState, UserActionState) = (try self.choice(), try self.choice())
        let (generation, version): (UInt64, UInt64) = (try self.number(), try self.number())
        let (order, born): (UInt64, UInt64) = (try self.number(), try self.number())
        let time = try self.instant()
        let isInDoubt = try self.option { _ in () } != nil
        let facts = try self.option { (reader) throws(DurableFault) in try reader.facts() }
        let change = DeviceChange(
            id: id, facts: facts.map { names.intern($0) } ?? .none, kind: .updated, readState: read,
            userActionState: action, generation: generation, version: version, time: time)
        var item = CachedNotification(change, order: order, born: born)
        item.phase = phase
        item.isInDoubt = isInDoubt
        return item
    }

    private mutating func facts() throws(DurableFault) -> NotificationFacts {
        var facts = NotificationFacts(serverId: try self.text(), expiration: Instant(microseconds: 0))
        facts.content = try self.option { (reader) throws(DurableFault) in
            var content = Content(raw: try reader.option { (reader) throws(DurableFault) in try reader.text() })
            content.visual = try reader.option { (reader) throws(DurableFault) in
                let title = try reader.text()
                let body = try reader.option { (reader) throws(DurableFault) in try reader.text() }
                return Content.Visual(title: title, body: body)
            }
            return content
        }
        facts.groupName = try self.option { (reader) throws(DurableFault) in try reader.text() }
        facts.priority = try self.choice()
        facts.expiration = try self.instant()
        return facts
    }
}
