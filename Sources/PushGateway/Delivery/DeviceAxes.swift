/// The state of an app on its device.
package enum AppState: UInt8, Hashable, Sendable, CaseIterable {
    case foreground
    /// The app is running but not visible.
    case background
    /// The app is suspended or not running. A background push may wake it.
    case suspended
    /// The user force-quit the app. Nothing wakes it until the user opens the app, or restarts and unlocks the device.
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
    /// The device was restarted and has not been unlocked yet. No app can be launched.
    case lockedSinceRestart
}

/// The options that are set for an app when it is built, or that its user allows.
package struct AppSwitches: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The app declares the background mode for remote notifications.
    package static let backgroundMode = AppSwitches(rawValue: 1)
    /// The user has Background App Refresh on.
    package static let backgroundRefresh = AppSwitches(rawValue: 2)
    /// The app is registered for remote notifications. If it is not, the service discards every push as disabled.
    package static let acceptsPushes = AppSwitches(rawValue: 4)

    package static let all: AppSwitches = [.backgroundMode, .backgroundRefresh, .acceptsPushes]
}
