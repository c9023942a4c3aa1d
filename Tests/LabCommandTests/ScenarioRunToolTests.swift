import Foundation
import TestSupport
import Testing

@testable import LabCommand

@Suite("The verb run", .serialized)
struct ScenarioRunToolTests {
    static let folder = ProjectFiles.fixtures("Scenarios")
    static let packFiles = ProjectFiles.names(in: folder).filter { $0.hasSuffix(".yaml") }

    static func run(_ words: String, files: [String: String] = [:]) throws -> Tool.Outcome {
        try Tool.once("run \(words)", files: files)
    }

    @Test("Every scenario of the pack holds with every seed that is tried", arguments: packFiles)
    func pack(_ name: String) throws {
        #expect(Self.packFiles.count >= 18)
        let text = try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8)
        for seed in text.contains("\nweight: heavy\n") ? [1] : [1, 2, 3, 5, 8] {
            let outcome = try Self.run("'\(Self.folder)/\(name)' --seed \(seed)")
            // Chance need not put each promise to the test with every seed.
            let isUntested = text.contains("    random:\n") && outcome.output.contains(" never tested P")
            #expect(outcome.status == (isUntested ? 2 : 0) && outcome.errors == "", "\(seed): \(outcome)")
        }
    }

    @Test("A push that was not finished has its number and its arrival in the witness")
    func unfinished() throws {
        let steps =
            "steps:\n  - {at: 5s, crash: laptop}\n  - {at: 10s, publish: {as: n1}}\n  - {at: 2m, suspend: laptop}\n"
        let text = "version: 1\nusers: {alice: {laptop: windows}}\ntraps: [T11]\n\(steps)"
        let outcome = try Self.run("a.yaml", files: ["a.yaml": text])
        #expect(outcome.status == 1)
        let witness = /did not finish push 1 within 30 s of its arrival at 00:1\d\.\d{3}, so the system ended it/
        #expect(outcome.output.contains(witness), "\(outcome)")
    }

    @Test(
        "A quiesce neither ends an offline device nor waits for it, and a last `everywhere` takes it as it is",
        arguments: [
            ("phone", "gone", "{agree: all}", 0), ("phone", "gone", "{everywhere: n1, state: active}", 1),
            ("{device: phone, for: 10m}", "gone", "{everywhere: n1, state: active}", 0),
            ("{device: phone, for: 10m}", "active", "{agree: all}", 1),
        ])
    func offline(_ device: String, _ state: String, _ end: String, _ status: Int32) throws {
        let text = """
            version: 1
            users: {alice: {phone: ios, tablet: android}}
            steps:
              - {at: 5s, offline: \(device)}
              - {at: 10s, publish: {as: n1}}
              - {quiesce: {}}
              - {expect: {device: phone, n: n1, state: \(state)}}
            expect:
              - \(end)

            """
        let outcome = try Self.run("a.yaml", files: ["a.yaml": text])
        #expect(outcome.status == status, "\(outcome)")
    }

    static let small = """
        version: 1
        about: A small one
        users: {alice: {phone: ios, tablet: android}}
        steps:
          - {at: 5s, publish: {as: n1}}
          - {at: 20s, dismiss: {device: phone, n: n1}}
        expect:
          - {everywhere: n1, state: active}

        """

    @Test("A run with a failing seed reports the file and the command that repeats it")
    func failing() throws {
        let text = "version: 1\nusers: {a: {p: ios, q: android}}\ntraps: [T4]\nsteps: [{burst: {as: n, count: 110}}]\n"
        let json = try Self.run("a.yaml --json", files: ["a.yaml": text])
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        let violations = try #require(object?["violations"] as? [[String: Any]])
        #expect(violations.count > 2 && violations.allSatisfy { $0["failingSeeds"] as? Int == 1 })
        #expect(violations.allSatisfy { $0["plan"] as? String == "a.yaml" })
        #expect(violations.allSatisfy { $0["reproduce"] as? String == "shouldertap run a.yaml --seed 1" })
    }

    @Test("A plan that could not be read again is not written, and that is reported")
    func unreadablePlan() throws {
        let text = "version: 1\nusers: {a: {p: ios}}\nsteps: [{random: {operations: 30000, over: 1h}}]\n"
        let tool = try Tool(files: ["a.yaml": text])
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" run a.yaml --plan plan.yaml; ls")
        #expect(outcome.output == "a.yaml\n", "\(outcome)")
        let reasons = ["more than 100000 values", "the file has"]
        let errors = outcome.errors
        #expect(errors.hasPrefix("shouldertap: plan.yaml: cannot write this plan as a scenario file: "))
        #expect(reasons.contains { errors.contains($0) } && errors.contains("run without --plan"), "\(errors)")
    }

    @Test("A run that never tested a promise that its scenario requires is inconclusive")
    func untested() throws {
        let text = "version: 1\nusers: {a: {p: ios}}\nsteps: [{publish: {as: n}}]\nexpect: [{hold: P25}, {hold: P1}]\n"
        let outcome = try Self.run("a.yaml", files: ["a.yaml": text])
        #expect(outcome.status == 2 && outcome.output.contains("\na.yaml never tested P25\ninconclusive: "))
        let json = try Self.run("a.yaml --json", files: ["a.yaml": text])
        #expect(json.status == 2 && json.output.contains(#""verdict":"inconclusive""#), "\(json.output)")
    }

    @Test("An unexpected result is printed with the command that repeats it")
    func repeats() throws {
        let outcome = try Self.run("'a b.yaml' --seed 0x7", files: ["a b.yaml": Self.small])
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(outcome.status == 1 && outcome.errors == "" && lines.count == 6)
        #expect(lines[0...1] == ["A small one", "1 user, 2 devices, 2 steps, seed 7"])
        #expect(lines[2] == "expect: on alice.phone n1 is dismissed, not active")
        #expect(lines[4].hasPrefix("fail: ") && lines[5] == "repeat: shouldertap run 'a b.yaml' --seed 7")
        let again = try Self.run(
            lines[5].dropFirst("repeat: shouldertap run ".count) + "", files: ["a b.yaml": Self.small])
        #expect(again == outcome)
    }

    @Test("A file whose name begins like an option is repeated as a file")
    func dashed() throws {
        let outcome = try Self.run("-- -d.yaml", files: ["-d.yaml": Self.small])
        #expect(outcome.output.hasSuffix("\nrepeat: shouldertap run ./-d.yaml --seed 1\n"), "\(outcome.output)")
    }

    @Test("For machines it prints one object, with the hash of the history")
    func json() throws {
        let files = ["s.yaml": Self.small]
        let outcome = try Self.run("s.yaml --json", files: files)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(object["verdict"] as? String == "fail" && object["seeds"] as? Int == 1)
        let violations = try #require(object["violations"] as? [[String: Any]])
        #expect(violations.map { $0["property"] as? String } == ["expect", "expect"])
        let hash = try #require(object["hash"] as? String)
        #expect(hash.wholeMatch(of: /[0-9a-f]{16}/) != nil)
        #expect(try Self.run("s.yaml", files: files).output.contains(" fingerprint \(hash)\n"))
        #expect(try Self.run("s.yaml --seed 2 --json", files: files).output.contains(hash) == false)
    }

    @Test("The starter scenario runs unchanged, with any seed")
    func starter() throws {
        let tool = try Tool()
        defer { tool.remove() }
        for seed in 1...5 {
            let outcome = try tool.shell("\"$0\" new > s.yaml && \"$0\" run s.yaml --seed \(seed)")
            #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
        }
    }

    @Test("A plan has no random steps and gives the same history")
    func plan() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let first = try tool.shell("\"$0\" run '\(Self.folder)/generic.yaml' --seed 11 --plan p.yaml --history a.jsonl")
        let second = try tool.shell("\"$0\" run p.yaml --history b.jsonl")
        #expect(first.status == 0 && second.status == 0)
        #expect(try tool.read("a.jsonl") == tool.read("b.jsonl") && tool.read("a.jsonl").count > 1_000)
        #expect(try !tool.read("p.yaml").contains("random") && tool.read("p.yaml").contains("seed: 11\n"))
    }

    @Test("A plan has the traps of its run, and fails as it did with them")
    func trappedPlan() throws {
        let tool = try Tool(files: ["s.yaml": ExploreToolTests.small])
        defer { tool.remove() }
        let first = try tool.shell("\"$0\" run s.yaml --trap T7 --plan p.yaml --history a.jsonl")
        let second = try tool.shell("\"$0\" run p.yaml --history b.jsonl")
        #expect(first.status == 1 && second.status == 1)
        #expect(try tool.read("p.yaml").contains("\ntraps: [T6, T7]\n"))
        #expect(try tool.read("a.jsonl") == tool.read("b.jsonl"))
    }

    @Test("The steps that led to a broken promise are printed as numbers and in words")
    func story() throws {
        let outcome = try Self.run("s.yaml --seed 4 --json", files: ["s.yaml": ExploreToolTests.small])
        let violations = try #require(try ExploreToolTests.object(outcome)["violations"] as? [[String: Any]])
        let broken = try #require(violations.first { $0["property"] as? String == "P37" })
        let (steps, story) = (broken["steps"] as? [Int] ?? [], broken["story"] as? [String] ?? [])
        #expect(!steps.isEmpty && story.map { Int($0.split(separator: " ")[0]) } == steps, "\(broken)")
    }

    @Test("The plan replaces the result, and the result is printed if its history cannot be written")
    func places() throws {
        let files = ["s.yaml": Self.small]
        let plan = try Self.run("s.yaml --plan -", files: files)
        let written = try Self.run("s.yaml --plan p > /dev/null; cat p", files: files)
        #expect(plan.status == 1 && plan.output == written.output && plan.output.hasPrefix("version: 1\n"))
        let lost = try Self.run("s.yaml --history no/where", files: files)
        #expect(try lost.status == 74 && lost.output == Self.run("s.yaml", files: files).output)
    }

    @Test(
        "A scenario that cannot be run is reported with the reason and an exit status",
        arguments: [
            ("", 64, "run needs a FILE, or '-' for standard input"), ("a b", 64, "run takes one FILE; remove 'b'"),
            ("nosuch.yaml", 66, "nosuch.yaml: No such file or directory"),
            (".", 66, ".: this is a folder; name a scenario file in it"),
            ("bad.yaml", 65, "bad.yaml:2:9: a user must have 1 to 64 devices"),
            ("big.yaml", 65, "big.yaml: the scenario is larger than the limit of 1 MB"),
            ("s.yaml --trap T15", 64, "unknown trap 'T15': did you mean 'T1'?"),
            ("s.yaml --trap T1 --app cat", 64, "'--trap' works only with the reference app; add '--app reference'"),
            ("s.yaml --app false", 70, "the app 'false' ended with exit status 1 while it started"),
            ("s.yaml --history no/where", 74, "no/where"), ("s.yaml --json --trace", 64, "cannot be used with"),
            (
                "s.yaml --history - --plan -", 64,
                "'--history -' and '--plan -' both write to standard output; write one of them to a file"
            ),
            ("s.yaml --json --history -", 64, "'--history -' and '--json' both write to standard output"),
            ("s.yaml --plan=- --trace", 64, "'--plan -' and '--trace' both write to standard output"),
        ])
    func refused(_ words: String, _ status: Int32, _ message: String) throws {
        let files = [
            "s.yaml": Self.small, "bad.yaml": "version: 1\nusers: {alice: {account: work}}\nsteps: [quiesce: {}]\n",
            "big.yaml": String(repeating: "#", count: 2 << 20),
        ]
        let outcome = try Self.run(words, files: files)
        #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome)")
    }

    @Test("An app in Python and a server in Python run a scenario, over real TLS")
    func programs() throws {
        let apps = ProjectFiles.fixtures("Apps")
        let words = "--app 'exec python3 \(apps)/list_app.py' --backend 'exec python3 \(apps)/backend.py' --secure"
        let outcome = try Self.run("'\(Self.folder)/dismiss-everywhere.yaml' \(words)")
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    }

    @Test("The server in Python reaches its user again after a month without use")
    func monthAway() throws {
        let scenario = """
            version: 1
            users: {alice: {phone: ios, tablet: android}}
            steps:
              - {at: 5s, publish: {as: n1}}
              - {at: 1h, suspend: phone}
              - {suspend: tablet}
              - {at: 32d, publish: {as: n2}}
              - {after: 1m, foreground: phone}
              - {foreground: tablet}
              - {after: 10m, publish: {as: n3}}
              - quiesce: {}
              - {expect: {everywhere: n3, state: active}}
              - {after: 2h, expect: {everywhere: n2, state: active}}
            """
        let server = "--backend 'exec python3 \(ProjectFiles.fixtures("Apps"))/backend.py'"
        let outcome = try Self.run("s.yaml \(server)", files: ["s.yaml": scenario])
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    }
}
