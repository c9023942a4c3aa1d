package import Basics
package import FeedContract

/// Something that the service is to do, with all that the rules need to know about who asks and when.
package struct FeedCommand: Hashable, Sendable {
    package enum Act: Hashable, Sendable {
        case publish(FeedKey, Publication)
        case update(FeedKey, StateUpdate)
        case delete(FeedKey, Deletion)
        case fetch(FeedKey, Reading)
        /// Does what is due: expires, sends fallbacks, cleans marks up.
        case sweep(FeedKey)
        case subscribe(FeedKey, device: String, appId: String, serial: UInt64? = nil, isQuiet: Bool = false)
        case unsubscribe(FeedKey, subscription: String, serial: UInt64? = nil)
        case register(user: String, RegisterRequest)
        case unregister(user: String, device: String, serial: UInt64? = nil)
        /// The push service said that a channel is dead since then.
        case retire(user: String, device: String, token: String, since: Instant)
        /// Makes every cursor of a feed useless, as after a restored backup.
        case invalidateCursors(FeedKey)
    }

    package var act: Act
    package var now: Instant
    package var fresh: Fresh

    package init(_ act: Act, now: Instant, fresh: Fresh) {
        self.act = act
        self.now = now
        self.fresh = fresh
    }
}

/// A notification to be stored for a user.
package struct Publication: Hashable, Sendable {
    package var notification: NewNotification
    /// The publisher's name for this request: repeated within a day, it stores once.
    package var requestId: String?
    /// The subscription id by which the publisher named the user; nil when it acts on the user's behalf.
    package var addressee: String?
    /// The publisher's app id, if it is known.
    package var appId: String?

    package init(
        _ notification: NewNotification, requestId: String? = nil, addressee: String? = nil, appId: String? = nil
    ) {
        self.notification = notification
        self.requestId = requestId
        self.addressee = addressee
        self.appId = appId
    }
}

/// New states of one notification; what is nil stays.
package struct StateUpdate: Hashable, Sendable {
    package var id: String
    package var generation: UInt64?
    package var readState: ReadState?
    package var userActionState: UserActionState?
    /// The subscription that asks.
    package var author: String?

    package init(
        id: String, generation: UInt64? = nil, readState: ReadState? = nil, userActionState: UserActionState? = nil,
        author: String? = nil
    ) {
        self.id = id
        self.generation = generation
        self.readState = readState
        self.userActionState = userActionState
        self.author = author
    }
}

/// The end of one notification by somebody's wish.
package struct Deletion: Hashable, Sendable {
    package var id: String
    package var generation: UInt64?
    /// The subscription that asks.
    package var author: String?

    package init(id: String, generation: UInt64? = nil, author: String? = nil) {
        self.id = id
        self.generation = generation
        self.author = author
    }
}

/// One page to be read.
package struct Reading: Hashable, Sendable {
    package var place: ReadingPlace
    /// The most changes wanted; nil or not positive leaves it to the service.
    package var limit: Int?
    /// How many days back a full read reaches.
    package var days: Int?
    /// The subscription that asks.
    package var reader: String?

    package init(_ place: ReadingPlace, limit: Int? = nil, days: Int? = nil, reader: String? = nil) {
        self.place = place
        self.limit = limit
        self.days = days
        self.reader = reader
    }
}
