import Basics

/// The steps that change a device or the account on it.
extension StepTable {
    static let deviceSteps: [StepKind] = powerAndNetwork + backgroundMode + screenAndAccount

    private static let screenAndAccount: [StepKind] = [
        .plain(
            "lock", "The screen is locked: the app leaves the front and cannot be opened.", .lock,
            isExtra: true, phrase: { "\($0.device) is locked" }),
        .plain(
            "unlock", "The screen is unlocked; opening the app unlocks it too.", .unlock,
            isExtra: true, phrase: { "\($0.device) is unlocked" }),
        .plain(
            "rotate_token", "The push service gives the app a new token.", .rotateToken,
            chance: .faces(.change, 12...12), phrase: { "\($0.device) gets a new push token" }),
        .device(
            "sign_in", "The user signs in.",
            [.word("account", "account", LabAccount.self, definition: "account")], shape: "signIn",
            chance: .faces(.change, 15...16),
            make: { .signIn($0.text("account").flatMap { LabAccount(rawValue: $0) } ?? .personal) },
            values: { if case .signIn(let account) = $0 { ["account": .word(account.rawValue)] } else { nil } },
            choose: { .signIn($0.pick(LabAccount.allCases)) },
            phrase: { "\($0.device) signs in with a \($0.text("account")) account" }),
        .plain(
            "sign_out", "The user signs out.", .signOut, chance: .faces(.change, 14...14),
            phrase: { "\($0.device) signs out" }),
        .plain(
            "break_connection", "The connection to the service breaks.", .breakConnection,
            chance: .faces(.trouble, 1...1), phrase: { "the connection of \($0.device) breaks" }),
    ]

    private static let powerAndNetwork: [StepKind] = [
        .device(
            "offline", "The device loses its network for some time or until online.", [.time("for")], shape: "lasting",
            chance: .faces(.change, 9...10),
            make: { .offline($0.time("for")) },
            values: { if case .offline(let time) = $0 { ["for": time.map { .time($0) }] } else { nil } },
            choose: { .offline($0.seconds(1...600)) },
            extra: { .offline($0.absence()) },
            phrase: { "\($0.device) goes offline\($0.length)" }),
        .device(
            "switch_off",
            "The device is switched off: the app ends, and the device is offline for some time or until online.",
            [.time("for")], shape: "lasting",
            make: { .switchOff($0.time("for")) },
            values: { if case .switchOff(let time) = $0 { ["for": time.map { .time($0) }] } else { nil } },
            extra: { .switchOff($0.absence()) },
            phrase: { "\($0.device) is switched off\($0.length)" }),
        .plain("online", "The network is back.", .online, phrase: { "\($0.device) is online again" }),
        .device(
            "low_power", "The device is in Low Power Mode for some time or until normal_power.", [.time("for")],
            shape: "lasting", chance: .faces(.change, 11...11),
            make: { .lowPower($0.time("for")) },
            values: { if case .lowPower(let time) = $0 { ["for": time.map { .time($0) }] } else { nil } },
            choose: { .lowPower($0.seconds(1...600)) },
            phrase: { "\($0.device) is in Low Power Mode\($0.length)" }),
        .plain("normal_power", "Low Power Mode ends.", .normalPower, phrase: { "\($0.device) leaves Low Power Mode" }),
    ]

    private static let backgroundMode: [StepKind] = [
        .plain(
            "without_background_mode",
            "The app lacks the background mode: on iOS, no silent push wakes it.",
            .withoutBackgroundMode, phrase: { "the app on \($0.device) lacks the background mode" }),
        .plain(
            "with_background_mode", "The app has the background mode again.", .withBackgroundMode,
            phrase: { "the app on \($0.device) has the background mode again" }),
    ]
}
