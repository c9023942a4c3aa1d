import Basics
import PushLab
import TestSupport
import Testing

@testable import LabScenario

enum Texts {
    /// A scenario of one user with two devices, and these steps and expectations.
    static func scenario(_ steps: String, _ rest: String = "") -> String {
        "version: 1\nusers: {alice: {phone: ios, tablet: android}}\nsteps:\n\(steps)\n\(rest)\n"
    }

    static func read(_ text: String) throws -> Scenario {
        switch ScenarioReading(Array(text.utf8)) {
        case .scenario(let scenario): return scenario
        case .faults(let faults): throw Refused(faults: faults.map { $0.text(in: "f") })
        }
    }

    /// Reads a scenario called main.yaml that may include these files.
    static func read(_ text: String, beside files: [String: String]) throws -> Scenario {
        let reading = ScenarioReading(Array(text.utf8), named: "main.yaml") { path in
            files[path.text].map { .text(Array($0.utf8)) } ?? .missing(others: files.keys.sorted())
        }
        switch reading {
        case .scenario(let scenario): return scenario
        case .faults(let faults): throw Refused(faults: faults.map { $0.text(in: $0.part?.text ?? "main.yaml") })
        }
    }

    struct Refused: Error { let faults: [String] }
}

@Suite("Reading scenarios")
struct ScenarioReadingTests {
    static let phone = Scenario.DeviceName(user: "alice", device: "phone")

    @Test("Steps beyond the life of a lab are refused at their position")
    func longest() throws {
        let step = "- {after: 3650d, suspend: phone}"
        #expect(
            try Texts.read(Texts.scenario(Array(repeating: step, count: 100).joined(separator: "\n"))).steps.count
                == 100)
        let fault = #expect(throws: Texts.Refused.self) {
            try Texts.read(Texts.scenario(Array(repeating: step, count: 120).joined(separator: "\n")))
        }
        #expect(
            fault?.faults.first?.hasPrefix("f:104:11: the steps take longer than the limit of ") == true,
            "\(fault?.faults.first ?? "")")
    }

    @Test("A byte order mark at the beginning changes nothing, in a file or an included one")
    func byteOrderMark() throws {
        let text = Texts.scenario("  - crash: phone")
        #expect(try Texts.read("\u{FEFF}" + text) == Texts.read(text))
        #expect(
            try Texts.read("\u{FEFF}version: 1\ninclude: a.yaml\n", beside: ["a.yaml": "\u{FEFF}" + text])
                == Texts.read(text))
        let json = #"{"version": 1, "users": {"a": {"p": "ios"}}, "steps": [{"crash": "p"}]}"#
        #expect(try Texts.read("\u{FEFF}" + json) == Texts.read(json))
    }

    @Test("The commit delay of the service is read, written, and at most a minute long")
    func commitDelay() throws {
        func text(_ service: String) -> String {
            "version: 1\nusers: {alice: {phone: ios}}\nservice: {\(service)}\nsteps:\n  - {publish: {as: n1}}\n"
        }
        let scenario = try Texts.read(text("page: 3, commit: 0ms..20ms"))
        #expect(scenario.pageSize == 3...3 && scenario.commit == .even(.zero ... .milliseconds(20)))
        #expect(try Texts.read(scenario.yaml) == scenario)
        #expect(try Texts.read(text("commit: exp(5ms)")).commit == .exponential(mean: .milliseconds(5)))
        let fault = #expect(throws: Texts.Refused.self) { try Texts.read(text("commit: 61s")) }
        #expect(fault?.faults.first == "f:3:19: 'commit' can reach 61s; the limit is 1m", "\(fault?.faults ?? [])")
    }

    @Test(
        "Every action is read as written",
        arguments: [
            ("suspend: phone", .device(.suspend, phone)),
            ("suspend: alice.phone", .device(.suspend, phone)),
            ("force_quit: {device: phone}", .device(.forceQuit, phone)),
            ("dismiss: {device: phone, n: n1}", .device(.act(.dismiss, "n1"), phone)),
            ("offline: phone", .device(.offline(nil), phone)),
            ("offline: {device: phone, for: 1h}", .device(.offline(.hours(1)), phone)),
            ("low_power: {device: phone, for: 90s}", .device(.lowPower(.seconds(90)), phone)),
            ("sign_in: {device: phone, account: work}", .device(.signIn(.work), phone)),
            ("delay_answer: {device: phone, by: 2s}", .device(.delayAnswer(.seconds(2)), phone)),
            ("repeat_tap: {device: phone, after: 45s}", .device(.repeatTap(.seconds(45)), phone)),
            ("delay_tap: {device: phone, by: 1.5s}", .device(.delayTap(.milliseconds(1_500)), phone)),
            ("lose_taps: phone", .device(.fault(.loseTaps, count: 1), phone)),
            ("lose_answers: {device: phone, count: 3}", .device(.fault(.loseAnswers, count: 3), phone)),
            (
                "refuse_connections: {device: phone, because: untrusted}",
                .device(.refuseConnections(.untrusted, count: 1), phone)
            ),
            ("set_clock: {device: phone, ahead: 24h}", .device(.setClock(.hours(24)), phone)),
            ("set_clock: {device: phone, behind: 24h}", .device(.setClock(.zero - .hours(24)), phone)),
            ("set_clock: phone", .device(.setClock(.zero), phone)), ("back_up: phone", .device(.backUp, phone)),
            ("restore: phone", .device(.restore(from: nil), phone)),
            ("restore: {device: phone, from: tablet}", .device(.restore(from: "tablet"), phone)),
            ("loop_pages: {device: phone, count: 3}", .device(.oddPage(.loop, count: 3), phone)),
            ("malform_pages: phone", .device(.oddPage(.malformed, count: 1), phone)),
            ("kill_service: {for: 90s}", .killService(for: .seconds(90))),
            ("kill_server: {for: 90s}", .killServer(for: .seconds(90))),
            (
                "partition: {devices: [phone, alice.tablet], for: 5m}",
                .partition(
                    Scenario.Cut(devices: [phone, Scenario.DeviceName(user: "alice", device: "tablet")]),
                    for: .minutes(5))
            ),
            ("partition: {push: [ios], for: 5m}", .partition(Scenario.Cut(pushes: [.ios]), for: .minutes(5))),
            ("quiesce: {}", .quiesce(within: nil)), ("quiesce: {within: 10m}", .quiesce(within: .minutes(10))),
            (
                "random: {operations: 4..40, over: 1m}",
                .random(Scenario.RandomDeeds(count: 4...40, over: .minutes(1)))
            ),
            (
                "random: {operations: 4, over: 1m, without: [sign_out, burst]}",
                .random(Scenario.RandomDeeds(count: 4...4, over: .minutes(1), without: ["burst", "sign_out"]))
            ),
            (
                "random: {operations: 4, over: 1m, with: [slow, publish]}",
                .random(Scenario.RandomDeeds(count: 4...4, over: .minutes(1), with: ["publish", "slow"]))
            ),
            (
                "random: {operations: 4, over: 1m, overlaps: true}",
                .random(Scenario.RandomDeeds(count: 4...4, over: .minutes(1), overlaps: true))
            ),
            ("slow: {device: phone, by: 3s, for: 1m}", .device(.slow(.seconds(3), for: .minutes(1)), phone)),
            ("lose_publish_answers: {count: 2}", .losePublishAnswers(user: "alice", count: 2)),
            ("delay_sweep: {by: 30s}", .delaySweep(.seconds(30))), ("odd_push: {what: noTopic}", .oddPush(.noTopic)),
            ("odd_post: {}", .oddPost(.plain)),
            ("publish: {as: n2}", .publish(.raw("content of n2", id: "n2"), user: "alice")),
            (
                "publish: {as: n2, content: \"a: b\", visual: true, expires: 30m}",
                .publish(.visual("a: b", id: "n2", lifetime: .seconds(1_800)), user: "alice")
            ),
        ] as [(String, Scenario.Deed)])
    func deeds(_ text: String, _ deed: Scenario.Deed) throws {
        let scenario = try Texts.read(Texts.scenario("  - publish: {as: n1}\n  - {at: 2s, \(text)}"))
        #expect(scenario.steps.count == 2 && scenario.steps[1] == Scenario.Step(at: .seconds(2), deed))
        #expect(scenario.expectations == [.agreement])
        #expect(try Texts.read(scenario.yaml) == scenario)
    }

    @Test(
        "Names that YAML would read as other types are written in quotes, and read as names",
        arguments: ["null", "Null", "true", "no", "on", "y"])
    func oddNames(_ name: String) throws {
        let deeds = [
            "publish: {as: n1, user: \"\(name)\"}", "burst: {as: b, count: 2, user: \"\(name)\"}",
            "expire_cursors: \"\(name)\"", "partition: {devices: [\"\(name)\"], for: 1m}", "crash: \"\(name)\"",
        ]
        let steps = deeds.map { "  - \($0)\n" }.joined()
        for others in ["", ", bob: {tablet: android}"] {
            let users = "users: {\"\(name)\": {\"\(name)\": ios}\(others)}"
            let scenario = try Texts.read("version: 1\nhost: \"null\"\n\(users)\nsteps:\n\(steps)")
            #expect(scenario.steps.count == deeds.count && scenario.people[0].name == name)
            #expect(try Texts.read(scenario.yaml) == scenario)
            #expect(!scenario.yaml.contains(" \(name)") && !scenario.yaml.contains(": null"), "\(scenario.yaml)")
        }
    }

    @Test("Every step can be read and written, with each of its keys", arguments: StepTable.words)
    func everyStep(_ word: String) throws {
        let kind = try #require(StepTable.kind(word))
        let isExpectation = word == "expect"
        let keys = isExpectation ? ["everywhere", "device"] : [nil] + kind.fields.map { Optional($0.key) }
        for key in keys {
            let step =
                isExpectation
                ? "  - expect: {\(key ?? ""): \(key == "device" ? "phone, n: n1" : "n1"), state: gone}"
                : kind.sample { $0.isNeeded || $0.key == key }
            let scenario = try Texts.read(Texts.scenario("  - publish: {as: n1}\n" + step))
            #expect(try Texts.read(scenario.yaml) == scenario)
            #expect(!scenario.phrase(of: scenario.steps[1].deed).isEmpty)
        }
    }

    @Test("Times count from the previous step, and restart after a quiesce")
    func times() throws {
        let scenario = try Texts.read(
            Texts.scenario(
                """
                  - {at: 1s, publish: {as: n1}}
                  - {after: 2s, suspend: phone}
                  - {quiesce: }
                  - {at: 1s, foreground: phone}
                  - {random: {operations: 3, over: 5m}}
                  - {crash: phone}
                """))
        #expect(scenario.steps.map(\.time) == [1, 3, 3, 1, 1, 301].map { .seconds($0) })
        #expect(try Texts.read(scenario.yaml) == scenario)
    }

    @Test("Users are given by name or number, and an ambiguous device name needs its user")
    func people() throws {
        let crowd = try Texts.read(
            "version: 1\nusers: {count: 2, devices: {ios: 2, windows: 1}, account: work}\nsteps: [suspend: u1.d2]\n")
        #expect(crowd.people.map(\.name) == ["u0", "u1"] && crowd.people.allSatisfy { $0.account == .work })
        #expect(crowd.people[0].devices.map(\.platform) == [.ios, .ios, .windows])
        #expect(crowd.title(of: crowd.devices[5]) == "u1.d2")
        #expect(try Texts.read(crowd.yaml) == crowd)
        let named = try Texts.read(
            "version: 1\nusers: {alice: {phone: ios}, bob: {account: work, tablet: windows}}\nsteps: [crash: tablet]\n")
        #expect(named.people.map(\.account) == [.personal, .work] && named.title(of: named.devices[1]) == "tablet")
        #expect(try Texts.read(named.yaml) == named)
    }

    @Test("The network is a good one, except for the given values")
    func network() throws {
        let scenario = try Texts.read(
            Texts.scenario("  - crash: phone")
                + "network:\n  signal: {loss: 10%, dup: 2%, delay: 40ms}\n"
                + "  fetch: {latency: 5ms..80ms, answer_loss: 100%}\n")
        var network = LabNetwork()
        (network.tapsLostPercent, network.tapsDoubledPercent, network.answersLostPercent) = (10, 2, 100)
        network.tapping = .within(.milliseconds(40)...(.milliseconds(40)))
        network.crossing = .within(.milliseconds(5)...(.milliseconds(80)))
        #expect(scenario.network == network)
        #expect(try Texts.read(scenario.yaml) == scenario)
    }

    @Test("Delays may be exponential, and newer taps may replace waiting ones")
    func distributions() throws {
        let scenario = try Texts.read(
            Texts.scenario("  - crash: phone")
                + "network: {signal: {delay: exp(40ms), coalesce: collapse-id}, connect: {latency: exp(0s)}}\n")
        var network = LabNetwork()
        network.tapping = .exponential(mean: .milliseconds(40))
        network.connecting = .exponential(mean: .zero)
        network.coalescesTaps = true
        #expect(scenario.network == network)
        #expect(try Texts.read(scenario.yaml) == scenario)
    }

    @Test(
        "Random steps take the given time, or as many actions per time as given",
        arguments: [
            ("over: 1h", Interval.hours(1)), ("rate: 50/s", .milliseconds(800)), ("rate: 20/m", .minutes(2)),
            ("rate: 4/h", .hours(10)),
        ])
    func rates(_ words: String, _ span: Interval) throws {
        let scenario = try Texts.read(Texts.scenario("  - random: {operations: 10..40, \(words)}"))
        #expect(scenario.steps.map(\.deed) == [.random(Scenario.RandomDeeds(count: 10...40, over: span))])
        #expect(try Texts.read(scenario.yaml) == scenario)
    }

    @Test("The default burst of a wake budget is the wakes of one hour, and can be changed")
    func wakes() throws {
        for (words, burst) in [("wakes: 3/h", 3), ("wakes: 3/h, burst: 1", 1), ("burst: 1000, wakes: 3/h", 1_000)] {
            let scenario = try Texts.read(Texts.scenario("  - crash: phone", "push: {\(words)}"))
            #expect(scenario.wakeBudget == Scenario.WakeBudget(perHour: 3, burst: burst))
            #expect(try Texts.read(scenario.yaml) == scenario)
        }
    }

    @Test("Apple's front door, with or without refusals and a budget for wakes")
    func frontDoor() throws {
        for (words, shares, wakes) in [
            ("admission: true", [:], nil), ("admission: true, refuse: {503: 10%, 403: 5%}", [503: 10, 403: 5], nil),
            ("wakes: 3/h, admission: true, refuse: {410: 1%, 413: 2%, 429: 3%}", [410: 1, 413: 2, 429: 3], 3),
        ] as [(String, [Int: Int], Int?)] {
            let scenario = try Texts.read(Texts.scenario("  - crash: phone", "push: {\(words)}"))
            let door = try #require(scenario.frontDoor)
            for trouble in Scenario.FrontDoor.Trouble.allCases {
                #expect(door[trouble] == shares[trouble.rawValue] ?? 0)
            }
            #expect(scenario.wakeBudget?.perHour == wakes)
            #expect(try Texts.read(scenario.yaml) == scenario)
        }
        for words in ["admission: false", "admission: false, refuse: {503: 10%}"] {
            #expect(try Texts.read(Texts.scenario("  - crash: phone", "push: {\(words)}")).frontDoor == nil)
        }
    }

    @Test("Faults of the world, and their frequency")
    func faults() throws {
        let scenario = try Texts.read(
            Texts.scenario("  - random: {operations: 3}")
                + "faults:\n  swarm: true\n  partition: {every: 5m, for: 10s}\n  kill: {every: 1h, for: 1s..2m}\n")
        #expect(
            scenario.faults
                == Scenario.FaultPlan(
                    isSwarm: true,
                    [
                        Scenario.Hazard(.kill, every: .hours(1), lasting: .seconds(1)...(.minutes(2))),
                        Scenario.Hazard(.partition, every: .minutes(5), lasting: .seconds(10)...(.seconds(10))),
                    ]))
        #expect(try Texts.read(scenario.yaml) == scenario)
        for seed in 1...20 as ClosedRange<UInt64> {
            let plan = scenario.expanded(seed: seed)
            #expect(try Texts.read(plan.yaml) == plan)
        }
    }

    @Test("The plan of a storm of thousands of strikes can be read again")
    func longStorm() throws {
        let faults = "faults: {crash: {every: 10m}, kill: {every: 10m, for: 1s}, restore: {every: 20m, for: 1s}}"
        let plan = try Texts.read(Texts.scenario("  - random: {operations: 3, over: 160h}", faults)).expanded(seed: 1)
        #expect(plan.steps.count > 2_000)
        #expect(try Texts.read(plan.yaml) == plan)
    }

    /// Of a scenario with so many users of twenty devices each.
    private static func faults(_ people: Int, _ faults: String, _ steps: String) -> [String] {
        let devices = (0..<20).map { "d\($0): android" }.joined(separator: ", ")
        let users = (0..<people).map { "u\($0): {\(devices)}" }.joined(separator: ", ")
        return RefusalTests.faults(Array("version: 1\nusers: {\(users)}\nfaults: {\(faults)}\n\(steps)".utf8))
    }

    @Test(
        "The average number of values of a storm is limited to the room of a plan",
        arguments: [
            (1, "crash: {every: 10m}", 100_000, 100_010), (1, "kill: {every: exp(8m), for: 1m..3m}", 72_720, 72_730),
            (1, "restore: {every: 10m, for: 1ms}", 44_440, 44_460),
            (1, "skew: {every: 8m, for: 1m..3m}", 33_330, 33_340),
            (1, "partition: {every: 9m, for: 1m}", 29_630, 29_640),
            (30, "partition: {every: 9m, for: 1m}", 6_230, 6_240),
            (1, "swizzle: {every: 5m..15m, for: 1ms}", 5_330, 5_350),
            (15, "swizzle: {every: 10m, for: 1ms}", 1_060, 1_080),
            (1, "crash: {every: 10m}, kill: {every: 9m, for: 1m}", 42_100, 42_110),
        ])
    func crowdedStorm(_ people: Int, _ faults: String, _ most: Int, _ tooMuch: Int) {
        for (minutes, isRefused) in [(most, false), (tooMuch, true)] {
            let (half, rest) = (minutes / 2, minutes - minutes / 2)
            for steps in [
                "steps: [{random: {operations: 3, over: \(minutes)m}}]",
                "steps: [{random: {operations: 3, over: \(half)m}}, {random: {operations: 3, over: \(rest)m}}]",
                "steps: [{crash: u0.d0}, {at: \(minutes)m, crash: u0.d0}, {quiesce: }, {at: 1us, crash: u0.d0}]",
            ] {
                let list = Self.faults(people, faults, steps)
                #expect(list.isEmpty != isRefused, "\(minutes)m: \(list)")
                #expect(list.allSatisfy { $0.contains(" values; the limit is 80000; ") }, "\(list)")
            }
        }
    }

    @Test("Storms longer than the time range are refused, and do not overflow")
    func endlessStorms() {
        let once = "- {random: {operations: 1, over: 3650d}}\n- quiesce:\n"
        let file = "steps:\n" + String(repeating: once, count: 7_600)
        let files = Array(repeating: "long.yaml", count: 4).joined(separator: ", ")
        let main = Texts.scenario("  - crash: phone", "faults: {crash: {}}\ninclude: [\(files)]")
        let told = #expect(throws: Texts.Refused.self) { try Texts.read(main, beside: ["long.yaml": file]) }
        #expect(told?.faults.contains { $0.contains(" values; the limit is 80000; ") } == true, "\(told?.faults ?? [])")
    }

    @Test("A fault has its defaults if nothing else is given")
    func usualFaults() throws {
        func faults(_ words: String) throws -> Scenario.FaultPlan? {
            let scenario = try Texts.read(Texts.scenario("  - crash: phone", "faults: {\(words)}"))
            #expect(try Texts.read(scenario.yaml) == scenario)
            return scenario.faults
        }
        let kinds = Scenario.Hazard.Kind.allCases
        let usual = kinds.map { kind in Scenario.Hazard(kind, every: kind.usualPause) }
        #expect(try faults(kinds.map { "\($0.rawValue): {}" }.joined(separator: ", "))?.hazards == usual)
        let pauses: KeyValuePairs<String, Spread> = [
            "10m": .even(.zero...(.minutes(20))), "10m..30m": .even(.minutes(10)...(.minutes(30))),
            "5m..5m": .even(.minutes(5)...(.minutes(5))), "0s..1us": .even(.zero...(.microseconds(1))),
            "exp(5m)": .exponential(mean: .minutes(5)),
        ]
        for (words, pause) in pauses {
            #expect(try faults("crash: {every: \(words)}")?.hazards == [Scenario.Hazard(.crash, every: pause)])
        }
        let window = Scenario.Hazard(.swizzle, every: .minutes(20), lasting: .milliseconds(100)...(.seconds(20)))
        #expect(try faults("swizzle: {window: 20s}")?.hazards == [window])
        var skew = Scenario.Hazard(.skew, every: .minutes(20))
        skew.worstClock = .hours(1)
        #expect(try faults("skew: {max: 1h}")?.hazards == [skew])
    }

    @Test("Expectations, and JSON is YAML too")
    func expectations() throws {
        let scenario = try Texts.read(
            """
            {"version": 1, "about": "x", "seed": 24301, "weight": "heavy", "host": "a.example", "traps": ["T4", "S1"],
             "users": {"alice": {"phone": "ios"}}, "steps": [{"publish": {"as": "n1"}}],
             "expect": [{"everywhere": "n1", "state": "dismissed", "banner": "none"}, {"agree": "all"},
              {"device": "phone", "n": "n1", "read": true}]}
            """)
        #expect(
            scenario.expectations == [
                .everywhere("n1", Scenario.Sight(state: .dismissed, banner: Scenario.Banner.none)), .agreement,
                .on(Self.phone, "n1", Scenario.Sight(isRead: true)),
            ])
        #expect(scenario.seed == 24_301 && scenario.isHeavy && scenario.traps == [.t4, .s1])
        #expect(try Texts.read(scenario.yaml) == scenario)
        let limits =
            "thresholds:\n  wakes: max <= 2\n  tap_to_callback_ms: [p(99)<2000, avg<1.5]\n  fetches_per_signal: max<3\n"
        let limited = try Texts.read(Texts.scenario("  - crash: phone", limits))
        #expect(limited.thresholds.map(\.text) == ["p(99)<2000", "avg<1.5", "max<3", "max<=2"])
        #expect(limited.thresholds.map(\.measure) == [.tapToCallback, .tapToCallback, .fetchesPerTap, .wakes])
        #expect(try Texts.read(limited.yaml) == limited)
        let related = try Texts.read(Texts.scenario("  - crash: phone", "relation: P20"))
        #expect(try related.relation == .tapsLost && Texts.read(related.yaml) == related)
        #expect(try Texts.read("seed: 0x5eed\n" + Texts.scenario("  - crash: phone")).seed == 0x5EED)
    }

    @Test(
        "Hostile texts are read as they were written",
        arguments: [
            "", "null", "true", "- x", "a: b", "\"", "\\", "\n", "\t", "\u{0}", "\u{85}", "\u{2028}", "é", "👩‍👩‍👧", "#",
            "1e3",
            "{", "]", "'", "!tag", "&a", "*a", "%", "@", "`", " lead", "trail ", "\u{FEFF}", "\u{7F}", "~", "no",
        ])
    func hostile(_ text: String) throws {
        var scenario = Scenario(
            people: [Scenario.Person("alice", [Scenario.Gadget("phone", .ios)])],
            steps: [Scenario.Step(.publish(.raw(text, id: "n" + text), user: "alice"))], expectations: [.agreement])
        scenario.about = text
        #expect(try Texts.read(scenario.yaml) == scenario)
    }

    /// As other tools write it, where only numbers and words of JSON stand without quotes.
    private static func json(_ node: YAMLNode) -> String {
        func quoted(_ text: String) -> String {
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        switch node.content {
        case .scalar(let text, let isPlain):
            let isBare = isPlain && (Int(text) != nil || ["true", "false", "null"].contains(text))
            return isBare ? text : isPlain && text.isEmpty ? "null" : quoted(text)
        case .list(let items): return "[\n\(items.map(Self.json).joined(separator: ",\n"))\n]"
        case .map(let entries):
            return "{\n\(entries.map { "\(quoted($0.key)): \(Self.json($0.value))" }.joined(separator: ",\n"))\n}"
        }
    }

    @Test("Every scenario of the pack can be written as JSON", arguments: SchemaTests.files)
    func json(_ name: String) throws {
        let bytes = try #require(ProjectFiles.bytes("\(SchemaTests.folder)/\(name)"))
        let text = String(decoding: bytes, as: UTF8.self)
        guard !text.contains("include:"), text.contains("users:") else { return }
        var list = FaultList()
        let root = try #require(try YAMLTree.read(bytes, &list))
        #expect(try Texts.read(Self.json(root)) == Texts.read(text))
    }

    @Test("Texts have quotes in JSON, and numbers do not")
    func quoted() throws {
        let scenario = try Texts.read(
            #"{"version": 1, "seed": "0x5eed", "users": {"a": {"p": "ios"}}, "network": {"signal": {"loss": "10%"}}, "#
                + #""push": {"wakes": "3/h"}, "steps": [{"random": {"operations": "4..8", "rate": "50/s"}}]}"#)
        #expect(scenario.seed == 0x5EED && scenario.network.tapsLostPercent == 10 && scenario.wakeBudget?.perHour == 3)
        for bare in [#""seed": "7""#, #""service": {"page": "7"}"#, #""version": "1""#] {
            let text = #"{"users": {"a": {"p": "ios"}}, "steps": [{"crash": "p"}], \#(bare)}"#
            #expect(throws: (any Error).self) { try Texts.read(text) }
        }
    }

    @Test("Every expanded scenario can be written and read back")
    func random() throws {
        let path = "\(SchemaTests.folder)/generic.yaml"
        let generic = try Texts.read(String(decoding: #require(ProjectFiles.bytes(path)), as: UTF8.self))
        for seed in 1...60 as ClosedRange<UInt64> {
            let plan = generic.expanded(seed: seed)
            #expect(try Texts.read(plan.yaml) == plan, "seed \(seed)")
        }
        let scenario = try Texts.read(Texts.scenario("  - random: {operations: 200}"))
        for seed in 1...20 as ClosedRange<UInt64> {
            let plan = scenario.expanded(seed: seed)
            #expect(plan.steps.count == 200 && plan.seed == seed && plan == scenario.expanded(seed: seed))
            #expect(try Texts.read(plan.yaml) == plan)
        }
        #expect(scenario.expanded(seed: 1) != scenario.expanded(seed: 2))
    }
}
