import Basics
import PushGateway

/// The reasons of Apple's push service by name.
enum Reasons {
    /// All reasons.
    ///
    /// The time in a 410 answer is set when the answer is sent.
    static let all: [Refusal] = [
        .badCollapseId, .badDeviceToken, .badExpirationDate, .badMessageId, .badPriority, .badTopic,
        .deviceTokenNotForTopic, .duplicateHeaders, .idleTimeout, .invalidPushType, .missingDeviceToken, .missingTopic,
        .payloadEmpty, .topicDisallowed, .badCertificate, .badCertificateEnvironment, .expiredProviderToken, .forbidden,
        .invalidProviderToken, .missingProviderToken, .unrelatedKeyIdInToken, .badEnvironmentKey(.wire), .badPath,
        .methodNotAllowed, .unregistered(since: Instant(microseconds: 0)),
        .expiredToken(since: Instant(microseconds: 0)), .payloadTooLarge, .tooManyRequests,
        .tooManyProviderTokenUpdates, .internalServerError, .serviceUnavailable, .shutdown,
    ]

    static func refusal(_ word: String) -> Refusal? { self.all.first { $0.reason == word } }

    /// Returns the default reason for a status. It is used if a request gives only a status.
    static func usual(for status: Int) -> String? {
        switch status {
        case 400: Refusal.badDeviceToken.reason
        case 403: Refusal.invalidProviderToken.reason
        case 503: Refusal.serviceUnavailable.reason
        default: self.all.first { $0.status == status }?.reason
        }
    }
}
