import Basics
import FeedContract

/// One feed on a device: its position, its cached notifications and its readers.
@dynamicMemberLookup
struct FeedRecord: Equatable, Sendable {
    /// The durable state. Copies of the machine share it until one of them changes it.
    private(set) var kept: [KeptFeed]

    var isSynchronized = false
    var isSyncing = false
    /// Whether another sync was requested, because the running sync does not cover the request.
    var wantsTrailing = false
    /// The value of the machine's `order` when the latest read began.
    var readBegan: UInt64 = 0
    /// Whether the outcome of a change by this device is still unknown after the latest read. If so, a full read is
    /// needed.
    var isUndecided = false
    /// Whether there may be changes that no tap announces.
    var isStale = false
    /// The number of seconds after which a failed renewal of the subscription may be retried. Nil if no renewal failed.
    var renewalWait: Int?
    var attempts: UInt8 = 0
    var retryAt: Instant?
    /// The time of one more read, because a write that another device overruled may still reach the service and win.
    /// Nil if there is no such write.
    var lateReadAt: Instant?
    /// The pages of a read in progress; empty between reads.
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

    /// Creates the feed as a new process finds it.
    init(restartOf kept: [KeptFeed]) {
        self.kept = kept
        // The first read after a start contains all changes.
        for place in kept[0].cache.indices where kept[0].cache[place].isOwnWord {
            self.kept[0].cache[place].isOwnWord = false
        }
    }

    /// Replaces this feed with the feed that a new process finds. Reuses the memory of the older feed.
    mutating func restart(as kept: [KeptFeed]) { self.kept[0].restart(as: kept) }

    /// Whether the durable state of the feed equals `others`.
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

    /// Returns the number of days that a full read must reach back.
    ///
    /// A full read expires the cached notifications that it does not contain. So the read must cover the age of the
    /// cached notifications and the days that the app wants. The clock may be off by a day.
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

/// The durable state of a feed on a device.
struct KeptFeed: Equatable, Sendable {
    var number: FeedNumber
    var account: AccountKey
    var host: Name

    /// The subscription with which the service wakes this device for the feed.
    ///
    /// It is kept even after its end, because a renewal keeps the id and the answer to a renewal may be lost.
    var subscription = Name.none
    var subscriptionEnd = Instant(microseconds: 0)
    /// The app's id on its platform, for renewing the subscription.
    var appId = Name.none
    /// Whether the subscription is quiet, so that it wakes no device.
    var isQuiet = false

    var cursor: Cursor?
    var position: FeedPosition?
    /// The notifications, sorted by the numbers of their ids.
    var cache: [CachedNotification] = []
    var days: UInt8 = 0

    init(number: FeedNumber, account: AccountKey, host: Name) {
        self.number = number
        self.account = account
        self.host = host
    }

    /// The end of a subscription that the service has reported as ended. This time is in the past for every value of
    /// the device's clock.
    static var longAgo: Instant { Instant(microseconds: .min) }

    /// From this number of notifications on, sharing costs less than copying.
    private static let isWorthSharing = 16

    /// Copies the durable state for a new process, and reuses memory.
    ///
    /// The state is copied part by part, because passing the whole value to a function would copy it again.
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
        // The first read after a start contains all changes.
        for place in self.cache.indices where self.cache[place].isOwnWord { self.cache[place].isOwnWord = false }
    }
}

/// The pages of an answer that have been read so far. They take effect only when the answer is complete.
struct OpenRead: Hashable, Sendable {
    /// The maximum number of pages. No feed has that many pages, even with one change per page.
    static let mostPages: UInt32 = 1 << 16

    var changes: [DeviceChange] = []
    private(set) var next: Cursor?
    /// The cursor of a page that was read. If the pages form a cycle, this cursor comes again.
    private var mark: Cursor?
    private var count: UInt32 = 0

    init(from start: Cursor?) { (self.next, self.mark) = (start, start) }

    /// Continues with the next page. Returns false when the pages would never end.
    ///
    /// The mark moves forward to each page whose number is a power of two. So a cycle is detected soon after its pages
    /// repeat.
    mutating func goesOn(to cursor: Cursor) -> Bool {
        guard cursor != self.next, cursor != self.mark, self.count < Self.mostPages else { return false }
        self.next = cursor
        self.count += 1
        if self.count & (self.count - 1) == 0 { self.mark = cursor }
        return true
    }
}

// This is an extension of the array, not of the machine, because a lookup would copy the machine.
extension [FeedRecord] {
    @inline(__always)
    func place(of number: FeedNumber) -> Int? {
        for index in self.indices where self[index].number == number { return index }
        return nil
    }

    /// Returns the subscription of a feed, unless the service reported that it ended.
    @inline(__always)
    func standingSubscription(at index: Int) -> Name {
        self[index].subscriptionEnd == KeptFeed.longAgo ? .none : self[index].subscription
    }
}
