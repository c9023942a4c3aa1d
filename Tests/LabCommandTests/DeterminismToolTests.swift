import Foundation
import TestSupport
import Testing

@testable import LabCommand

@Suite("The same seed, the same history: checked by the tool", .serialized)
struct DeterminismToolTests {
    static let scenario = """
        version: 1
        users: {alice: {phone: ios, tablet: android}}
        steps:
          - {at: 1s, publish: {as: n}}
          - {at: 5s, dismiss: {n: n, device: phone}}
          - {at: 9s, random: {operations: 3..6, over: 5m}}

        """

    /// An app that says a word which neither the seed nor time decides.
    static func restless(_ word: String) -> [String: String] {
        [
            "restless.py": """
            import json, os, random, sys
            print(sys.stdin.readline().strip(), flush=True)
            for line in sys.stdin:
                event = json.loads(line)
                if event["event"] == "launched":
                    print(json.dumps({"do": "log", "text": "word %d" % \(word)}))
                print(json.dumps({"done": event["i"]}), flush=True)

            """
        ]
    }

    static func shell(_ words: String, files: [String: String] = [:]) throws -> Tool.Outcome {
        let tool = try Tool(files: ["s.yaml": Self.scenario].merging(files) { $1 })
        defer { tool.remove() }
        return try tool.shell("\"$0\" \(words)")
    }

    @Test("A hash for each seed, one per line, the same for any number of threads and in another process")
    func hashes() throws {
        let one = try Self.shell("explore s.yaml --seeds 20 --hashes --jobs 1")
        let lines = one.output.split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(one.status == 0 && one.errors == "" && lines.count == 20)
        let seeds: [Substring] = (1...20).map { "\($0)" }
        #expect(lines.map { $0[1] } == seeds)
        #expect(Set(lines.map { $0[2] }).count > 15 && lines.allSatisfy { $0[0] == "s.yaml" && $0[2].count == 16 })
        for jobs in [2, 8] { #expect(try Self.shell("explore s.yaml --seeds 20 --hashes --jobs \(jobs)") == one) }
        // A relation between two runs has a second hash; the first is that of the run that anybody can repeat.
        #expect(Set(lines.map(\.count)) == [3, 4])
        for line in lines.prefix(8) {
            let run = try Self.shell("run s.yaml --seed \(line[1])")
            #expect(run.output.hasSuffix("fingerprint \(line[2])\n"), "\(line)")
        }
        let trap = try Self.shell("explore s.yaml --seeds 20 --hashes --trap S1")
        #expect(trap.status == 0 && trap.output != one.output)
    }

    @Test(
        "Two processes agree, with any options",
        arguments: ["", "--trap T5", "--secure", "--shard 2/3", "--seed 0xFFFFFFFFFFFFFFFF", "--jobs 3"])
    func same(_ words: String) throws {
        let plain = try Self.shell("explore s.yaml --seeds 6 --bugs none \(words)")
        let checked = try Self.shell("explore s.yaml --seeds 6 --bugs none --check-determinism \(words)")
        #expect(checked == plain && plain.status <= 1)
        let piped = try Self.shell("explore - --seeds 6 --bugs none --check-determinism \(words) < s.yaml")
        #expect(piped.status == plain.status && piped.errors == "")
    }

    @Test("A kept plan that is not deterministic is reported, whatever the result of the seeds")
    func keptPlan() throws {
        let tool = try Tool(
            files: ["s.yaml": Self.scenario].merging(Self.restless("random.randrange(1 << 60)")) { $1 })
        defer { tool.remove() }
        let app = "--app 'exec python3 restless.py'"
        let setting = "scenario: s.yaml\napp: exec python3 restless.py\nbackend: none\nsecure: false\ntraps: \n"
        try tool.write(setting, to: ".shouldertap/bugs/kept/setting")
        try tool.write(Self.scenario, to: ".shouldertap/bugs/kept/min.yaml")
        // No seed falls to this share.
        let outcome = try tool.shell("\"$0\" explore s.yaml --seeds 1 --shard 2/2 \(app)")
        let plan = ".shouldertap/bugs/kept/min.yaml"
        #expect(outcome.status == 70 && outcome.output.contains("\nin \(plan), seed 1\n"), "\(outcome)")
        #expect(outcome.errors.hasPrefix("shouldertap: \(plan): seed 1 gave two histories; "), "\(outcome.errors)")
    }

    @Test("The history replaces the result")
    func history() throws {
        let history = try Self.shell("run s.yaml --history -")
        let written = try Self.shell("run s.yaml --history h > /dev/null; cat h")
        #expect(history.status == 0 && history.output == written.output && history.output.hasPrefix("{"))
    }

    @Test(
        "A seed with two histories is reported, with the first line that differs",
        arguments: [
            ("os.getpid()", "--check-determinism"), ("random.randrange(1 << 60)", ""),
            ("random.randrange(1 << 60)", "--check-determinism"),
        ])
    func restless(_ word: String, _ words: String) throws {
        let outcome = try Self.shell(
            "explore s.yaml --seeds 3 --jobs 1 --bugs none --app 'exec python3 restless.py' \(words)",
            files: Self.restless(word))
        let lines = outcome.errors.split(separator: "\n").map(String.init)
        #expect(outcome.status == 70, "\(outcome)")
        try #require(lines.count == 5, "\(outcome)")
        let sentence = "seed 1 gave two histories; the app or its server uses something that the lab does not control"
        #expect(lines[0].hasSuffix("s.yaml: \(sentence)"))
        #expect(
            lines[1].hasSuffix("a line after it is attributed to that event or to the next, depending on real time"))
        #expect(lines[2].wholeMatch(of: /the first line that differs is \d+:/) != nil)
        #expect(lines[3...].allSatisfy { $0.contains("word ") } && lines[3] != lines[4])
        // Nobody looks where nobody asks: within one process all is the same.
        guard word == "os.getpid()" else { return }
        let unasked = try Self.shell(
            "explore s.yaml --seeds 3 --bugs none --jobs 1 --app 'exec python3 restless.py'",
            files: Self.restless(word))
        #expect(unasked.status != 70)
    }

    @Test("Piped input is used in place of a file")
    func piped() throws {
        let files = ["t.yaml": Self.scenario.replacing("3..6", with: "7..9")]
        let words = "explore t.yaml - --seeds 8 --bugs none --check-determinism < s.yaml"
        let outcome = try Self.shell(words, files: files)
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    }

    @Test("A share with a seed of two histories makes the sum inconclusive")
    func share() throws {
        let app = "--app 'exec python3 restless.py'"
        let words = """
            for k in 1 2
            do "$0" explore quiet.yaml --seeds 4 --jobs 1 --bugs none --shard $k/2 --json \(app) > $k
            done
            "$0" merge 1 2
            """
        let quiet = "version: 1\nusers: {a: {p: ios}}\nsteps: [{foreground: p}]\nexpect: []\n"
        let tool = try Tool(files: ["quiet.yaml": quiet].merging(Self.restless("random.randrange(1 << 60)")) { $1 })
        defer { tool.remove() }
        let outcome = try tool.shell(words)
        #expect(outcome.output.contains("seed 1 of quiet.yaml gave two histories"), "\(outcome)")
        #expect(outcome.status != 0)
    }
}
