public import ShoulderTap

/// A push as its app gets it.
public struct AppPush: Hashable, Sendable {
    /// What the platform hands over.
    public enum Content: Hashable, Sendable {
        /// The JSON of an APNs payload.
        case apns([UInt8])
        /// The data map of an FCM message.
        case dataMap([String: String])
        /// The text of a WNS raw notification.
        case raw(String)
    }

    /// The name by which the app says that it has handled it.
    public var number: Int
    /// What came.
    public var content: Content

    /// A push as it came.
    public init(number: Int, _ content: Content) {
        self.number = number
        self.content = content
    }

    /// The shoulder tap in it; nil for every other push.
    public var tap: Tap? {
        switch self.content {
        case .apns(let bytes): Tap.tryParse(bytes)
        case .dataMap(let map): Tap.tryParse(dataMap: map)
        case .raw(let text): Tap.tryParse(rawNotification: text)
        }
    }
}

extension AppPush.Content {
    /// What a platform makes of the bytes that its push service carried.
    init(_ payload: [UInt8], on platform: LabPlatform) {
        self =
            switch platform {
            case .ios: .apns(payload)
            case .android: .dataMap(["shoulderTap": String(decoding: payload, as: UTF8.self)])
            case .windows: .raw(String(decoding: payload, as: UTF8.self))
            }
    }
}

/// What an app says when it has handled a push.
public enum PushResult: String, Hashable, Sendable, CaseIterable {
    /// There was something new.
    case newData
    /// There was nothing new.
    case noData
    /// It could not be found out.
    case failed
}
