package import Basics

/// What the service says back.
package enum FeedAnswer: Hashable, Sendable {
    case page(FeedPage)
    case saved(UpdateResult)
    case subscribed(SubscriptionAnswer)
    case registered(RegistrationAnswer)
    /// Done, with nothing to tell.
    case done
    case refused(FeedRefusal)
}

/// What a save or a delete came to.
package struct UpdateResult: Hashable, Sendable {
    package var id: String
    /// False for what is unknown, expired, deleted, or a generation that was replaced; then nothing was written.
    package var succeeded: Bool
    /// The version that has what was asked for.
    package var version: UInt64?

    package init(id: String, succeeded: Bool, version: UInt64? = nil) {
        self.id = id
        self.succeeded = succeeded
        self.version = version
    }
}

/// A subscription as the client is told of it.
package struct SubscriptionAnswer: Hashable, Sendable {
    /// The id that the app hands to its own server, which publishes with it.
    package var subscription: String
    package var expiration: Instant

    package init(subscription: String, expiration: Instant) {
        self.subscription = subscription
        self.expiration = expiration
    }
}

/// A registration as the client is told of it.
package struct RegistrationAnswer: Hashable, Sendable {
    package var expiration: Instant

    package init(expiration: Instant) { self.expiration = expiration }
}
