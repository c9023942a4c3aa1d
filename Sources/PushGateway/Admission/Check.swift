/// Everything that a request is checked for. Who fails several checks is told of the first, in the order of `order`.
///
/// The order is not documented. Known is: authentication comes before the device token and the topic, an environment
/// of the key before the device token, and a topic of another team is told of with a sound token. The rest goes from
/// what stands in the request, header by header, over what the store knows of the device, to the payload; what uses
/// something up comes last.
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

    /// The checks in the order that is kept, without the reasons, which a request does not need.
    static let sequence = Self.order.map(\.check)

    /// The order that is kept, with the reasons that each check can answer.
    ///
    /// The state of the service stands before authentication, because turning away what is too much must not cost
    /// a signature check.
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
