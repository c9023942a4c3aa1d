/// The table of answers as the documentation has it, written down apart from the code.
enum DocumentedAnswers {
    static let refusals = [
        "400 BadCollapseId", "400 BadDeviceToken", "400 BadExpirationDate", "400 BadMessageId", "400 BadPriority",
        "400 BadTopic", "400 DeviceTokenNotForTopic", "400 DuplicateHeaders", "400 IdleTimeout",
        "400 InvalidPushType", "400 MissingDeviceToken", "400 MissingTopic", "400 PayloadEmpty",
        "400 TopicDisallowed", "403 BadCertificate", "403 BadCertificateEnvironment", "403 ExpiredProviderToken",
        "403 Forbidden", "403 InvalidProviderToken", "403 MissingProviderToken", "403 UnrelatedKeyIdInToken",
        "403 BadEnvironmentKeyIdInToken", "403 BadEnvironmentKeyInToken", "404 BadPath", "405 MethodNotAllowed",
        "410 ExpiredToken", "410 Unregistered", "413 PayloadTooLarge", "429 TooManyProviderTokenUpdates",
        "429 TooManyRequests", "500 InternalServerError", "503 ServiceUnavailable", "503 Shutdown",
    ]
}
