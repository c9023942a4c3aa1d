import Basics

/// Steps of the plan itself: random choice, expectations and waiting.
extension StepTable {
    static let planSteps: [StepKind] = [random, expectation, quiesce]

    private static let random: StepKind = {
        var kind = StepKind(
            "random", "The seed chooses random steps, for example 40 or 40..400 of them, spread over some time.",
            [
                .numbers("operations", missing: "a number such as 40..400"), .time("over", easing: .kept),
                .optional("rate", .rate, note: "The number of steps in a time: 50/s."), .optional("with", .extraSteps),
                .optional("without", .steps),
                .flag("overlaps", note: "Also chooses combinations of steps that overlap in time."),
            ],
            make: { values in
                guard case .numbers(let count)? = values["operations"] else { return nil }
                return .random(
                    Scenario.RandomDeeds(
                        count: count, over: values.time("over") ?? Scenario.RandomDeeds.usualSpan,
                        with: Set(values.words("with")), without: Set(values.words("without")),
                        overlaps: values.flag("overlaps") ?? false))
            },
            values: { deed in
                guard case .random(let deeds) = deed else { return nil }
                let unwanted = Scenario.RandomDeeds.words.filter(deeds.unwanted.contains)
                let wanted = Scenario.RandomDeeds.extraWords.filter(deeds.wanted.contains)
                return [
                    "operations": .numbers(deeds.count), "over": .time(deeds.span),
                    "with": wanted.isEmpty ? nil : .words(wanted),
                    "without": unwanted.isEmpty ? nil : .words(unwanted),
                    "overlaps": deeds.overlaps ? .flag(true) : nil,
                ]
            },
            phrase: { phrase in
                guard case .numbers(let count)? = phrase.values["operations"] else { return "" }
                let range = "\(count.lowerBound) to \(count.upperBound)"
                return "\(range) random steps, over \(phrase.time("over"))"
            })
        kind.reading = .random
        return kind
    }()

    private static let expectation: StepKind = {
        var kind = StepKind(
            "expect", "Checks an expectation now, while the faults continue.",
            [
                .optional("everywhere", .notification), .optional("device", .device), .optional("n", .notification),
                .optional("agree", .text), .optional("hold", .text), .optional("state", .text), .flag("read"),
                .optional("banner", .text),
            ],
            shape: "expectation",
            make: { Scenario.Expectation($0).map { .expect($0) } },
            values: { if case .expect(let expectation) = $0 { expectation.values } else { nil } },
            phrase: { "check that \(Self.claim($0))" })
        kind.reading = .expectation
        return kind
    }()

    private static func claim(_ phrase: StepPhrase) -> String {
        let claim = Scenario.Expectation(phrase.values)
        return switch claim {
        case .hold(let promises): "\(promises.lowerBound.id) to \(promises.upperBound.id) are kept"
        case .agreement: "the devices of each user agree"
        case .everywhere(let id, _): "\(StepPhrase.name(id)) is as expected on all devices"
        case .on(let name, let id, _): "\(StepPhrase.name(id)) is as expected on \(name.fullName)"
        case nil: ""
        }
    }

    private static let quiesce = StepKind(
        "quiesce", "The faults stop, every app is opened, and the run waits until everything has settled.",
        [.time("within", easing: .absent)],
        make: { .quiesce(within: $0.time("within")) },
        values: { if case .quiesce(let limit) = $0 { ["within": limit.map { .time($0) }] } else { nil } },
        phrase: { phrase in
            let limit = phrase.values.time("within").map { " within \($0.words)" } ?? ""
            return "everything settles\(limit)"
        })
}
