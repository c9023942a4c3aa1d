public import ShoulderTap

/// A push as the app receives it.
public struct AppPush: Hashable, Sendable {
    /// The content in the form in which the platform delivers it.
    public enum Content: Hashable, Sendable {
        /// The JSON payload of an APNs push.
        case apns([UInt8])
        /// The data map of an FCM message.
        case dataMap([String: String])
        /// The text of a WNS raw notification.
        case raw(String)
    }

    /// The number of the push. The app uses it to report that it has handled the push.
    public var number: Int
    /// The content of the push.
    public var content: Content

    /// Creates a push.
    public init(number: Int, _ content: Content) {
        self.number = number
        self.content = content
    }

    /// The shoulder tap that the push contains, or nil if the push is not a tap.
    public var tap: Tap? {
        switch self.content {
        case .apns(let bytes): Tap.tryParse(bytes)
        case .dataMap(let map): Tap.tryParse(dataMap: map)
        case .raw(let text): Tap.tryParse(rawNotification: text)
        }
    }
}

extension AppPush.Content {
    /// Converts the bytes that a push service carried to the form in which a platform delivers them.
    init(_ payload: [UInt8], on platform: LabPlatform) {
        self =
            switch platform {
            case .ios: .apns(payload)
            case .android: .dataMap(["shoulderTap": String(decoding: payload, as: UTF8.self)])
            case .windows: .raw(String(decoding: payload, as: UTF8.self))
            }
    }
}

/// The app's result after handling a push.
public enum PushResult: String, Hashable, Sendable, CaseIterable {
    /// There was something new.
    case newData
    /// There was nothing new.
    case noData
    /// The app could not find out whether there was anything new.
    case failed
}
