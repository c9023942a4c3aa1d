import Basics
import FeedContract

/// One feed on a device: how far it was read, what was read, and who reads it here.
@dynamicMemberLookup
struct FeedRecord: Equatable, Sendable {
    /// What survives the process, which stands in all copies of the machine until one of them changes it.
    private(set) var kept: [KeptFeed]

    var isSynchronized = false
    var isSyncing = false
    /// Whether somebody asked for a sync that a running one does not answer.
    var wantsTrailing = false
    /// The count of the machine when the latest read began.
    var readBegan: UInt64 = 0
    /// Whether the latest read left it open what became of a change of this device: all has to be read once more.
    var isUndecided = false
    /// Whether something may be there that no tap tells of.
    var isStale = false
    /// In how many seconds a renewal of the subscription that failed for now may be asked for again; nil if none did.
    var renewalWait: Int?
    var attempts: UInt8 = 0
    var retryAt: Instant?
    /// A read of several pages; empty between reads.
    var pages: [OpenRead] = []
    var readers: [ReaderRecord] = []

    init(_ number: FeedNumber, _ account: AccountKey, host: Name) {
        self.kept = [KeptFeed(number: number, account: account, host: host)]
    }

    subscript<Value>(dynamicMember part: WritableKeyPath<KeptFeed, Value>) -> Value {
        @inline(__always) _read { yield self.kept[0][keyPath: part] }
        @inline(__always) _modify { yield &self.kept[0][keyPath: part] }
    }

    mutating func readEnds() {
        self.isSyncing = false
        self.readBegan = 0
        self.isUndecided = false
    }

    init(unpacked kept: KeptFeed) { self.kept = [kept] }

    /// The feed as a new process finds it.
    init(restartOf kept: [KeptFeed]) {
        self.kept = kept
        // The read that follows a start has everything in it.
        for place in kept[0].cache.indices where kept[0].cache[place].isOwnWord {
            self.kept[0].cache[place].isOwnWord = false
        }
    }

    /// Becomes the feed as a new process finds it. This is such a feed already, if an older one.
    mutating func restart(as kept: [KeptFeed]) { self.kept[0].restart(as: kept) }

    /// Whether a restart of a feed keeps just this.
    static func isKept(_ kept: [KeptFeed], as others: [KeptFeed]) -> Bool {
        let hasOwnWord = kept[0].cache.contains(where: \.isOwnWord)
        return (hasOwnWord ? FeedRecord(restartOf: kept).kept : kept) == others
    }

    @inline(__always)
    func place(of id: Name) -> (index: Int, isThere: Bool) {
        let cache = self.cache
        var low = 0
        var high = cache.count
        while low < high {
            let middle = (low + high) / 2
            if cache[middle].id.number < id.number { low = middle + 1 } else { high = middle }
        }
        return (low, low < cache.count && cache[low].id == id)
    }

    /// How many days back a full read is to reach: as far as the app wants, and as what is here already, or the read
    /// would say that it is gone. By a clock that may be a day off.
    func daysToRead(at now: Instant) -> Int? {
        guard self.days > 0 else { return nil }
        let wanted = Int(self.days)
        guard let oldest = self.cache.lazy.filter({ $0.phase == .active }).map(\.time).min() else { return wanted }
        let age = Int((now - oldest).microseconds / Interval.days(1).microseconds)
        return age < wanted - 1 ? wanted : age + 2
    }

    @inline(__always)
    func cached(_ id: Name) -> CachedNotification? {
        let place = self.place(of: id)
        return place.isThere ? self.cache[place.index] : nil
    }
}

/// What a device knows of a feed for good.
struct KeptFeed: Equatable, Sendable {
    var number: FeedNumber
    var account: AccountKey
    var host: Name

    /// By which the service wakes this device for the feed, also where it has ended: a renewal keeps the name, and the
    /// word of one may be lost.
    var subscription = Name.none
    var subscriptionEnd = Instant(microseconds: 0)
    /// The app as its platform knows it, for renewing the subscription.
    var appId = Name.none
    /// Whether the subscription is of a kind that nothing wakes for.
    var isQuiet = false

    var cursor: Cursor?
    var position: FeedPosition?
    /// Sorted by the numbers of the ids.
    var cache: [CachedNotification] = []
    var days: UInt8 = 0

    init(number: FeedNumber, account: AccountKey, host: Name) {
        self.number = number
        self.account = account
        self.host = host
    }

    /// When a subscription ended of which the service says so, whatever the clock of the device says.
    static var longAgo: Instant { Instant(microseconds: .min) }

    /// From so many notifications on it costs less to share them, until one of the two feeds changes them.
    private static let isWorthSharing = 16

    /// Takes over all of it, for a new process, in the memory that it has. Read part by part, since a whole that is
    /// handed on is copied.
    fileprivate mutating func restart(as other: [KeptFeed]) {
        self.number = other[0].number
        self.account = other[0].account
        self.host = other[0].host
        self.subscription = other[0].subscription
        self.subscriptionEnd = other[0].subscriptionEnd
        self.appId = other[0].appId
        self.isQuiet = other[0].isQuiet
        self.cursor = other[0].cursor
        self.position = other[0].position
        self.days = other[0].days
        let count = other[0].cache.count
        if count >= Self.isWorthSharing {
            self.cache = other[0].cache
        } else {
            if self.cache.count > count { self.cache.removeLast(self.cache.count - count) }
            for place in 0..<count {
                let item = other[0].cache[place]
                if place < self.cache.count { self.cache[place] = item } else { self.cache.append(item) }
            }
        }
        // The read that follows a start has everything in it.
        for place in self.cache.indices where self.cache[place].isOwnWord { self.cache[place].isOwnWord = false }
    }
}

/// What was read of an answer in several pages. It counts only when it is complete.
struct OpenRead: Hashable, Sendable {
    /// More than any feed has, even with one change a page.
    static let mostPages: UInt32 = 1 << 16

    var changes: [DeviceChange] = []
    private(set) var next: Cursor?
    /// A page that was read, which comes again if pages lead in a circle.
    private var mark: Cursor?
    private var count: UInt32 = 0

    init(from start: Cursor?) { (self.next, self.mark) = (start, start) }

    /// Goes on to the page that this one leads to; false when it would be read for ever.
    ///
    /// The mark moves to each page of which the number is a power of two, so that a circle is closed before many more
    /// pages than it has were read twice.
    mutating func goesOn(to cursor: Cursor) -> Bool {
        guard cursor != self.next, cursor != self.mark, self.count < Self.mostPages else { return false }
        self.next = cursor
        self.count += 1
        if self.count & (self.count - 1) == 0 { self.mark = cursor }
        return true
    }
}

// Of the array and not of the machine, which would be copied for a look into it.
extension [FeedRecord] {
    @inline(__always)
    func place(of number: FeedNumber) -> Int? {
        for index in self.indices where self[index].number == number { return index }
        return nil
    }

    /// The subscription of one, unless the service has said that it ended.
    @inline(__always)
    func standingSubscription(at index: Int) -> Name {
        self[index].subscriptionEnd == KeptFeed.longAgo ? .none : self[index].subscription
    }
}
