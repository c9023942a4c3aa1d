import Foundation
import TestSupport
import Testing

@testable import LabCommand

@Suite("The verb explore", .serialized)
struct ExploreToolTests {
    static let generic = ProjectFiles.fixtures("Scenarios") + "/generic.yaml"

    static func run(_ words: String, files: [String: String] = [:]) throws -> Tool.Outcome {
        try Tool.once("explore \(words)", files: files)
    }

    static func object(_ outcome: Tool.Outcome) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    @Test("The clean pack keeps every promise that it can put to the test")
    func clean() throws {
        let folder = ProjectFiles.fixtures("Scenarios")
        let outcome = try Self.run("'\(folder)' --seeds 200 --bugs none --json")
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.output.prefix(4_000))")
        let object = try Self.object(outcome)
        #expect(object["verdict"] as? String == "pass" && object["seeds"] as? Int == 200)
        let properties = try #require(object["properties"] as? [String: [String: Any]])
        let judged = properties.filter { ($0.value["judged"] as? Int ?? 0) > 0 }.keys
        #expect(judged.count >= 30 && properties.values.allSatisfy { $0["violations"] as? Int == 0 })
    }

    @Test("Plans that broke a promise before, or that a judge misread before", arguments: PastPlans.all)
    func past(_ plan: String) throws {
        let tool = try Tool(files: ["plan.yaml": plan])
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" run plan.yaml")
        // A plan without any publication proves nothing, and breaks nothing either.
        let words = "the scenario publishes nothing, and has no expectation about a notification"
        let isEmpty = outcome.output.contains("\n\(words)\n")
        #expect(outcome.status == (isEmpty ? 2 : 0), "\(outcome)")
    }

    @Test("A notification with the name of the lab's own one is not mistaken for it")
    func namesake() throws {
        let plan = """
            version: 1
            users: {alice: {phone: ios}}
            steps:
              - {publish: {as: probe}}
              - {at: 10s, publish: {as: probe+}}
            expect: []

            """
        let tool = try Tool(files: ["plan.yaml": plan])
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" run plan.yaml --trace")
        let news = outcome.output.split(separator: "\n").filter { $0.contains("commits new") }
        #expect(news.map { $0.split(separator: " ")[4] } == ["probe", "probe+", "probe++"], "\(outcome)")
    }

    @Test("Any number of threads prints the same, and so does another process")
    func threads() throws {
        let one = try Self.run("'\(Self.generic)' --seeds 24 --jobs 1 --bugs none --trap T6 --json")
        #expect(one.status == 1 && one.errors == "")
        for jobs in [2, 8] {
            #expect(try Self.run("'\(Self.generic)' --seeds 24 --jobs \(jobs) --bugs none --trap T6 --json") == one)
        }
    }

    @Test(
        "Each trap is found from a scenario that was not written for it, and reported in few steps",
        arguments: [
            ("T6", "P37"), ("T13", "P36"), ("S5", "P7"),
        ])
    func traps(_ trap: String, _ property: String) throws {
        let outcome = try Self.run("'\(Self.generic)' --seeds 24 --bugs none --trap \(trap) --json")
        #expect(outcome.status == 1)
        let violations = try #require(try Self.object(outcome)["violations"] as? [[String: Any]])
        let found = violations.filter { $0["property"] as? String == property }
        let smallest = found.compactMap { $0["planSteps"] as? Int }.min()
        #expect(smallest.map { $0 <= 6 } == true, "\(violations.prefix(3))")
    }

    static let small = """
        version: 1
        about: A small one
        users: {alice: {phone: ios, tablet: android}}
        traps: [T6]
        steps:
          - {at: 1s, random: {operations: 20..30, over: 5m}}

        """

    @Test("A failing plan is kept, repeats the failure without options, and is run first the next time")
    func bugs() throws {
        let tool = try Tool(files: ["a b.yaml": Self.small])
        defer { tool.remove() }
        let first = try tool.shell("\"$0\" explore 'a b.yaml' --seeds 10")
        #expect(first.status == 1 && first.errors == "")
        let lines = first.output.split(separator: "\n").map(String.init)
        let line = try #require(lines.first { $0.hasPrefix("reproduce: shouldertap run .shouldertap/bugs/") })
        let path = try #require(line.dropFirst("reproduce: shouldertap run ".count).split(separator: " ").first)
        #expect(line.hasSuffix("repeated in a separate process"), "\(line)")
        let again = try tool.shell("\"$0\" run '\(path)' --json")
        let violations = try #require(try Self.object(again)["violations"] as? [[String: Any]])
        #expect(again.status == 1 && violations.contains { line.contains("-\($0["property"] as? String ?? "?")-") })
        // With no seed that finds anything it is still there, and only for the same file and setting.
        let next = try tool.shell("\"$0\" explore 'a b.yaml' --seeds 1 --seed 7 --json --trap S4")
        #expect(try Self.object(next)["replayed"] == nil)
        let known = try tool.shell("\"$0\" explore 'a b.yaml' --seeds 1 --seed 7 --json")
        #expect(known.status == 1)
        #expect(try String(describing: Self.object(known)["replayed"]).contains(".shouldertap/bugs/"))
        #expect(try String(describing: Self.object(known)["scenarios"]).contains(".shouldertap/bugs/") == false)
    }

    @Test(
        "Findings are printed even if nothing can be written, and then the write error",
        arguments: [
            ("", "--bugs s.yaml/bugs", "cannot write 's.yaml/bugs"),
            ("", "--bugs none --junit no/x.xml", "cannot write 'no/x.xml'"),
            ("--json", "--bugs none --html no/x.html", "cannot write 'no/x.html'"),
            ("--github", "--bugs none --junit no/x.xml", "cannot write 'no/x.xml'"),
        ])
    func unwritten(_ form: String, _ words: String, _ complaint: String) throws {
        let files = ["s.yaml": Self.small]
        let outcome = try Self.run("s.yaml --seeds 10 \(form) \(words)", files: files)
        let told = try Self.run("s.yaml --seeds 10 \(form) --bugs none", files: files)
        #expect(outcome.status == 74 && outcome.errors.contains(complaint), "\(outcome)")
        #expect(told.status == 1 && outcome.output == told.output)
    }

    @Test("Two runs print the same, whatever was kept in between")
    func twice() throws {
        let tool = try Tool(files: ["s.yaml": Self.small])
        defer { tool.remove() }
        let first = try tool.shell("\"$0\" explore s.yaml --seeds 10 --json")
        #expect(try first.status == 1 && tool.shell("\"$0\" explore s.yaml --seeds 10 --json") == first)
    }

    @Test("It ends with the Nth seed that fails, the same one for any number of threads", arguments: [1, 3])
    func failures(_ most: Int) throws {
        func explore(_ words: String) throws -> Tool.Outcome {
            try Self.run("s.yaml --seeds 40 --bugs none --trap S4 --json \(words)", files: ["s.yaml": Self.small])
        }
        let one = try explore("--jobs 1 --failures \(most)")
        let object = try Self.object(one)
        let seeds = try #require(object["seeds"] as? Int)
        #expect(one.status == 1 && object["failingSeeds"] as? Int == most && seeds < 40)
        let told = most == 1 ? "1 failing seed" : "\(most) failing seeds"
        #expect(object["cut"] as? String == "stopped at \(told), after \(seeds) of 40 seeds")
        for jobs in [2, 8] { #expect(try explore("--jobs \(jobs) --failures \(most)") == one) }
        #expect(try Self.object(explore("--failures 41"))["cut"] == nil)
        // Where the last seed is the last that is wanted, nothing is cut.
        let words = "s.yaml --bugs none --trap S4 --json --failures \(most)"
        let all = try Self.run("\(words) --seeds \(seeds)", files: ["s.yaml": Self.small])
        #expect(try Self.object(all)["cut"] == nil)
    }

    @Test("A file that is named twice is one scenario")
    func namedTwice() throws {
        let files = ["s.yaml": Self.small]
        #expect(try Self.run("s.yaml s.yaml --seeds 4", files: files) == Self.run("s.yaml --seeds 4", files: files))
    }

    @Test("Without a folder for plans, the seed of the file repeats the failure, and the verdict stays")
    func unkept() throws {
        let files = ["s.yaml": Self.small, ".shouldertap": "no folder\n"]
        let line = "\nreproduce: shouldertap run s.yaml --seed 2 --trap S4"
        let unkept = try Self.run("s.yaml --seeds 4 --trap S4 --bugs none", files: files)
        #expect(unkept.status == 1 && unkept.errors == "" && unkept.output.contains(line), "\(unkept)")
        let unwritten = try Self.run("s.yaml --seeds 4 --trap S4", files: files)
        #expect(unwritten.status == 1 && unwritten.errors.contains("cannot write '.shouldertap/bugs"), "\(unwritten)")
        #expect(unwritten.output.contains(line))
    }

    @Test("The same mistake with other options, or in another file of that name, is kept beside the first")
    func sameMistake() throws {
        let tool = try Tool(files: ["a.yaml": Self.small, "in/a.yaml": Self.small])
        defer { tool.remove() }
        for words in ["a.yaml", "a.yaml --trap S4", "in/a.yaml", "a.yaml"] {
            let found = try tool.shell("\"$0\" explore \(words) --seeds 1 --seed 4")
            #expect(found.status == 1, "\(found)")
        }
        let kept = try tool.shell("cd .shouldertap/bugs && ls && cat */setting | grep -c ^scenario")
        let names = kept.output.split(separator: "\n").map(String.init)
        let name = try #require(names.first)
        #expect(names == [name, "\(name)-2", "\(name)-3", "3"])
        for words in ["a.yaml", "a.yaml --trap S4", "in/a.yaml"] {
            let again = try tool.shell("\"$0\" explore \(words) --seeds 1 --seed 7")
            #expect(again.status == 1 && again.output.contains("in .shouldertap/bugs/\(name)"), "\(again)")
        }
    }

    @Test("Required goals that are not met prove nothing, and neither does a promise that was never at risk")
    func inconclusive() throws {
        let quiet = "version: 1\nusers: {a: {p: ios}}\nsteps: [{publish: {as: n}}]\n"
        let files = ["quiet.yaml": quiet, "held.yaml": quiet + "expect: [{hold: P15}]\n"]
        #expect(try Self.run("quiet.yaml --seeds 2", files: files).status == 0)
        let goals = try Self.run("quiet.yaml --seeds 2 --goals", files: files)
        #expect(goals.status == 2 && goals.output.contains("inconclusive: these situations never occurred: "))
        let held = try Self.run("held.yaml --seeds 2", files: files)
        #expect(held.status == 2 && held.output.contains("held.yaml never tested P15"))
    }

    @Test("An exploration that is interrupted after a failure reports its progress")
    func interruptedAfterFailure() throws {
        // It does nothing at all, which breaks promises, and interrupts the tool when the sixth world begins.
        let app = """
            import json, os, signal, sys
            worlds = 0
            for line in sys.stdin:
                event = json.loads(line)
                worlds += event.get("event") == "reset"
                if worlds == 6: os.kill(os.getppid(), signal.SIGINT)
                print(json.dumps({"done": event["i"]} if "i" in event else event), flush=True)
            """
        let scenario = "version: 1\nusers: {a: {p: ios}}\nsteps: [{publish: {as: n}}]\n"
        let words = "a.yaml --seeds 20000 --jobs 1 --bugs none --app 'exec python3 idle.py'"
        let outcome = try Self.run(words, files: ["a.yaml": scenario, "idle.py": app])
        #expect(outcome.status == 130 && outcome.output.contains("\nfail: "), "\(outcome)")
        #expect(outcome.output.contains(/\nstopped early, after [1-9] of 20000 seeds\n/), "\(outcome)")
    }

    @Test("Goals count only if they are required, with any number of seeds")
    func manySeedsWithoutGoals() throws {
        let quiet = "version: 1\nusers: {a: {p: ios}}\nsteps: [{publish: {as: n}}]\n"
        let outcome = try Self.run("quiet.yaml --seeds 1000 --bugs none", files: ["quiet.yaml": quiet])
        #expect(outcome.status == 0 && outcome.output.contains("not met: "), "\(outcome)")
        #expect(try Self.run("quiet.yaml --seeds 1000 --bugs none --goals", files: ["quiet.yaml": quiet]).status == 2)
    }

    @Test("A folder in a folder is ignored, with any name")
    func folderOfYAML() throws {
        let right = Self.small.replacing("T6", with: "")
        let files = ["in/a.yaml": right, "in/d.yaml/b.yaml": "x", "in/e.json/b.yaml": "x"]
        let outcome = try Self.run("in --seeds 2 --bugs none", files: files)
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    }

    @Test(
        "An input that cannot be explored is reported with its exit status",
        arguments: [
            ("", 64, "explore needs a FILE"), ("nosuch.yaml", 66, "nosuch.yaml: No such file or directory"),
            ("empty", 66, "empty: the folder has no scenario"),
            ("s.yaml --seeds 0", 64, "value '0' of '--seeds' is not a number from 1 to 100000000"),
            ("s.yaml --jobs many", 64, "value 'many' of '--jobs'"),
            ("s.yaml --shard 3/2", 64, "value '3/2' of '--shard'"),
            (
                "s.yaml --junit - --json", 64,
                "'--junit -' and '--json' both write to standard output; write one of them to a file"
            ),
            ("s.yaml --html=- --junit=-", 64, "'--junit -' and '--html -' both write to standard output"),
            ("s.yaml --html - --table", 64, "'--html -' and '--table' both write to standard output"),
            ("s.yaml --junit - --github", 64, "'--junit -' and '--github' both write to standard output"),
            ("s.yaml --hashes --json", 64, "'--hashes' cannot be used with '--json'; remove one"),
            ("s.yaml --trap T1 --app cat", 64, "'--trap' works only with the reference app"),
            ("s.yaml --app false --jobs 1", 70, "s.yaml: seed 1: the app 'false' ended with exit status 1"),
            ("s.yaml --app false --jobs 1", 70, "repeat: shouldertap run s.yaml --seed 1"),
            ("s.yaml --junit no/where.xml", 74, "no/where.xml"), ("bad.yaml", 65, "bad.yaml:2:"),
        ])
    func refused(_ words: String, _ status: Int32, _ message: String) throws {
        let files = [
            "s.yaml": Self.small, "bad.yaml": "version: 1\nusers: {a: {account: work}}\nsteps: [quiesce: {}]\n",
            "empty/other.txt": "x",
        ]
        let outcome = try Self.run(
            words.isEmpty ? "" : "\(words) --seeds 2".replacing("--seeds 0 --seeds 2", with: "--seeds 0"), files: files)
        #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome)")
    }

    @Test("For an app that cannot be started only that is printed, and everything for programs")
    func notBegun() throws {
        let files = ["s.yaml": Self.small]
        let outcome = try Self.run("s.yaml --seeds 2 --app no-such-program --bugs none", files: files)
        #expect(outcome.status == 70 && outcome.output == "", "\(outcome)")
        #expect(outcome.errors.contains("the app 'no-such-program' ended with exit status 127"), "\(outcome)")
        let json = try Self.run("s.yaml --seeds 2 --app no-such-program --bugs none --json", files: files)
        #expect(try json.status == 70 && Self.object(json)["seeds"] as? Int == 0)
    }

    @Test("A shrunk scenario breaks the same promise, and a plan that breaks none stays unchanged")
    func shrink() throws {
        let tool = try Tool(files: [
            "s.yaml": Self.small + "# end\n", "clean.yaml": Self.small.replacing("[T6]", with: "[]"),
        ])
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" shrink s.yaml --seed 4 --bugs none")
        let parts = outcome.output.components(separatedBy: "\nversion: 1\n")
        #expect(outcome.status == 1 && outcome.errors == "" && parts.count >= 2, "\(outcome)")
        let plan = "version: 1\n" + (parts.last ?? "")
        let again = try Tool(files: ["min.yaml": plan])
        defer { again.remove() }
        let run = try again.shell("\"$0\" run min.yaml")
        #expect(run.status == 1 && run.output.contains("P37 "), "\(plan)\n\(run)")
        #expect(plan.split(separator: "\n").count { $0.hasPrefix("  - ") } <= 4)
        let clean = try tool.shell("\"$0\" shrink clean.yaml --seed 4")
        #expect(clean.status == 0 && clean.output.contains("pass: no promise was broken"))
        #expect(try tool.shell("\"$0\" shrink s.yaml clean.yaml").status == 64)
        #expect(try tool.shell("\"$0\" shrink .").status == 66)
    }

    @Test("A lab that settles too late is shrunk, however late it settles")
    func late() throws {
        let rest = "  - {quiesce: {within: 1ms}}\n"
        let files = ["s.yaml": Self.small.replacing("[T6]", with: "[]").replacing("5m}}\n", with: "5m}}\n" + rest)]
        let outcome = try Self.run("s.yaml --seeds 1 --bugs none --json", files: files)
        let violations = try #require(try Self.object(outcome)["violations"] as? [[String: Any]])
        #expect(outcome.status == 1 && violations.compactMap { $0["planSteps"] as? Int } == [1], "\(outcome)")
    }

    @Test("A report on standard output replaces the result")
    func reportInPlace() throws {
        let tool = try Tool(files: ["s.yaml": Self.small])
        defer { tool.remove() }
        for (option, head, tail) in [("--junit", "<?xml", "</testsuites>\n"), ("--html", "<!DOCTYPE", "</html>\n")] {
            let outcome = try tool.shell("\"$0\" explore s.yaml --seeds 4 --bugs none \(option) -")
            #expect(outcome.status == 1 && outcome.errors == "", "\(outcome.errors)")
            #expect(outcome.output.hasPrefix(head) && outcome.output.hasSuffix(tail), "\(outcome.output.suffix(300))")
        }
    }

    @Test("A scenario that requires promises and got no seed makes the result inconclusive")
    func noSeed() throws {
        let quiet = "version: 1\nusers: {a: {p: ios}}\nsteps: [{publish: {as: n}}]\n"
        let files = ["a.yaml": quiet, "b.yaml": quiet + "expect: [{hold: P1}]\n"]
        let outcome = try Self.run("a.yaml b.yaml --seeds 1 --bugs none", files: files)
        #expect(
            outcome.status == 2
                && outcome.output.contains("inconclusive: b.yaml has 'hold' expectations, but no seed of it ran"),
            "\(outcome)")
        let share = try Self.run("a.yaml b.yaml --seeds 2 --shard 1/2 --bugs none", files: files)
        #expect(share.status == 0, "\(share)")
        #expect(try Self.run("a.yaml b.yaml --seeds 2 --bugs none", files: files).status == 0)
    }

    @Test("The reports are at the requested paths")
    func reports() throws {
        let tool = try Tool(files: ["s.yaml": Self.small])
        defer { tool.remove() }
        let words = "s.yaml --seeds 4 --bugs none --junit r.xml --html r.html --github"
        let outcome = try tool.shell("GITHUB_STEP_SUMMARY=sum.md \"$0\" explore \(words)")
        #expect(outcome.status == 1 && outcome.output.contains("::error "))
        #expect(try tool.read("r.xml").hasPrefix("<?xml") && tool.read("r.html").hasPrefix("<!DOCTYPE html>"))
        #expect(try tool.read("sum.md").contains("P37"))
    }
}
