import Basics
import FeedContract

extension FeedRecord {
    /// What came of a complete read.
    struct Folding {
        /// Whether an app could tell the difference.
        var hasNews = false
        /// Whether something that it tells of is not seen before the next read.
        var isUnfinished = false
    }

    /// What came of one of its changes.
    private enum FoldedChange {
        case known
        case news
        case leftToNextRead
    }

    /// Takes a complete read in, all at once.
    mutating func fold(
        _ changes: [DeviceChange], _ last: DevicePage, at now: Instant, order: inout UInt64
    ) -> Folding {
        // Numbers of another life of the feed have no order with those of this one.
        let isOtherLife = self.position.map { $0.epoch != last.position.epoch } ?? false
        var folding = Folding()
        #if Mutants
            var newest: UInt64 = 0
        #endif
        for change in changes {
            #if Mutants
                if mutated(.onlyForward), change.version < newest { continue }
                newest = change.version
            #endif
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

    /// Takes one change in, unless something newer is known.
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
            // Nothing tells whether the word was given in this life or in the one before. It stands until the whole
            // feed is read once more, which has it in it or takes it back.
            self.cache[place.index].version = change.version
            self.cache[place.index].isOwnWord = false
            self.isUndecided = true
            return .leftToNextRead
        }
        #if Mutants
            let overrides = isOtherLife || mutated(.olderPageWins)
        #else
            let overrides = isOtherLife
        #endif
        guard overrides || change.version >= old.version else {
            // The page was made before this device's own change: the next one has both in one.
            guard old.isOwnWord, !old.looksLike(change) else { return .known }
            self.cache[place.index].isOwnWord = false
            return .leftToNextRead
        }
        if change.version == old.version || change.kind == .expired && old.phase == .expired, old.looksLike(change) {
            self.replace(place.index, with: CachedNotification(change, order: old.order, born: old.born))
            #if Mutants
                if mutated(.againIsRead) { self.cache[place.index].readState = .read }
                if mutated(.knownIsNew) || mutated(.againIsRead) {
                    order += 1
                    self.cache[place.index].order = order
                }
            #endif
            return .known
        }
        order += 1
        // A reader that saw any generation must hear of the end, also of one that it never saw.
        self.replace(place.index, with: CachedNotification(change, order: order, born: old.born))
        return .news
    }

    private mutating func replace(_ index: Int, with item: CachedNotification) {
        // What was asked of one publication is not seen on the next.
        let isInDoubt = self.cache[index].isInDoubt && self.cache[index].generation == item.generation
        #if Mutants
            let mine = self.cache[index].userActionState
        #endif
        self.cache[index] = item
        self.cache[index].isInDoubt = isInDoubt
        #if Mutants
            if mutated(.ownWordWins), mine != .noInteraction { self.cache[index].userActionState = mine }
        #endif
    }

    /// Notes that readers may see more of a notification than the service has confirmed.
    mutating func doubt(_ id: Name) {
        let place = self.place(of: id)
        if place.isThere, self.cache[place.index].phase == .active { self.cache[place.index].isInDoubt = true }
    }

    /// Shows readers once more what stands, since what they saw may never come true. Whether they saw anything.
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

    /// After a restart nobody waits for the service's word any more, but for what is still to be written.
    mutating func beginAnew(awaiting awaited: [Name], order: inout UInt64) {
        let doubtful = self.cache.filter(\.isInDoubt).sorted { $0.order < $1.order }
        for item in doubtful {
            _ = self.showAgain(item.id, order: &order)
            if !awaited.contains(item.id) { self.trust(item.id) }
        }
        if !doubtful.isEmpty { self.isStale = true }
    }

    /// Ends what a full read does not name: it is not in the feed.
    private mutating func end(
        allBut changes: [DeviceChange], _ isOtherLife: Bool, at now: Instant, order: inout UInt64
    ) -> Bool {
        #if Mutants
            if mutated(.leftoversKept) { return false }
        #endif
        let named = changes.map(\.id.number).sorted()
        var hasNews = false
        for index in self.cache.indices where isOtherLife || self.cache[index].phase == .active {
            guard !named.contains(sorted: self.cache[index].id.number) else { continue }
            // A number of the life before would hide what is published in this one.
            if isOtherLife { self.cache[index].version = 0 }
            guard self.cache[index].phase == .active else { continue }
            order += 1
            self.cache[index].phase = .expired
            self.cache[index].facts = .none
            self.cache[index].order = order
            // The mark is as old as the news of it: whoever reads later has to hear of it too.
            self.cache[index].time = now
            hasNews = true
        }
        return hasNews
    }

    /// Writes what the service did for this device, unless something newer is known.
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

    /// Cleans up marks that the service has forgotten too, once all readers have heard of them, and one at least: what
    /// they stand for may have changed long ago, and the clock may be wrong.
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
    /// Whether a sorted array has the number.
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
