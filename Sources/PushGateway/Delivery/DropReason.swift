/// The reason why a push ended without reaching its app.
package enum DropReason: UInt8, Hashable, Sendable, CaseIterable {
    /// The address no longer belongs to an app.
    case tokenNotActive
    /// The app does not accept pushes.
    case disabled
    case expired
    /// The push allowed only one attempt, and the device was not reachable.
    case onlyAttemptFailed
    /// The push was lost on the link.
    case lost
    /// A newer push replaced this push at the service or on the device.
    case replaced
    /// A newer push was already waiting, and only one push may wait.
    case newerIsWaiting
    /// A newer push with the same collapse id arrived while this push was waiting.
    case collapsed
    case noBackgroundMode
    case forceQuit
    /// The system ended the app. This drops the pushes that were held for the app.
    case appKilled
    case uninstalled
    /// The payload contains nothing that a device understands.
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
    /// The entry that the service writes to the log for this reason, or nil if it writes none. The service does not see
    /// what happens on the link or the device.
    package var logEntry: DeliveryLogEntry? {
        switch self {
        case .tokenNotActive: .discardedTokenNotActive
        case .disabled: .discardedDisabled
        case .expired, .onlyAttemptFailed: .discardedExpired
        default: nil
        }
    }
}
