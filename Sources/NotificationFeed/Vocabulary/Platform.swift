package import FeedContract

/// The kinds of endpoint that a notification can reach.
package enum Platform: UInt8, Hashable, Sendable, CaseIterable {
    case windows
    case iOS
    case android
    case webPush
}

/// A set of platforms.
package struct PlatformSet: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init(_ platform: Platform) { self.rawValue = 1 << platform.rawValue }

    package static let all = PlatformSet(rawValue: 0b1111)

    package func contains(_ platform: Platform) -> Bool { self.contains(PlatformSet(platform)) }
}

extension PushChannel.Kind {
    /// The platform that the channel reaches, or nil for polling.
    package var platform: Platform? {
        switch self {
        case .apns: .iOS
        case .fcm: .android
        case .wns: .windows
        case .web: .webPush
        case .polling: nil
        }
    }
}
