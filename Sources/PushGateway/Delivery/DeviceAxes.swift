/// Where an app stands on its device.
package enum AppState: UInt8, Hashable, Sendable, CaseIterable {
    case foreground
    /// Running, not seen.
    case background
    /// Asleep, or not running at all: a background push may wake it.
    case suspended
    /// The user swiped it away: nothing wakes it until the user opens it, or restarts and unlocks the device.
    case forceQuit
}

/// Whether the push service can reach a device.
package enum LinkState: UInt8, Hashable, Sendable, CaseIterable {
    case online
    case offline
}

/// Whether a device saves its battery.
package enum PowerState: UInt8, Hashable, Sendable, CaseIterable {
    case normalPower
    case lowPower
}

/// Whether the screen of a device is locked.
package enum LockState: UInt8, Hashable, Sendable, CaseIterable {
    case unlocked
    case locked
    /// Restarted and not yet unlocked: no app can be launched.
    case lockedSinceRestart
}

/// What an app was built with and what its user allows.
package struct AppSwitches: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The app declares the background mode for remote notifications.
    package static let backgroundMode = AppSwitches(rawValue: 1)
    /// The user leaves Background App Refresh on.
    package static let backgroundRefresh = AppSwitches(rawValue: 2)
    /// The app is registered for remote notifications; without it the service discards every push as disabled.
    package static let acceptsPushes = AppSwitches(rawValue: 4)

    package static let all: AppSwitches = [.backgroundMode, .backgroundRefresh, .acceptsPushes]
}
