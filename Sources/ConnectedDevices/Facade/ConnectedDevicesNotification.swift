public import ShoulderTap

/// A push for the platform. No platform is needed to recognise such a push. The push has no content for the app.
public struct ConnectedDevicesNotification: Hashable, Sendable {
    let tap: Tap

    /// Creates a notification from a tap that was recognised already.
    public init(_ tap: Tap) { self.tap = tap }

    /// Parses a whole APNs payload; returns nil for every other push of the app.
    public static func tryParse(_ payload: [UInt8]) -> ConnectedDevicesNotification? {
        Tap.tryParse(payload).map(Self.init)
    }

    /// Parses the data map of an FCM message.
    public static func tryParse(dataMap: [String: String]) -> ConnectedDevicesNotification? {
        Tap.tryParse(dataMap: dataMap).map(Self.init)
    }

    /// Parses the content of a WNS raw notification.
    public static func tryParse(rawNotification: String) -> ConnectedDevicesNotification? {
        Tap.tryParse(rawNotification: rawNotification).map(Self.init)
    }
}
