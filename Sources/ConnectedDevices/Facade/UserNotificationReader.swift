/// A reader of the changes of a feed. It reads batches from the cache and needs no network.
public final class UserNotificationReader {
    /// Fires when a sync brought changes, and when a save by this app was completed or refused.
    public let dataChanged = Event<UserNotificationReader, UserNotificationReaderDataChangedEventArgs>()
    private let feed: UserDataFeed
    private let number: ReaderNumber
    private var lastState: String

    init?(_ feed: UserDataFeed, _ options: ReaderOptions, at place: UInt64?) {
        guard let number = feed.platform.edit({ $0.createReader(feed.number, options, at: place) }) else { return nil }
        self.feed = feed
        self.number = number
        self.lastState = ReaderState.text(feed.platform.machine.place(of: number) ?? 0, of: feed)
        feed.platform.keep(self, number)
    }

    deinit { self.feed.platform.forget(self.number) }

    /// Reads the changes since the last batch, oldest first. Reads at most `maxSize` changes, or all of them if
    /// `maxSize` is zero.
    public func readBatch(
        maxSize: Int, completion: @escaping ([UserNotification]?, ConnectedDevicesError?) -> Void
    ) {
        self.feed.platform.enqueueRead { [feed, number] in
            do throws(ConnectedDevicesError) {
                try feed.platform.check()
                let batch = feed.platform.edit { $0.readBatch(number, most: max(0, maxSize)) }
                guard let batch else { throw ConnectedDevicesError(code: .readerClosed) }
                self.lastState = ReaderState.text(feed.platform.machine.place(of: number) ?? 0, of: feed)
                completion(batch.map { UserNotification($0, feed) }, nil)
            } catch { completion(nil, error) }
        }
    }

    /// The position after the last complete batch, for `createReader(state:)` after a restart.
    public var serializedState: String { self.lastState }

    func changed() {
        self.dataChanged.raise(self, UserNotificationReaderDataChangedEventArgs(), through: self.feed.platform)
    }
}

/// The arguments of the event that fires when there are changes. Read a batch to get them.
public struct UserNotificationReaderDataChangedEventArgs: Hashable, Sendable {}

/// A reader's place as a text that the app stores.
enum ReaderState {
    static func text(_ place: UInt64, of feed: UserDataFeed) -> String { "1-\(place)-\(self.code(of: feed))" }

    /// Parses a place. Returns nil if the text was not written by this feed on this installation.
    static func place(in text: String, of feed: UserDataFeed) -> UInt64? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "1", parts[2] == self.code(of: feed) else { return nil }
        return UInt64(parts[1])
    }

    private static func code(of feed: UserDataFeed) -> String {
        let device = feed.platform.names.text(feed.platform.machine.device)
        let parts = [device, feed.account.accountId, String(feed.account.type.rawValue), feed.activitySourceHost]
        return String(DurableCode.code(of: parts.flatMap { Array($0.utf8) + [0xFF] }), radix: 16)
    }
}
