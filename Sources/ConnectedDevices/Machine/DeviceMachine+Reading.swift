package import FeedContract

extension DeviceMachine {
    /// Returns the feed of a host for an account. Creates the feed if needed. Returns nil when the account does not
    /// exist.
    package mutating func openFeed(_ key: AccountKey, host: Name) -> FeedNumber? {
        guard self.phase == .running, let owner = self.accounts.place(of: key), self.accounts[owner].phase == .ready
        else {
            return nil
        }
        if let index = self.feeds.firstIndex(where: { $0.account == key && $0.host == host }) {
            return self.feeds[index].number
        }
        self.lastNumber += 1
        let number = FeedNumber(self.lastNumber)
        self.feeds.append(FeedRecord(number, key, host: host))
        return number
    }

    package func has(_ number: FeedNumber) -> Bool { self.feeds.place(of: number) != nil }

    /// Whether the feed is up to date, as far as the device knows.
    package func isSynchronized(_ number: FeedNumber) -> Bool {
        self.feeds.place(of: number).map { self.feeds[$0].isSynchronized } ?? false
    }

    /// Returns the number of days that a full read reaches back. Zero means the service's default.
    package func daysToSync(_ number: FeedNumber) -> Int {
        self.feeds.place(of: number).map { Int(self.feeds[$0].days) } ?? 0
    }

    package mutating func setDaysToSync(_ number: FeedNumber, _ days: Int) {
        guard let index = self.feeds.place(of: number) else { return }
        self.feeds[index].days = UInt8(clamping: days)
    }

    /// Creates a reader of a feed. If another reader saved a place, the new reader can continue from there.
    package mutating func createReader(
        _ number: FeedNumber, _ options: ReaderOptions = ReaderOptions(), at place: UInt64? = nil
    ) -> ReaderNumber? {
        guard let index = self.feeds.place(of: number) else { return nil }
        self.lastNumber += 1
        var position: UInt64 = options.start == .end ? self.order : 0
        // A place that this device never reached comes from another installation.
        if let place, place <= self.order { position = place }
        let reader = ReaderRecord(number: ReaderNumber(self.lastNumber), options: options, position: position)
        self.feeds[index].readers.append(reader)
        return reader.number
    }

    /// Removes a reader.
    package mutating func closeReader(_ number: ReaderNumber) {
        for index in self.feeds.indices {
            if let reader = self.feeds[index].readers.firstIndex(where: { $0.number == number }) {
                self.feeds[index].readers.remove(at: reader)
            }
        }
    }

    /// Returns a reader's place, to be stored by the app.
    package func place(of number: ReaderNumber) -> UInt64? {
        self.reader(number).map { self.feeds[$0.feed].readers[$0.reader].position }
    }

    /// Reads the changes for a reader, oldest first. If `most` is zero, reads all of them. Returns nil when the reader
    /// was removed.
    package mutating func readBatch(_ number: ReaderNumber, most: Int) -> [ReadNotification]? {
        guard let (index, reader) = self.reader(number) else { return nil }
        let number = self.feeds[index].number
        let record = self.feeds[index].readers[reader]
        // The device has learned of no changes since the last batch.
        if record.position == self.order { return [] }
        var batch: [ReadNotification] = []
        var position = self.order
        var cache = self.feeds[index].cache
        // Usually there is only one change, which is read without copying the cache. The closure compares only the
        // orders, because passing an item to a closure would copy it.
        if cache.indices.count(where: { cache[$0].order > record.position }) > 1 {
            cache = cache.filter { $0.order > record.position }.sorted { $0.order < $1.order }
        }
        for place in cache.indices where cache[place].order > record.position {
            let item = cache[place]
            // A reader that never saw the notification does not need to know that it expired.
            if item.phase == .expired, record.position < item.born { continue }
            let shown = self.shown(item, in: number)
            guard record.options.admits(shown) else { continue }
            if most > 0, batch.count == most { break }
            batch.append(shown)
            if batch.count == most { position = item.order }
        }
        self.feeds[index].readers[reader].position = most > 0 && batch.count == most ? position : self.order
        return batch
    }

    /// Returns one notification in its current state. Returns nil if the feed does not have it.
    package func notification(_ id: Name, in number: FeedNumber) -> ReadNotification? {
        guard let index = self.feeds.place(of: number), let item = self.feeds[index].cached(id), item.phase != .expired
        else {
            return nil
        }
        return self.shown(item, in: number)
    }

    /// Returns all notifications of a feed that an app could see, in the order in which the device received them.
    package func everything(in number: FeedNumber) -> [ReadNotification] {
        guard let index = self.feeds.place(of: number) else { return [] }
        let feed = self.feeds[index]
        let visible = feed.cache.filter { $0.phase != .expired }.sorted { $0.order < $1.order }
        return visible.map { self.shown($0, in: number) }
    }

    /// Returns the number of notifications of a feed that are unread and unhandled.
    package func unreadCount(in number: FeedNumber) -> Int {
        guard let index = self.feeds.place(of: number) else { return 0 }
        let cache = self.feeds[index].cache
        guard self.jobs.contains(where: { $0.feed == number && $0.lane == .writing }) else {
            return cache.indices.count { place in
                cache[place].phase == .active && cache[place].readState.waits(with: cache[place].userActionState)
            }
        }
        return cache.count { item in
            let shown = self.shown(item, in: number)
            return !shown.isDeleted && shown.readState.waits(with: shown.userActionState)
        }
    }

    /// Returns the position up to which the feed was read.
    package func position(of number: FeedNumber) -> FeedPosition? {
        self.feeds.place(of: number).flatMap { self.feeds[$0].position }
    }

    private func reader(_ number: ReaderNumber) -> (feed: Int, reader: Int)? {
        for index in self.feeds.indices {
            if let reader = self.feeds[index].readers.firstIndex(where: { $0.number == number }) {
                return (index, reader)
            }
        }
        return nil
    }
}

extension ReaderOptions {
    func admits(_ item: ReadNotification) -> Bool {
        if let phase = self.phase, (phase == .active) == item.isDeleted { return false }
        if let read = self.readState, read != item.readState { return false }
        return self.userActionState.map { $0 == item.userActionState } ?? true
    }
}

extension ReadState {
    /// Whether the user has neither read a notification nor acted on it.
    fileprivate func waits(with action: UserActionState) -> Bool {
        // A switch is used because `==` on an enum of another module compares raw values through a table.
        switch (self, action) {
        case (.unread, .noInteraction), (.unread, .snoozed): true
        case (.unread, .activated), (.unread, .dismissed), (.read, _): false
        }
    }
}
