/// Initialisers that find a tap in the data of a push service.
///
/// Each initialiser gives the same result as `tryParse`. It returns nil for everything that is not a tap. For the
/// reasons, see ``PushPayload/inspect(_:strictness:limit:)``.
extension Tap {
    /// Creates the tap in the bytes of an APNs payload; nil for every other push.
    public init?(apns bytes: [UInt8], limit: Int = Tap.payloadLimit) {
        guard let tap = Tap.tryParse(bytes, limit: limit) else { return nil }
        self = tap
    }

    /// Creates the tap in the bytes of an APNs payload; nil for every other push.
    public init?(apns bytes: Span<UInt8>, limit: Int = Tap.payloadLimit) {
        guard let tap = Tap.tryParse(bytes, limit: limit) else { return nil }
        self = tap
    }

    /// Creates the tap in a decoded APNs payload; nil for every other push.
    public init?(userInfo: [String: PayloadValue], limit: Int = Tap.payloadLimit) {
        guard let tap = Tap.tryParse(userInfo, limit: limit) else { return nil }
        self = tap
    }

    /// Creates the tap in the data map of an FCM message; nil for every other message.
    public init?(dataMap: [String: String], limit: Int = Tap.payloadLimit) {
        guard let tap = Tap.tryParse(dataMap: dataMap, limit: limit) else { return nil }
        self = tap
    }

    /// Creates the tap in a WNS raw notification; nil for every other notification.
    public init?(rawNotification text: String, limit: Int = Tap.rawNotificationLimit) {
        guard let tap = Tap.tryParse(rawNotification: text, limit: limit) else { return nil }
        self = tap
    }
}
