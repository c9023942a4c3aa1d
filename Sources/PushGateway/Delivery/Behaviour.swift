import ShoulderTap

/// What a device does with a push.
package enum Behaviour: Hashable, Sendable, CaseIterable {
    /// Hands it to the app, which may be woken for it.
    case silent
    case alert
    /// Shows it, and wakes the app when it may.
    case alertWithWake
    /// Hands it to the app at once; the app must report a call.
    case call
    /// Hands it to a part of the system: widgets, file provider, device management.
    case system
    /// Nothing in it that a device understands.
    case nothing
}

extension AcceptedPush {
    /// The type names the receiver; between app and screen the payload decides, whatever the type says. Senders from
    /// before there were types say theirs with the topic's suffix.
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
