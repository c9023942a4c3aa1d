/// The meaning of a reason of Apple's push service, and the remedy for the sender.
struct PushReason: Equatable {
    let meaning: String
    let remedy: String

    private init(_ meaning: String, _ remedy: String) { (self.meaning, self.remedy) = (meaning, remedy) }

    /// Finds the facts about a reason. Returns nil when Apple does not document the reason.
    init?(_ word: String) {
        guard let known = Self.all[word] else { return nil }
        self = known
    }

    /// All documented reasons, for lookup only: iteration order is not deterministic.
    static let all = [Self.headers, Self.authentication, Self.devices, Self.service].reduce(into: [:]) { all, part in
        all.merge(part) { first, _ in first }
    }

    private static let headers = [
        "BadCollapseId": PushReason(
            "The collapse id has more than 64 bytes.", "Give a shorter --collapse-id, such as a hash."),
        "BadExpirationDate": PushReason(
            "The expiration is not a whole number of seconds since 1970.", "Correct --expiration, or leave it out."),
        "BadMessageId": PushReason(
            "The apns-id is not a UUID.", "Write --id as 8-4-4-4-12 hex digits, or leave it out."),
        "BadPriority": PushReason(
            "This push type does not allow this priority.",
            "Use 5 for a silent push, and 10 or 5 for an alert."),
        "BadTopic": PushReason(
            "The topic is not a valid bundle id.", "Give the bundle id of the app as --topic, with the type's suffix."),
        "DuplicateHeaders": PushReason(
            "A header occurs twice.", "Send each header once; check whether a proxy adds headers."),
        "InvalidPushType": PushReason(
            "The push type is unknown, or does not fit the topic.",
            "Give the --type that matches the suffix of the topic."),
        "MissingTopic": PushReason("There is no topic.", "Give the bundle id of the app as --topic."),
        "TopicDisallowed": PushReason(
            "The topic does not belong to the team, the key or the certificate.",
            "Check --topic, and sign with a key of the app's own team."),
        "BadPath": PushReason("The path is not /3/device/ and a token.", "Check --device."),
        "MethodNotAllowed": PushReason("The method is not POST.", "Check whether a proxy changes the method."),
        "PayloadEmpty": PushReason("There is no payload.", "Send a JSON object with an aps dictionary."),
        "PayloadTooLarge": PushReason(
            "The payload has more than 4096 bytes (5120 for voip).",
            "Send less, such as an id, and let the app fetch the rest."),
    ]

    private static let authentication = [
        "BadCertificate": PushReason(
            "The client certificate is not valid.", "Renew the certificate, and check that it is for APNs."),
        "BadCertificateEnvironment": PushReason(
            "The client certificate is for the other environment.", Self.otherEnvironment),
        "BadEnvironmentKeyIdInToken": Self.otherKey,
        "BadEnvironmentKeyInToken": Self.otherKey,
        "ExpiredProviderToken": PushReason(
            "The provider token is more than an hour old.", "Set the clock of this machine, and send again."),
        "Forbidden": PushReason(
            "The sender may not push to this topic.", "Check the topic and the permissions of the key."),
        "InvalidProviderToken": PushReason(
            "The provider token has a wrong signature, key id or team id, or a time in the future.",
            "Check the three parts of --key KEYID:TEAMID:FILE, and the clock of this machine."),
        "MissingProviderToken": PushReason(
            "The request has neither a provider token nor a client certificate.",
            "Give --key KEYID:TEAMID:FILE or --cert FILE."),
        "UnrelatedKeyIdInToken": PushReason(
            "The key does not belong to the team of the connection's first key.",
            "Use one connection for each team and key."),
        "TooManyProviderTokenUpdates": PushReason(
            "The provider token changed within 20 minutes.",
            "Wait; a sender should use one token for 20 to 60 minutes."),
    ]

    private static let devices = [
        "BadDeviceToken": PushReason(
            "The device token is malformed, or belongs to the other environment.",
            "Check --device; apps from Xcode have tokens for --sandbox, apps from the store for --production."),
        "DeviceTokenNotForTopic": PushReason(
            "The device token was given to another app.", "Send to the topic of the app that registered the token."),
        "ExpiredToken": Self.gone("The device token has expired."),
        "MissingDeviceToken": PushReason("There is no device token.", "Give --device TOKEN."),
        "Unregistered": Self.gone("The app was removed from the device, or has a new token."),
        "TooManyRequests": PushReason(
            "Too many pushes were sent to this device in a row.", "Wait, then send less often to one device."),
    ]

    private static let service = [
        "IdleTimeout": PushReason(
            "The payload did not arrive in time.", "Send again; check the network if it happens often."),
        "InternalServerError": PushReason("The push service failed.", "Send again after 15 minutes."),
        "ServiceUnavailable": PushReason("The push service is overloaded.", "Send again after 15 minutes."),
        "Shutdown": PushReason("The push service is closing this connection.", "Send again on a new connection."),
    ]

    private static let otherEnvironment = "Switch between --sandbox and --production, or use another certificate."
    private static let otherKey = PushReason(
        "The key is for the other environment.", "Switch between --sandbox and --production, or use another key.")

    private static func gone(_ meaning: String) -> PushReason {
        PushReason(meaning, "Stop using this token, unless the app registered it again after that time.")
    }
}
