/// Why a push ended without reaching its app.
package enum DropReason: UInt8, Hashable, Sendable, CaseIterable {
    /// The address belongs to no app any more.
    case tokenNotActive
    /// The app takes no pushes.
    case disabled
    case expired
    /// It asked for one attempt, and that one found the device out of reach.
    case onlyAttemptFailed
    /// It vanished on the link.
    case lost
    /// A newer push took its place at the service or on the device.
    case replaced
    /// A newer push stood in its place already.
    case newerIsWaiting
    /// A newer push with the same collapse id came past it.
    case collapsed
    case noBackgroundMode
    case forceQuit
    /// The system ended the app, and with it what was held for the app.
    case appKilled
    case uninstalled
    /// The payload holds nothing that a device understands.
    case notUnderstood
}

/// A line of the delivery log, in the words of the service's console.
package enum DeliveryLogEntry: UInt8, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case delivered
    case storedDeviceOffline
    case storedPowerConsiderations
    case discardedDisabled
    case discardedExpired
    case discardedTokenNotActive

    package var description: String {
        switch self {
        case .delivered: "Delivered"
        case .storedDeviceOffline: "Stored (device offline)"
        case .storedPowerConsiderations: "Stored (power considerations)"
        case .discardedDisabled: "Discarded (disabled)"
        case .discardedExpired: "Discarded (expired)"
        case .discardedTokenNotActive: "Discarded (token not active for topic)"
        }
    }
}

extension DropReason {
    /// What the service writes down; what happens on the link or the device it does not see.
    package var logEntry: DeliveryLogEntry? {
        switch self {
        case .tokenNotActive: .discardedTokenNotActive
        case .disabled: .discardedDisabled
        case .expired, .onlyAttemptFailed: .discardedExpired
        default: nil
        }
    }
}
