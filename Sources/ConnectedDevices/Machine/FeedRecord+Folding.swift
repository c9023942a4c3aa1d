import Basics
import FeedContract

extension FeedRecord {
    /// The result of applying a complete read.
    struct Folding {
        /// Whether an app can see a difference.
        var hasNews = false
        /// Whether the read contains a change that becomes visible only with the next read.
        var isUnfinished = false
    }

    /// The result of applying one change.
    private enum FoldedChange {
        case known
        case news
        case leftToNextRead
    }

    /// Applies all pages of a complete read at once.
    mutating func fold(
        _ changes: [DeviceChange], _ last: DevicePage, at now: Instant, order: inout UInt64
    ) -> Folding {
        // Versions from different epochs of the feed cannot be compared.
        let isOtherLife = self.position.map { $0.epoch != last.position.epoch } ?? false
        var folding = Folding()
        for change in changes {
            switch self.fold(change, isOtherLife, order: &order) {
            case .known: break
            case .news: folding.hasNews = true
            case .leftToNextRead: folding.isUnfinished = true
            }
        }
        if last.isFull, self.end(allBut: changes, isOtherLife, at: now, order: &order) { folding.hasNews = true }
        if folding.isUnfinished { self.wantsTrailing = true }
        self.position = last.position
        return folding
    }

    /// Applies one change, unless a newer state is known.
    private mutating func fold(_ change: DeviceChange, _ isOtherLife: Bool, order: inout UInt64) -> FoldedChange {
        let place = self.place(of: change.id)
        guard place.isThere else {
            guard change.kind != .expired else { return .known }
            order += 1
            self.cache.insert(CachedNotification(change, order: order, born: order), at: place.index)
            return .news
        }
        let old = self.cache[place.index]
        if isOtherLife, old.isOwnWord, old.order > self.readBegan, change.version < old.version, !old.looksLike(change)
        {
            // It is unknown whether the change by this device belongs to this epoch or to the previous one. The change
            // is kept until the whole feed is read once more. That read contains the change or undoes it.
            self.cache[place.index].version = change.version
            self.cache[place.index].isOwnWord = false
            self.isUndecided = true
            return .leftToNextRead
        }
        guard isOtherLife || change.version >= old.version else {
            // The page is older than the change by this device. The next page contains both.
            guard old.isOwnWord, !old.looksLike(change) else { return .known }
            self.cache[place.index].isOwnWord = false
            return .leftToNextRead
        }
        if change.version == old.version || change.kind == .expired && old.phase == .expired, old.looksLike(change) {
            self.replace(place.index, with: CachedNotification(change, order: old.order, born: old.born))
            return .known
        }
        order += 1
        // A reader that saw any generation must learn that the notification ended, even if it never saw the generation
        // that ended.
        self.replace(place.index, with: CachedNotification(change, order: order, born: old.born))
        return .news
    }

    private mutating func replace(_ index: Int, with item: CachedNotification) {
        // A write to one publication is not shown on the next publication.
        let isInDoubt = self.cache[index].isInDoubt && self.cache[index].generation == item.generation
        self.cache[index] = item
        self.cache[index].isInDoubt = isInDoubt
    }

    /// Records that readers may see a state that the service has not confirmed.
    mutating func doubt(_ id: Name) {
        let place = self.place(of: id)
        if place.isThere, self.cache[place.index].phase == .active { self.cache[place.index].isInDoubt = true }
    }

    /// Makes readers get the current state again, because the state that they saw may not take effect.
    ///
    /// Returns whether readers may have seen such a state.
    mutating func showAgain(_ id: Name, order: inout UInt64) -> Bool {
        let place = self.place(of: id)
        guard place.isThere, self.cache[place.index].isInDoubt else { return false }
        order += 1
        self.cache[place.index].order = order
        return true
    }

    mutating func trust(_ id: Name) {
        let place = self.place(of: id)
        if place.isThere { self.cache[place.index].isInDoubt = false }
    }

    /// Treats all states as certain after a restart, except states with pending writes.
    mutating func beginAnew(awaiting awaited: [Name], order: inout UInt64) {
        let doubtful = self.cache.filter(\.isInDoubt).sorted { $0.order < $1.order }
        for item in doubtful {
            _ = self.showAgain(item.id, order: &order)
            if !awaited.contains(item.id) { self.trust(item.id) }
        }
        if !doubtful.isEmpty { self.isStale = true }
    }

    /// Expires the notifications that a full read does not contain, because they are not in the feed.
    private mutating func end(
        allBut changes: [DeviceChange], _ isOtherLife: Bool, at now: Instant, order: inout UInt64
    ) -> Bool {
        let named = changes.map(\.id.number).sorted()
        var hasNews = false
        for index in self.cache.indices where isOtherLife || self.cache[index].phase == .active {
            guard !named.contains(sorted: self.cache[index].id.number) else { continue }
            // A version of the old epoch would hide changes that are published in the new epoch.
            if isOtherLife { self.cache[index].version = 0 }
            guard self.cache[index].phase == .active else { continue }
            order += 1
            self.cache[index].phase = .expired
            self.cache[index].facts = .none
            self.cache[index].order = order
            // The mark gets the current time, so that it stays long enough for readers to see it.
            self.cache[index].time = now
            hasNews = true
        }
        return hasNews
    }

    /// Applies a change that the service made for this device, unless a newer state is known.
    mutating func fold(
        saved id: Name, generation: UInt64?, version: UInt64, order: inout UInt64,
        _ change: (inout CachedNotification) -> Void
    ) {
        let place = self.place(of: id)
        guard place.isThere else { return }
        var item = self.cache[place.index]
        guard generation == nil || generation == item.generation, version > item.version else { return }
        order += 1
        item.version = version
        item.order = order
        item.isOwnWord = true
        change(&item)
        self.cache[place.index] = item
    }

    /// Removes marks that the service has also removed, after all readers have seen them.
    ///
    /// At least one reader must exist. The time of a mark alone does not decide, because the change may be old and the
    /// clock may be wrong.
    mutating func forgetMarks(at now: Instant, life: Interval) {
        guard self.cache.contains(where: { $0.phase != .active }) else { return }
        let heard = self.readers.map(\.position).min() ?? 0
        self.cache.removeAll { item in
            guard item.phase != .active, item.order <= heard, let end = item.time.adding(life) else { return false }
            return end <= now
        }
    }
}

extension [UInt32] {
    /// Whether a sorted array contains the number.
    fileprivate func contains(sorted number: UInt32) -> Bool {
        var low = 0
        var high = self.count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < self.count && self[low] == number
    }
}
