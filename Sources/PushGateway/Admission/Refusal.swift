package import Basics

/// A refusal of a push. Each case has exactly one status and one reason, so no other combination can be answered.
package enum Refusal: Error, Hashable, Sendable {
    /// The two names of one reason: the name in the documentation and the name that the real service sends.
    package enum KeyWord: String, Hashable, Sendable {
        case wire = "BadEnvironmentKeyInToken"
        case documented = "BadEnvironmentKeyIdInToken"
    }

    case badCollapseId
    case badDeviceToken
    case badExpirationDate
    case badMessageId
    case badPriority
    case badTopic
    case deviceTokenNotForTopic
    case duplicateHeaders
    case idleTimeout
    case invalidPushType
    case missingDeviceToken
    case missingTopic
    case payloadEmpty
    case topicDisallowed
    case badCertificate
    case badCertificateEnvironment
    case expiredProviderToken
    case forbidden
    case invalidProviderToken
    case missingProviderToken
    case unrelatedKeyIdInToken
    case badEnvironmentKey(KeyWord)
    case badPath
    case methodNotAllowed
    case expiredToken(since: Instant)
    case unregistered(since: Instant)
    case payloadTooLarge
    case tooManyProviderTokenUpdates
    case tooManyRequests
    case internalServerError
    case serviceUnavailable
    case shutdown

    package var status: Int { self.row.status }

    /// The reason in the answer's body.
    package var reason: String { self.row.reason }

    /// The time since which the token has been invalid. Only a 410 has a timestamp.
    package var timestamp: Instant? {
        switch self {
        case .expiredToken(let since), .unregistered(let since): since
        default: nil
        }
    }

    private var row: (status: Int, reason: String) {
        switch self {
        case .badCollapseId: (400, "BadCollapseId")
        case .badDeviceToken: (400, "BadDeviceToken")
        case .badExpirationDate: (400, "BadExpirationDate")
        case .badMessageId: (400, "BadMessageId")
        case .badPriority: (400, "BadPriority")
        case .badTopic: (400, "BadTopic")
        case .deviceTokenNotForTopic: (400, "DeviceTokenNotForTopic")
        case .duplicateHeaders: (400, "DuplicateHeaders")
        case .idleTimeout: (400, "IdleTimeout")
        case .invalidPushType: (400, "InvalidPushType")
        case .missingDeviceToken: (400, "MissingDeviceToken")
        case .missingTopic: (400, "MissingTopic")
        case .payloadEmpty: (400, "PayloadEmpty")
        case .topicDisallowed: (400, "TopicDisallowed")
        case .badCertificate: (403, "BadCertificate")
        case .badCertificateEnvironment: (403, "BadCertificateEnvironment")
        case .expiredProviderToken: (403, "ExpiredProviderToken")
        case .forbidden: (403, "Forbidden")
        case .invalidProviderToken: (403, "InvalidProviderToken")
        case .missingProviderToken: (403, "MissingProviderToken")
        case .unrelatedKeyIdInToken: (403, "UnrelatedKeyIdInToken")
        case .badEnvironmentKey(let word): (403, word.rawValue)
        case .badPath: (404, "BadPath")
        case .methodNotAllowed: (405, "MethodNotAllowed")
        case .expiredToken: (410, "ExpiredToken")
        case .unregistered: (410, "Unregistered")
        case .payloadTooLarge: (413, "PayloadTooLarge")
        case .tooManyProviderTokenUpdates: (429, "TooManyProviderTokenUpdates")
        case .tooManyRequests: (429, "TooManyRequests")
        case .internalServerError: (500, "InternalServerError")
        case .serviceUnavailable: (503, "ServiceUnavailable")
        case .shutdown: (503, "Shutdown")
        }
    }

    /// The JSON body with the reason. A 410 also includes its timestamp in milliseconds.
    package var body: [UInt8] {
        let time = self.timestamp.map { ",\"timestamp\":\($0.milliseconds)" } ?? ""
        return Array("{\"reason\":\"\(self.reason)\"\(time)}".utf8)
    }
}
