import Basics

/// The steps that affect the messages of a device.
extension StepTable {
    static let linkSteps: [StepKind] = faults + oddPages + delays + [refusal, slowness]

    private static let faults: [StepKind] = Scenario.Fault.allCases.enumerated().map { lot, fault in
        .device(
            fault.rawValue, Self.sentence(fault), [.count], shape: "counted",
            chance: .faces(.trouble, 3...7, lot: lot),
            make: { .fault(fault, count: $0.count) },
            values: { deed in if case .fault(fault, let count) = deed { Self.values(count: count) } else { nil } },
            choose: { .fault(fault, count: $0.number(1...3)) },
            phrase: { Self.phrase(fault, $0) })
    }

    private static func sentence(_ fault: Scenario.Fault) -> String {
        switch fault {
        case .loseTaps: "The next taps get lost."
        case .doubleTaps: "The next taps arrive twice."
        case .loseRequests: "The next requests get lost."
        case .loseAnswers: "The next answers get lost."
        case .refuseTokens: "The next access tokens are refused."
        }
    }

    private static func phrase(_ fault: Scenario.Fault, _ phrase: StepPhrase) -> String {
        let (device, get) = (phrase.device, phrase.number("gets", "get"))
        return switch fault {
        case .loseTaps: "\(phrase.next("tap")) for \(device) \(get) lost"
        case .doubleTaps: "\(phrase.next("tap")) for \(device) \(phrase.number("arrives", "arrive")) twice"
        case .loseRequests: "\(phrase.next("request")) of \(device) \(get) lost"
        case .loseAnswers: "\(phrase.next("answer")) to \(device) \(get) lost"
        case .refuseTokens: "the service refuses the next \(phrase.counted("access token")) of \(device)"
        }
    }

    private static func values(count: Int) -> StepValues { ["count": count == 1 ? nil : .number(count)] }

    private static let oddPages: [StepKind] = OddPage.allCases.map { odd in
        .device(
            odd.rawValue, Self.sentence(odd), [.count], shape: "counted",
            make: { .oddPage(odd, count: $0.count) },
            values: { deed in if case .oddPage(odd, let count) = deed { Self.values(count: count) } else { nil } },
            phrase: { "\($0.next("page")) for \($0.device) \(Self.predicate(odd, $0))" })
    }

    private static func sentence(_ odd: OddPage) -> String {
        switch odd {
        case .loop: "In each of the coming pages, the link to the next page leads back to the same page."
        case .malformed: "The next answers to fetches are not valid pages."
        }
    }

    private static func predicate(_ odd: OddPage, _ phrase: StepPhrase) -> String {
        switch odd {
        case .loop: phrase.number("links to itself as the next page", "link to themselves as the next page")
        case .malformed: phrase.number("is invalid", "are invalid")
        }
    }

    private static let delays: [StepKind] = [
        .device(
            "delay_tap", "The next tap is delayed by this duration.",
            [.time("by", missing: "a delay such as 30s")], shape: "delay",
            chance: .faces(.trouble, 0...0),
            make: { $0.time("by").map { .delayTap($0) } },
            values: { if case .delayTap(let time) = $0 { ["by": .time(time)] } else { nil } },
            choose: { .delayTap($0.milliseconds(100...60_099)) },
            phrase: { "the next tap for \($0.device) arrives \($0.time("by")) late" }),
        .device(
            "repeat_tap", "The next tap arrives a second time, after this duration.",
            [.time("after", missing: "a delay such as 30s")], shape: "echo",
            simpler: [.fault(.doubleTaps, count: 1)],
            make: { $0.time("after").map { .repeatTap($0) } },
            values: { if case .repeatTap(let time) = $0 { ["after": .time(time)] } else { nil } },
            phrase: { "the next tap for \($0.device) arrives again \($0.time("after")) later" }),
        .device(
            "delay_answer", "The next answer is delayed by this duration, at most half an hour.",
            [
                .time(
                    "by", missing: "a delay such as 30s",
                    atMost: StepField.Limit(
                        most: LabNetwork.longestLatency,
                        otherwise: "'by' must be at most \(LabNetwork.longestLatency); for an answer that never "
                            + "arrives, use 'lose_answers'"))
            ],
            shape: "delay", chance: .inGroups,
            make: { $0.time("by").map { .delayAnswer($0) } },
            values: { if case .delayAnswer(let time) = $0 { ["by": .time(time)] } else { nil } },
            phrase: { "the next answer to \($0.device) arrives \($0.time("by")) late" }),
    ]

    private static let slowness: StepKind = {
        let limit = StepField.Limit(
            most: .seconds(30),
            otherwise: "'by' must be at most 30s; for requests that never arrive, use 'lose_requests'")
        var kind = StepKind.device(
            "slow",
            "For some time, each request of the device and each answer to the device is delayed by this duration.",
            [.time("by", missing: "a delay such as 3s", atMost: limit), .length],
            make: { values in
                guard let lag = values.time("by"), let time = values.time("for") else { return nil }
                return .slow(lag, for: time)
            },
            values: { deed in
                guard case .slow(let lag, let time) = deed else { return nil }
                return ["by": .time(lag), "for": .time(time)]
            },
            phrase: { "each message of \($0.device) takes \($0.time("by")) longer\($0.length)" })
        kind.extra = .onDevice { .slow($0.milliseconds(500...9_000), for: $0.seconds(10...300)) }
        return kind
    }()

    private static let refusal: StepKind = .device(
        "refuse_connections",
        "The next attempts to connect fail with offline, unreachable, untrusted, broken or timedOut.",
        [.count, .word("because", "reason", LinkFault.self, easing: .word(LinkFault.unreachable.rawValue))],
        shape: "refusal", chance: .faces(.trouble, 2...2),
        make: { values in
            let reason = values.text("because").flatMap { LinkFault(rawValue: $0) } ?? .unreachable
            return .refuseConnections(reason, count: values.count)
        },
        values: { deed in
            guard case .refuseConnections(let reason, let count) = deed else { return nil }
            return Self.values(count: count).with(["because": .word(reason.rawValue)])
        },
        choose: { writer in
            let reason = writer.pick(LinkFault.allCases)
            return .refuseConnections(reason, count: writer.number(1...3))
        },
        phrase: { phrase in
            let reason = phrase.text("because")
            return "\(phrase.next("connection")) of \(phrase.device) \(phrase.number("fails", "fail")): "
                + (reason == LinkFault.timedOut.rawValue ? "timed out" : reason)
        })
}
