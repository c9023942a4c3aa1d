import Basics

/// The steps that affect the app on a device.
extension StepTable {
    static let appSteps: [StepKind] = [
        .plain(
            "foreground", "The user brings the app to the front.", .foreground, chance: .faces(.change, 0...2),
            phrase: { "the app on \($0.device) comes to the front" }),
        .plain(
            "background", "The user leaves the app, which continues in the background.", .background,
            chance: .faces(.change, 3...3),
            phrase: { "the app on \($0.device) goes to the background" }),
        .plain(
            "suspend", "The system suspends the app; a tap may wake it.", .suspend,
            chance: .faces(.change, 4...6), phrase: { "the app on \($0.device) is suspended" }),
        .plain(
            "force_quit", "The user swipes the app away; no push wakes it until the user opens it.", .forceQuit,
            chance: .faces(.change, 7...7), simpler: [.crash], phrase: { "the app on \($0.device) is swiped away" }),
        .plain(
            "crash", "The app crashes.", .crash, chance: .faces(.change, 8...8),
            phrase: { "the app on \($0.device) crashes" }),
        .plain(
            "crash_midway",
            "The app crashes in the middle of its next action.", .crashMidway,
            chance: .with("crash"), simpler: [.crash],
            phrase: { "the app on \($0.device) crashes in the middle of its next action" }),
        .plain(
            "reinstall", "The user removes the app and installs it again.", .reinstall,
            chance: .faces(.change, 17...17),
            simpler: [.crash], phrase: { "the app on \($0.device) is reinstalled" }),
    ]
}
