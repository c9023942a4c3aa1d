package import Basics

/// The answer of the service to a request.
package enum FeedAnswer: Hashable, Sendable {
    case page(FeedPage)
    case saved(UpdateResult)
    case subscribed(SubscriptionAnswer)
    case registered(RegistrationAnswer)
    /// The request was carried out. There is no result.
    case done
    case refused(FeedRefusal)
}

/// The result of a save or a delete.
package struct UpdateResult: Hashable, Sendable {
    package var id: String
    /// Whether the change was made.
    ///
    /// False if the notification is unknown, expired, deleted or replaced by a new generation.
    package var succeeded: Bool
    /// The version of the notification that has the requested state. Nil if the change was not made.
    package var version: UInt64?

    package init(id: String, succeeded: Bool, version: UInt64? = nil) {
        self.id = id
        self.succeeded = succeeded
        self.version = version
    }
}

/// The result of subscribing.
package struct SubscriptionAnswer: Hashable, Sendable {
    /// The id that the app passes to its own server. The server publishes with this id.
    package var subscription: String
    package var expiration: Instant

    package init(subscription: String, expiration: Instant) {
        self.subscription = subscription
        self.expiration = expiration
    }
}

/// The result of registering.
package struct RegistrationAnswer: Hashable, Sendable {
    package var expiration: Instant

    package init(expiration: Instant) { self.expiration = expiration }
}
