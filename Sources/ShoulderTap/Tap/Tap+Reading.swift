/// Taps in what a push service delivers. Each initialiser gives the same as `tryParse`, and nil for everything else:
/// ``PushPayload/inspect(_:strictness:limit:)`` gives the reasons.
extension Tap {
    /// The tap in the bytes of an APNs payload, or nil for every other push.
    public init?(apns bytes: [UInt8], limit: Int = Tap.payloadLimit) {
        guard let tap = Tap.tryParse(bytes, limit: limit) else { return nil }
        self = tap
    }

    /// The tap in the bytes of an APNs payload, or nil for every other push.
    public init?(apns bytes: Span<UInt8>, limit: Int = Tap.payloadLimit) {
        guard let tap = Tap.tryParse(bytes, limit: limit) else { return nil }
        self = tap
    }

    /// The tap in an APNs payload that the system has already decoded, or nil for every other push.
    public init?(userInfo: [String: PayloadValue], limit: Int = Tap.payloadLimit) {
        guard let tap = Tap.tryParse(userInfo, limit: limit) else { return nil }
        self = tap
    }

    /// The tap in the data map of an FCM message, or nil for every other message.
    public init?(dataMap: [String: String], limit: Int = Tap.payloadLimit) {
        guard let tap = Tap.tryParse(dataMap: dataMap, limit: limit) else { return nil }
        self = tap
    }

    /// The tap in a WNS raw notification, or nil for every other notification.
    public init?(rawNotification text: String, limit: Int = Tap.rawNotificationLimit) {
        guard let tap = Tap.tryParse(rawNotification: text, limit: limit) else { return nil }
        self = tap
    }
}
