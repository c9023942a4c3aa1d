/// The state of an app on its device.
package enum AppState: UInt8, Hashable, Sendable, CaseIterable {
    case foreground
    /// Running, not visible.
    case background
    /// Suspended or not running: a background push may wake it.
    case suspended
    /// Force-quit by the user: nothing wakes it until the user opens it, or restarts and unlocks the device.
    case forceQuit
}

/// The link between the push service and a device.
package enum LinkState: UInt8, Hashable, Sendable, CaseIterable {
    case online
    case offline
}

/// The power mode of a device.
package enum PowerState: UInt8, Hashable, Sendable, CaseIterable {
    case normalPower
    case lowPower
}

/// The lock state of a device's screen.
package enum LockState: UInt8, Hashable, Sendable, CaseIterable {
    case unlocked
    case locked
    /// Restarted and not yet unlocked: no app can be launched.
    case lockedSinceRestart
}

/// The options that an app was built with and that its user allows.
package struct AppSwitches: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The app declares the background mode for remote notifications.
    package static let backgroundMode = AppSwitches(rawValue: 1)
    /// The user has Background App Refresh on.
    package static let backgroundRefresh = AppSwitches(rawValue: 2)
    /// The app is registered for remote notifications; without it the service discards every push as disabled.
    package static let acceptsPushes = AppSwitches(rawValue: 4)

    package static let all: AppSwitches = [.backgroundMode, .backgroundRefresh, .acceptsPushes]
}
