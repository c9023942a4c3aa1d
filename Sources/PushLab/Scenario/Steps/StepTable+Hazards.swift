import Basics

/// The steps that affect the service, the server under test and the links between them.
extension StepTable {
    static let hazards: [StepKind] = [
        StepKind(
            "kill_service", "The service crashes, and restarts after some time.", [.length],
            shape: "outage",
            make: { values in values.time("for").map { .killService(for: $0) } },
            values: { if case .killService(let time) = $0 { ["for": .time(time)] } else { nil } },
            phrase: { "the service crashes, and restarts \($0.time("for")) later" }),
        StepKind(
            "kill_server",
            "The server under test is killed, and restarts after some time. The lab's own server cannot be killed.",
            [.length], shape: "outage",
            make: { values in values.time("for").map { .killServer(for: $0) } },
            values: { if case .killServer(let time) = $0 { ["for": .time(time)] } else { nil } },
            phrase: { "the app's server is killed, and restarts \($0.time("for")) later" }),
        partition, lostPublishAnswers, lateSweep, oddPush, oddPost, comparison,
    ]

    private static let lostPublishAnswers: StepKind = {
        var kind = StepKind(
            "lose_publish_answers",
            "The service stores the next publications for a user, but its answers get lost. So the server publishes "
                + "them again with the same request ids. Only for the lab's own server.",
            [.user(note: "The user; required if there are several."), .count],
            make: { values in values.text("user").map { .losePublishAnswers(user: $0, count: values.count) } },
            values: { deed in
                guard case .losePublishAnswers(let user, let count) = deed else { return nil }
                return ["user": .text(user), "count": count == 1 ? nil : .number(count)]
            },
            phrase: { phrase in
                "\(phrase.next("answer")) to the server that publishes for \(phrase.text("user")) "
                    + "\(phrase.number("gets", "get")) lost"
            })
        kind.extra = .step { .losePublishAnswers(user: $0.pick($0.people).name, count: $0.number(1...3)) }
        return kind
    }()

    private static let oddPush: StepKind = {
        var kind = choice(
            "odd_push",
            "Another sender sends an unusual push to a separate push service, which must answer as Apple documents.",
            "oddity", OddPush.plain, make: { .oddPush($0) },
            choice: { if case .oddPush(let push) = $0 { push } else { nil } },
            phrase: { "another sender sends an unusual push: \($0)" })
        kind.extra = .step { .oddPush($0.pick(OddPush.allCases)) }
        return kind
    }()

    private static let oddPost: StepKind = {
        var kind = choice(
            "odd_post",
            "Another server sends an unusual request to a separate service, which must answer as documented.",
            "oddity", OddPost.plain, make: { .oddPost($0) },
            choice: { if case .oddPost(let post) = $0 { post } else { nil } },
            phrase: { "another server sends an unusual request: \($0)" })
        kind.extra = .step { .oddPost($0.pick(OddPost.allCases)) }
        return kind
    }()

    private static let comparison = choice(
        "compare",
        "The lab sends random commands to a separate copy of a part of the system, and to a slow, simple model of "
            + "that part.",
        "model", ModelComparison.service, make: { .compare($0) },
        choice: { if case .compare(let model) = $0 { model } else { nil } },
        phrase: { "the lab compares the system with a model: \($0)" })

    /// Returns a kind of step with one optional key, `what`. The value of the key is a word. Without the key, the value
    /// is `usual`.
    private static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
        _ word: String, _ sentence: String, _ meaning: String, _ usual: Choice,
        make: @escaping @Sendable (Choice) -> Scenario.Deed,
        choice: @escaping @Sendable (Scenario.Deed) -> Choice?,
        phrase: @escaping @Sendable (String) -> String
    ) -> StepKind {
        StepKind(
            word, sentence, [.word("what", meaning, Choice.self, easing: .word(usual.rawValue))],
            make: { values in make(values.text("what").flatMap { Choice(rawValue: $0) } ?? usual) },
            values: { deed in choice(deed).map { ["what": .word($0.rawValue)] } },
            phrase: { phrase($0.text("what")) })
    }

    private static let lateSweep: StepKind = {
        var kind = StepKind(
            "delay_sweep", "The service's next timer is delayed by this duration, so notifications expire late.",
            [.time("by", missing: "a delay such as 30s")],
            make: { values in values.time("by").map { .delaySweep($0) } },
            values: { if case .delaySweep(let time) = $0 { ["by": .time(time)] } else { nil } },
            phrase: { "the service's next timer fires \($0.time("by")) late" })
        kind.extra = .step { .delaySweep($0.seconds(1...600)) }
        return kind
    }()

    private static let partition: StepKind = {
        var kind = StepKind(
            "partition",
            "For some time, devices cannot reach the service, or the service cannot reach push services.",
            [.optional("devices", .devices), .optional("push", .platforms), .length],
            make: { values in
                guard let time = values.time("for") else { return nil }
                let pushes = values.words("push").compactMap { LabPlatform(rawValue: $0) }
                return .partition(Scenario.Cut(devices: values.devices, pushes: pushes), for: time)
            },
            values: { deed in
                guard case .partition(let cut, let time) = deed else { return nil }
                return [
                    "devices": cut.devices.isEmpty ? nil : .devices(cut.devices),
                    "push": cut.pushes.isEmpty ? nil : .words(cut.pushes.map(\.rawValue)), "for": .time(time),
                ]
            },
            phrase: { phrase in
                let devices = phrase.values.devices.map(\.fullName).joined(separator: ", ")
                let pushes = phrase.values.words("push").joined(separator: ", ")
                let parts = [
                    devices.isEmpty ? nil : "\(devices) cannot reach the service",
                    pushes.isEmpty ? nil : "the service cannot reach the push service of \(pushes)",
                ]
                return parts.compactMap { $0 }.joined(separator: " and ") + phrase.length
            })
        kind.reading = .partition
        kind.easing = { deed in
            guard case .partition(let cut, let time) = deed else { return [] }
            return cut.parts.map { .partition($0, for: time) } + time.simpler.map { .partition(cut, for: $0) }
        }
        return kind
    }()
}

extension Scenario.Cut {
    /// The smaller cuts that this cut consists of: one for each device and one for each push service. Empty if this cut
    /// has only one such part.
    fileprivate var parts: [Scenario.Cut] {
        guard self.devices.count + self.pushes.count > 1 else { return [] }
        return self.devices.map { Scenario.Cut(devices: [$0]) } + self.pushes.map { Scenario.Cut(pushes: [$0]) }
    }
}
