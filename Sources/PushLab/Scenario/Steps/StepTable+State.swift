import Basics

/// The steps that affect the stored state of a device, and the steps that send it pushes that are not taps.
extension StepTable {
    static let pushes: [StepKind] = Scenario.StrangePush.allCases.enumerated().map { lot, push in
        .plain(
            push.rawValue, "The device gets a push \(Self.words(push).sentence).", .push(push),
            chance: .faces(.change, 13...13, lot: lot),
            phrase: { "\($0.device) gets a push \(Self.words(push).phrase)" })
    }

    private static func words(_ push: Scenario.StrangePush) -> (sentence: String, phrase: String) {
        switch push {
        case .foreign: ("from another sender", "from another sender")
        case .malformed: ("that is not JSON", "that is not JSON")
        case .giant: ("that is larger than the limit", "that is larger than the limit")
        }
    }

    static let storedState: [StepKind] = [
        clock,
        .plain(
            "back_up", "The device backs up the data of the app.", .backUp, chance: .with("sign_out"),
            phrase: { "\($0.device) is backed up" }),
        restoration,
        cursors,
    ]

    private static let clock: StepKind = {
        let limit = StepField.Limit(
            most: Scenario.Hazard.usualClock,
            otherwise: "the clock can be wrong by at most \(Scenario.Hazard.usualClock); use a shorter time")
        var kind = StepKind.device(
            "set_clock",
            "From now on, the clock of the device is ahead or behind by at most a day. If the step has "
                + "no time, the clock is right again.",
            [.time("ahead", atMost: limit, easing: .kept), .time("behind", atMost: limit, easing: .kept)],
            shape: "clock",
            make: { values in
                let behind = values.time("behind").map { .zero - $0 as Interval }
                return .setClock(values.time("ahead") ?? behind ?? .zero)
            },
            values: { deed in
                guard case .setClock(let skew) = deed else { return nil }
                if skew == .zero { return [:] }
                return skew < .zero ? ["behind": .time(.zero - skew)] : ["ahead": .time(skew)]
            },
            phrase: { phrase in
                if let behind = phrase.values.time("behind") {
                    return "the clock of \(phrase.device) is set \(behind.words) behind"
                }
                guard let ahead = phrase.values.time("ahead") else {
                    return "the clock of \(phrase.device) is set right"
                }
                return "the clock of \(phrase.device) is set \(ahead.words) ahead"
            })
        kind.exclusion = StepKind.Exclusion(
            one: "ahead", other: "behind", otherwise: "a clock cannot be both ahead and behind; remove one")
        return kind
    }()

    private static let restoration: StepKind = {
        let sentence =
            """
            The device is restored from its own last backup, or from the last backup of another device of its user. It \
            gets a new push token.
            """
        return StepKind(
            "restore", sentence,
            [.device, .sibling("from", otherwise: "'from' must be a device of the same user")],
            shape: "restoration", chance: .with("sign_out"),
            make: { values in
                values.device.map { .device(.restore(from: values.device("from")?.device), $0) }
            },
            values: { deed in
                guard case .device(.restore(let source), let device) = deed else { return nil }
                let other = source.map { Scenario.DeviceName(user: device.user, device: $0) }
                return ["device": .device(device), "from": other.map { .device($0) }]
            },
            phrase: { phrase in
                let source = phrase.values.device("from").map { "the backup of \($0.device)" } ?? "its backup"
                return "\(phrase.device) is restored from \(source)"
            })
    }()

    private static let cursors: StepKind = {
        var kind = StepKind(
            "expire_cursors", "The cursors of a user's devices expire; each device must read everything again.",
            [.user(note: "The user; required if there are several.")], shape: "expiry",
            chance: .faces(.any, 30...31),
            make: { values in values.text("user").map { .expireCursors(user: $0) } },
            values: { if case .expireCursors(let user) = $0 { ["user": .text(user)] } else { nil } },
            phrase: { "the cursors of all devices of \($0.text("user")) expire" })
        kind.choose = .step { .expireCursors(user: $0.pick($0.people).name) }
        return kind
    }()
}
