import ShoulderTap

/// The effect of a push on a device.
package enum Behaviour: Hashable, Sendable, CaseIterable {
    /// The device hands the push to the app. The app may be woken for it.
    case silent
    case alert
    /// The device shows an alert, and wakes the app if that is allowed.
    case alertWithWake
    /// The device hands the push to the app at once. The app must report a call.
    case call
    /// The device hands the push to a part of the system, such as widgets, the file provider or device management.
    case system
    /// The device understands nothing in the push, so the push has no effect.
    case nothing
}

extension AcceptedPush {
    /// The behaviour of the push on a device.
    ///
    /// The push type determines the receiver. If the receiver is the app or the screen, the payload determines the
    /// behaviour. If an older sender set no type, the suffix of the topic is used instead of the type.
    package var behaviour: Behaviour {
        let hasSuffix = self.type == nil && self.topic != self.bundle
        switch hasSuffix ? Topic(self.topic)?.suffixRule?.type : self.type {
        case .voip, .pushtotalk: return .call
        case .complication, .controls, .fileprovider, .liveactivity, .location, .mdm, .widgets: return .system
        case .alert, .background, nil: break
        }
        return switch self.kind {
        case .shoulderTap, .background, .cloudKit: .silent
        case .alert: .alert
        case .alertWithWake: .alertWithWake
        case .voip: .call
        case .mdm, .fileProvider, .liveActivity, .widgets: .system
        default: .nothing
        }
    }
}
