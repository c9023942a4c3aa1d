/// The checks of a request. If several checks fail, the request gets the answer of the first one in `order`.
///
/// The order is not documented. Three facts are known. Authentication comes before the device token and the topic. The
/// environment of the key comes before the device token. A topic of another team is reported only if the token is
/// valid. The other checks go through the headers one by one, then to the device in the store, and then to the payload.
/// Checks that use up a quota come last.
package enum Check: Hashable, Sendable, CaseIterable {
    case serviceStays
    case serviceHasRoom
    case certificateIsValid
    case certificateIsOfEnvironment
    case providerTokenIsPresent
    case providerTokenIsSigned
    case keyIsOfEnvironment
    case providerTokenIsFresh
    case keyIsRelated
    case providerTokenIsKept
    case noHeaderIsRepeated
    case methodIsPost
    case pathIsKnown
    case deviceTokenIsPresent
    case idIsCanonical
    case topicIsPresent
    case pushTypeIsKnown
    case topicIsWellFormed
    case pushTypeFitsTopic
    case topicIsAllowed
    case topicIsNotDenied
    case priorityIsKnown
    case expirationIsTime
    case collapseIDIsShort
    case deviceTokenIsHex
    case storeAnswers
    case deviceIsKnown
    case deviceIsActive
    case deviceHasApp
    case bodyArrived
    case payloadIsPresent
    case payloadIsSmall
    case deviceIsUnderRate

    /// The checks in order, without their reasons. Handling a request does not need the reasons.
    static let sequence = Self.order.map(\.check)

    /// The order of the checks. Each check is listed with the reasons that it can answer.
    ///
    /// The state of the service is checked before authentication, because refusing excess load must not cost a
    /// signature check.
    package static let order: [(check: Check, reasons: [String])] = [
        (.serviceStays, ["Shutdown"]),
        (.serviceHasRoom, ["ServiceUnavailable"]),
        (.certificateIsValid, ["BadCertificate"]),
        (.certificateIsOfEnvironment, ["BadCertificateEnvironment"]),
        (.providerTokenIsPresent, ["MissingProviderToken"]),
        (.providerTokenIsSigned, ["InvalidProviderToken"]),
        (.keyIsOfEnvironment, ["BadEnvironmentKeyInToken", "BadEnvironmentKeyIdInToken"]),
        (.providerTokenIsFresh, ["ExpiredProviderToken"]),
        (.keyIsRelated, ["UnrelatedKeyIdInToken"]),
        (.providerTokenIsKept, ["TooManyProviderTokenUpdates"]),
        (.noHeaderIsRepeated, ["DuplicateHeaders"]),
        (.methodIsPost, ["MethodNotAllowed"]),
        (.pathIsKnown, ["BadPath"]),
        (.deviceTokenIsPresent, ["MissingDeviceToken"]),
        (.idIsCanonical, ["BadMessageId"]),
        (.topicIsPresent, ["MissingTopic"]),
        (.pushTypeIsKnown, ["InvalidPushType"]),
        (.topicIsWellFormed, ["BadTopic"]),
        (.pushTypeFitsTopic, ["InvalidPushType"]),
        (.topicIsAllowed, ["TopicDisallowed"]),
        (.topicIsNotDenied, ["Forbidden"]),
        (.priorityIsKnown, ["BadPriority"]),
        (.expirationIsTime, ["BadExpirationDate"]),
        (.collapseIDIsShort, ["BadCollapseId"]),
        (.deviceTokenIsHex, ["BadDeviceToken"]),
        (.storeAnswers, ["InternalServerError"]),
        (.deviceIsKnown, ["BadDeviceToken"]),
        (.deviceIsActive, ["Unregistered", "ExpiredToken"]),
        (.deviceHasApp, ["DeviceTokenNotForTopic"]),
        (.bodyArrived, ["IdleTimeout"]),
        (.payloadIsPresent, ["PayloadEmpty"]),
        (.payloadIsSmall, ["PayloadTooLarge"]),
        (.deviceIsUnderRate, ["TooManyRequests"]),
    ]
}
