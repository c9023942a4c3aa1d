import Basics

/// Steps with the app on a device.
extension StepTable {
    static let appSteps: [StepKind] = [
        .plain(
            "foreground", "The user looks at the app.", .foreground, chance: .faces(.change, 0...2),
            phrase: { "the app on \($0.device) comes to the front" }),
        .plain(
            "background", "The user looks elsewhere.", .background, chance: .faces(.change, 3...3),
            phrase: { "the app on \($0.device) goes to the background" }),
        .plain(
            "suspend", "The system puts the app to sleep; a tap may wake it.", .suspend,
            chance: .faces(.change, 4...6), phrase: { "the app on \($0.device) is put to sleep" }),
        .plain(
            "force_quit", "The user swipes the app away; nothing wakes it until it is opened.", .forceQuit,
            chance: .faces(.change, 7...7), simpler: [.crash], phrase: { "the app on \($0.device) is swiped away" }),
        .plain(
            "crash", "The app's process dies.", .crash, chance: .faces(.change, 8...8),
            phrase: { "the app on \($0.device) dies" }),
        .plain(
            "crash_midway",
            "The app's process dies the next time that it wants something done, before all of it is.", .crashMidway,
            chance: .with("crash"), simpler: [.crash],
            phrase: { "the app on \($0.device) dies before all that it wants next is done" }),
        .plain(
            "reinstall", "The app is removed and installed again.", .reinstall, chance: .faces(.change, 17...17),
            simpler: [.crash], phrase: { "the app on \($0.device) is installed anew" }),
    ]
}
