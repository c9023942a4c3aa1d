public import ShoulderTap

/// A push that is for the platform. It needs no platform to be recognised, and says nothing to the app.
public struct ConnectedDevicesNotification: Hashable, Sendable {
    let tap: Tap

    /// A tap that was recognised already.
    public init(_ tap: Tap) { self.tap = tap }

    /// From a whole APNs payload; nil for every other push of the app.
    public static func tryParse(_ payload: [UInt8]) -> ConnectedDevicesNotification? {
        Tap.tryParse(payload).map(Self.init)
    }

    /// From the data map of an FCM message.
    public static func tryParse(dataMap: [String: String]) -> ConnectedDevicesNotification? {
        Tap.tryParse(dataMap: dataMap).map(Self.init)
    }

    /// From the content of a WNS raw notification.
    public static func tryParse(rawNotification: String) -> ConnectedDevicesNotification? {
        Tap.tryParse(rawNotification: rawNotification).map(Self.init)
    }
}
