import Foundation
import TestSupport
import Testing

@testable import LabCommand

/// An app in Python that gives way at a place that the test names.
enum MoodyApp {
    static let words = "--app 'exec python3 moody.py'"
    static let setting = "app: exec python3 moody.py\nbackend: none\nsecure: false\ntraps: \n"
    /// What no correct app does, so that each run breaks P29.
    static let mistake = #"print(json.dumps({"do": "badge", "count": -1}))"#

    /// - Parameters:
    ///   - start: What it does before it greets; `start` counts its processes from one.
    ///   - world: What it does when it is told of a world; `world` counts those of this process from one.
    ///   - launch: What it does when a device starts it.
    static func file(start: String = "pass", world: String = "pass", launch: String = "pass") -> [String: String] {
        [
            "moody.py": """
            import json, os, signal, sys
            with open("starts", "a") as file: file.write(".")
            start, world = os.path.getsize("starts"), 0
            \(start)
            print(sys.stdin.readline().strip(), flush=True)
            for line in sys.stdin:
                event = json.loads(line)
                if event["event"] == "reset":
                    world += 1
                    \(world)
                if event["event"] == "launched":
                    \(launch)
                print(json.dumps({"done": event["i"]}), flush=True)

            """
        ]
    }
}

@Suite("Explorations in which something fails", .serialized)
struct TroubledExplorationTests {
    /// Twelve steps that do no harm by themselves.
    static func scenario(_ user: String = "alice") -> String {
        let steps = (1...12).map { "  - {at: \($0)s, \($0.isMultiple(of: 2) ? "suspend" : "foreground"): phone}\n" }
        return "version: 1\nusers: {\(user): {phone: ios}}\nsteps:\n" + steps.joined() + "expect: []\n"
    }

    static func shell(_ words: String, app: [String: String]) throws -> Tool.Outcome {
        let files = ["a.yaml": Self.scenario(), "b.yaml": Self.scenario("bob")]
        let tool = try Tool(files: files.merging(app) { $1 })
        defer { tool.remove() }
        return try tool.shell(words.replacing("explore", with: "\"$0\" explore") + " \(MoodyApp.words)")
    }

    @Test(
        "A candidate in which a program fails costs only that candidate, and gives no repeat command",
        arguments: [("== 3", [1, 1]), (">= 3", [3, 12])])
    func candidate(_ mute: String, _ sizes: [Int]) throws {
        let app = MoodyApp.file(
            start: "if start \(mute): sys.exit(3)", world: "if start == 2 and world == 3: sys.exit(3)",
            launch: MoodyApp.mistake)
        let outcome = try Self.shell("explore a.yaml b.yaml --seeds 2 --jobs 1 --json --bugs none", app: app)
        #expect(outcome.status == 1, "\(outcome.errors)")
        let violations = try #require(try ExploreToolTests.object(outcome)["violations"] as? [[String: Any]])
        #expect(violations.compactMap { $0["planSteps"] as? Int } == sizes, "\(violations)")
        for (violation, name) in zip(violations, ["a", "b"]) {
            let line = violation["reproduce"] as? String ?? ""
            #expect(line.hasPrefix("shouldertap run \(name).yaml --seed 1 --app "), "\(violation)")
        }
    }

    @Test("If shrinking is stopped, the result is the best plan so far, which is not called minimal")
    func stopped() throws {
        let app = MoodyApp.file(
            world: "if start == 2 and world == 3: os.kill(os.getppid(), signal.SIGINT)", launch: MoodyApp.mistake)
        let outcome = try Self.shell("explore a.yaml --seeds 1 --jobs 1", app: app)
        #expect(outcome.status == 130, "\(outcome)")
        let line = outcome.output.split(separator: "\n").first { $0.hasPrefix("reproduce: ") } ?? ""
        #expect(line.contains("shouldertap run .shouldertap/bugs/"), "\(outcome)")
        #expect(line.hasSuffix("    # shrunk from 12 steps to 3, not fully"), "\(outcome)")
        let whole = try Self.shell("explore a.yaml --seeds 1 --jobs 1", app: MoodyApp.file(launch: MoodyApp.mistake))
        #expect(whole.status == 1 && !whole.output.contains("not fully"), "\(whole)")
    }

    @Test("A second process that fails is not a second history")
    func secondProcess() throws {
        let words = "explore a.yaml --seeds 2 --jobs 1 --bugs none --check-determinism"
        let outcome = try Self.shell(words, app: MoodyApp.file(start: "if start == 2: sys.exit(3)"))
        let reason = "inconclusive: the second process ended with exit status 70 after 0 seeds of 2"
        #expect(outcome.status == 2 && outcome.output.contains(reason), "\(outcome)")
        #expect(!outcome.errors.contains("two histories"), "\(outcome)")
    }

    @Test("A seed that differs only in the second process has two histories")
    func waversThere() throws {
        let word = #"print(json.dumps({"do": "log", "text": "word %d" % (start == 2 and world > 1)}))"#
        let outcome = try Self.shell(
            "explore a.yaml --seeds 1 --jobs 1 --bugs none --check-determinism", app: MoodyApp.file(launch: word))
        #expect(outcome.status == 70 && outcome.errors.contains("a.yaml: seed 1 gave two histories"), "\(outcome)")
    }

    @Test("Failures after the Nth failing seed do not count")
    func behindTheLast() throws {
        // Of two processes each waits for the other, and the first seed ends when the one behind it has given up.
        let app = MoodyApp.file(
            start: #"if os.path.exists("mute"): os.remove("mute"); open("gate", "w").close(); sys.exit(3)"#,
            launch: #"""
                if event["user"] == "bob": open("ready", "w").close(); open("mute", "w").close(); os._exit(3)
                        if not os.path.exists("open"): open("ready").close(); open("gate").close(); open("open", "w")
                        \#(MoodyApp.mistake)
                """#)
        let outcome = try Self.shell(
            "mkfifo ready gate; explore a.yaml b.yaml --seeds 2 --jobs 2 --failures 1 --bugs none", app: app)
        #expect(outcome.status == 1 && outcome.errors == "", "\(outcome)")
        #expect(outcome.output.contains("stopped at 1 failing seed, after 1 of 2 seeds"), "\(outcome)")
    }
}
