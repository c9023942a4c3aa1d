extension Scenario {
    /// The version of the format of scenario files.
    package static let formatVersion = 1
}

extension Scenario.DeviceDeed {
    /// Deeds that need no more than a device, by their words in scenario files.
    package static let plain: KeyValuePairs<String, Scenario.DeviceDeed> = [
        "foreground": .foreground, "background": .background, "suspend": .suspend, "force_quit": .forceQuit,
        "crash": .crash, "crash_midway": .crashMidway, "reinstall": .reinstall,
        "online": .online, "normal_power": .normalPower,
        "without_background_mode": .withoutBackgroundMode, "with_background_mode": .withBackgroundMode,
        "lock": .lock, "unlock": .unlock,
        "rotate_token": .rotateToken, "sign_out": .signOut, "break_connection": .breakConnection,
        "back_up": .backUp,
        "foreign_push": .push(.foreign), "malformed_push": .push(.malformed), "giant_push": .push(.giant),
    ]
}
