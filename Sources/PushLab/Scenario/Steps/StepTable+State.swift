import Basics

/// Steps with the stored state of a device, and pushes that are not taps.
extension StepTable {
    static let pushes: [StepKind] = Scenario.StrangePush.allCases.enumerated().map { lot, push in
        .plain(
            push.rawValue, "A push comes that is \(Self.words(push).sentence).", .push(push),
            chance: .faces(.change, 13...13, lot: lot),
            phrase: { "\($0.device) gets a push \(Self.words(push).phrase)" })
    }

    private static func words(_ push: Scenario.StrangePush) -> (sentence: String, phrase: String) {
        switch push {
        case .foreign: ("somebody else's", "of somebody else")
        case .malformed: ("no JSON", "that cannot be read")
        case .giant: ("larger than any may be", "that is too large")
        }
    }

    static let storedState: [StepKind] = [
        clock,
        .plain(
            "back_up", "All that the app has stored is kept.", .backUp, chance: .with("sign_out"),
            phrase: { "\($0.device) is backed up" }),
        restoration,
        cursors,
    ]

    private static let clock: StepKind = {
        let limit = StepField.Limit(
            most: Scenario.Hazard.usualClock,
            otherwise: "a clock is wrong by \(Scenario.Hazard.usualClock) at most")
        var kind = StepKind.device(
            "set_clock", "The clock of the device is ahead or behind from now on, by a day at the most, or right.",
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
            one: "ahead", other: "behind", otherwise: "a clock is ahead or behind, not both")
        return kind
    }()

    private static let restoration: StepKind = {
        let sentence =
            "What was kept last, of the device or of another one of its user, takes the place of what is stored, and "
            + "the push address is another."
        return StepKind(
            "restore", sentence,
            [.device, .sibling("from", otherwise: "a device is restored from one of the same user")],
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
            "expire_cursors", "The places that a user's devices keep are of no use; each begins anew.",
            [.user(note: "Whose; needed where there are several.")], shape: "expiry",
            chance: .faces(.any, 30...31),
            make: { values in values.text("user").map { .expireCursors(user: $0) } },
            values: { if case .expireCursors(let user) = $0 { ["user": .text(user)] } else { nil } },
            phrase: { "every device of \($0.text("user")) has to begin anew" })
        kind.choose = .step { .expireCursors(user: $0.pick($0.people).name) }
        return kind
    }()
}
