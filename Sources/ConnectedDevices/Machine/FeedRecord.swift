import Basics
import FeedContract

/// One feed on a device: how far it was read, what was read, and who reads it here.
struct FeedRecord: Equatable, Sendable {
    let number: FeedNumber
    var account: AccountKey
    var host: Name

    /// Set while the service is known to wake this device for the feed.
    var subscription = Name.none
    var subscriptionEnd = Instant(microseconds: 0)
    /// The app as its platform knows it, for renewing the subscription.
    var appId = Name.none

    var cursor: Cursor?
    var position: FeedPosition?
    /// Sorted by the numbers of the ids.
    var cache: [CachedNotification] = []

    var days: UInt8 = 0
    var isSynchronized = false
    var isSyncing = false
    /// Whether somebody asked for a sync that a running one does not answer.
    var wantsTrailing = false
    /// Whether something may be there that no tap tells of.
    var isStale = false
    var attempts: UInt8 = 0
    var retryAt: Instant?
    /// A read of several pages; empty between reads.
    var pages: [OpenRead] = []
    var readers: [ReaderRecord] = []

    init(_ number: FeedNumber, _ account: AccountKey, host: Name) {
        self.number = number
        self.account = account
        self.host = host
    }

    func place(of id: Name) -> (index: Int, isThere: Bool) {
        var low = 0
        var high = self.cache.count
        while low < high {
            let middle = (low + high) / 2
            if self.cache[middle].id.number < id.number { low = middle + 1 } else { high = middle }
        }
        return (low, low < self.cache.count && self.cache[low].id == id)
    }

    func cached(_ id: Name) -> CachedNotification? {
        let place = self.place(of: id)
        return place.isThere ? self.cache[place.index] : nil
    }
}

/// What was read of an answer in several pages. It counts only when it is complete.
struct OpenRead: Hashable, Sendable {
    var changes: [DeviceChange] = []
    var next: Cursor
}
