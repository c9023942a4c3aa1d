package import Basics

/// What the service may be told to do otherwise; as made, it does what is known of the real one.
package struct AdmissionRules: Hashable, Sendable {
    /// Whether what the documentation calls an error is refused even where the real answer is not known.
    package var isStrict = false
    package var tokenReading = ProviderToken.Reading.lenient
    package var keyWord = Refusal.KeyWord.wire
    package var updateScope = UpdateScope.connection
    /// Topics or bundle ids to which nobody may push.
    package var deniedTopics: [String] = []

    /// Whether a connection without certificate has one stream until its first good token.
    package var startsWithOneStream = false
    /// Whether a refused push takes the streams down to one until the next accepted one, as was seen in 2020.
    package var refusalDropsToOneStream = false
    /// Pushes refused with BadDeviceToken, with none accepted between, that end a connection.
    package var badDeviceTokenLimit = Self.badDeviceTokenLimit
    /// Pushes refused with any 4xx but 410, with none accepted between, that end a connection.
    package var refusalLimit = Self.refusalLimit
    /// How long a connection that is about to close still serves what its sender has on the way.
    package var closingGrace = Self.closingGrace

    package init() {}

    /// Where a provider token is compared with the one in use before it.
    package enum UpdateScope: Hashable, Sendable {
        case connection
        /// Breaks senders that make a token for each push, on a connection each.
        case key
    }

    package static let badDeviceTokenLimit = 50
    package static let refusalLimit = 500
    package static let closingGrace = Interval.milliseconds(200)
    package static let streamLimit = 1_000
    package static let tokenLife = Interval.hours(1)
    package static let tokenUpdatePause = Interval.minutes(20)
    /// How far the clock of a sender may run ahead.
    package static let tokenSkew = Interval.minutes(1)
    package static let collapseIDLimit = 64
    package static let payloadLimit = 4_096
    package static let voipPayloadLimit = 5_120
    package static let topicLimit = 255
    /// Provider tokens whose signature was checked and is not checked again.
    package static let verdictLimit = 256
    /// Keys whose token in use is remembered, where tokens are compared per key.
    package static let keyLimit = 4_096
}
