package import Basics

/// The settings of admission. The defaults follow the known behaviour of the real service.
package struct AdmissionRules: Hashable, Sendable {
    /// Whether documented errors are refused even if the answer of the real service is not known.
    package var isStrict = false
    package var tokenReading = ProviderToken.Reading.lenient
    package var keyWord = Refusal.KeyWord.wire
    package var updateScope = UpdateScope.connection
    /// The topics or bundle ids for which all pushes are refused.
    package var deniedTopics: [String] = []

    /// Whether a connection without a certificate is limited to one stream until its first valid token.
    package var startsWithOneStream = false
    /// Whether a refused push limits the connection to one stream until the next accepted push. The real service did
    /// this in 2020.
    package var refusalDropsToOneStream = false
    /// The limit for consecutive pushes that are refused with BadDeviceToken. When it is reached, the connection is
    /// closed.
    package var badDeviceTokenLimit = Self.badDeviceTokenLimit
    /// The limit for consecutive pushes that are refused with any 4xx status except 410. When it is reached, the
    /// connection is closed.
    package var refusalLimit = Self.refusalLimit
    /// The time for which a closing connection still serves requests that are already in transit.
    package var closingGrace = Self.closingGrace

    package init() {}

    /// The scope within which a provider token is compared with the previous token.
    package enum UpdateScope: Hashable, Sendable {
        case connection
        /// Compares the tokens of a key across all its connections. With this setting, a sender that uses a new token
        /// and a new connection for each push is refused.
        case key
    }

    package static let badDeviceTokenLimit = 50
    package static let refusalLimit = 500
    package static let closingGrace = Interval.milliseconds(200)
    package static let streamLimit = 1_000
    package static let tokenLife = Interval.hours(1)
    package static let tokenUpdatePause = Interval.minutes(20)
    /// The maximum time that the clock of a sender may be ahead.
    package static let tokenSkew = Interval.minutes(1)
    package static let collapseIDLimit = 64
    package static let payloadLimit = 4_096
    package static let voipPayloadLimit = 5_120
    package static let topicLimit = 255
    /// The maximum number of provider tokens whose signature check is cached.
    package static let verdictLimit = 256
    /// The maximum number of keys for which the current token is remembered, if tokens are compared per key.
    package static let keyLimit = 4_096
}
