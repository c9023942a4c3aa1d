import ShoulderTap

/// The effect of a push on a device.
package enum Behaviour: Hashable, Sendable, CaseIterable {
    /// The device hands it to the app, which may be woken for it.
    case silent
    case alert
    /// The device shows it, and wakes the app if allowed.
    case alertWithWake
    /// The device hands it to the app at once; the app must report a call.
    case call
    /// The device hands it to a part of the system: widgets, file provider, device management.
    case system
    /// The device finds nothing in it that it understands.
    case nothing
}

extension AcceptedPush {
    /// The behaviour of the push on a device.
    ///
    /// The type determines the receiver, except that for app and screen the payload decides. For older senders, which
    /// set no type, the topic's suffix determines it.
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
