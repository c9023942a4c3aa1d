package import Basics
package import FeedContract

/// A request to the service, together with everything that the rules need to know about the caller and the time.
package struct FeedCommand: Hashable, Sendable {
    package enum Act: Hashable, Sendable {
        case publish(FeedKey, Publication)
        case update(FeedKey, StateUpdate)
        case delete(FeedKey, Deletion)
        case fetch(FeedKey, Reading)
        /// Does the work that is due: expires notifications, sends fallbacks, and removes old marks of ended
        /// notifications.
        case sweep(FeedKey)
        case subscribe(FeedKey, device: String, appId: String, serial: UInt64? = nil, isQuiet: Bool = false)
        case unsubscribe(FeedKey, subscription: String, serial: UInt64? = nil)
        case register(user: String, RegisterRequest)
        case unregister(user: String, device: String, serial: UInt64? = nil)
        /// Drops a channel, because the push service reported that it was dead at the time `since`.
        case retire(user: String, device: String, token: String, since: Instant)
        /// Invalidates every cursor of a feed, for example after a backup was restored.
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
    /// The id that the publisher gave this request. If the publisher repeats the request within a day, the notification
    /// is stored only once.
    package var requestId: String?
    /// The id of the subscription that the publisher used to name the user. Nil if the publisher acts on behalf of the
    /// user.
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

/// New states for one notification. A nil state is left unchanged.
package struct StateUpdate: Hashable, Sendable {
    package var id: String
    package var generation: UInt64?
    package var readState: ReadState?
    package var userActionState: UserActionState?
    /// The subscription that makes the request.
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

/// A request to delete one notification.
package struct Deletion: Hashable, Sendable {
    package var id: String
    package var generation: UInt64?
    /// The subscription that makes the request.
    package var author: String?

    package init(id: String, generation: UInt64? = nil, author: String? = nil) {
        self.id = id
        self.generation = generation
        self.author = author
    }
}

/// A request to read one page.
package struct Reading: Hashable, Sendable {
    package var place: ReadingPlace
    /// The requested maximum number of changes. If it is nil or not positive, the default of the service is used.
    package var limit: Int?
    /// The number of days that a full read reaches back.
    package var days: Int?
    /// The subscription that makes the request.
    package var reader: String?

    package init(_ place: ReadingPlace, limit: Int? = nil, days: Int? = nil, reader: String? = nil) {
        self.place = place
        self.limit = limit
        self.days = days
        self.reader = reader
    }
}
