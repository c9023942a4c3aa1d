import Foundation
import TestSupport
import Testing

@testable import LabCommand

/// A plan that needs an app, a server or a test never gets a verdict without it.
@Suite("Plans that need an app, a server or a test", .serialized)
struct PlanNeedsToolTests {
    static func plan(_ needs: String) -> String {
        """
        version: 1
        seed: 7
        needs: {\(needs)}
        users: {alice: {phone: ios, tablet: android}}
        steps:
          - {at: 5s, publish: {as: n1}}
          - {at: 9s, dismiss: {device: phone, n: n1}}

        """
    }

    static let verbs = ["run", "explore --seeds 2 --bugs none", "shrink --bugs none"]

    @Test("Each verb refuses a plan without its app with 64, and prints the line that repeats it", arguments: verbs)
    func app(_ verb: String) throws {
        let tool = try Tool(files: ["p.yaml": Self.plan("app: \"python3 my app.py\", backend: node")])
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" \(verb) p.yaml")
        let name = verb.prefix { $0 != " " }
        let line = "shouldertap \(name) p.yaml --app 'python3 my app.py' --backend node"
        #expect(outcome.status == 64 && outcome.output == "", "\(outcome)")
        #expect(outcome.errors == "shouldertap: p.yaml: the plan needs its app and its server; run: \(line)\n")
    }

    @Test("Each verb refuses with 65 what only a test has, even with another app", arguments: verbs)
    func expectations(_ verb: String) throws {
        let tool = try Tool(files: ["p.yaml": Self.plan("test: lunch, of_test: [app, expectations]")])
        defer { tool.remove() }
        let line = "run: SHOULDERTAP_SEED=7 swift test --filter lunch\n"
        let outcome = try tool.shell("\"$0\" \(verb) p.yaml")
        #expect(outcome.status == 65 && outcome.output == "", "\(outcome)")
        #expect(
            outcome.errors
                == "shouldertap: p.yaml: the plan needs the app and the expectations of the Swift test 'lunch'; \(line)"
        )
        let named = try tool.shell("\"$0\" \(verb) p.yaml --app reference")
        #expect(named.status == 65 && named.output == "", "\(named)")
        #expect(
            named.errors == "shouldertap: p.yaml: the plan needs the expectations of the Swift test 'lunch'; \(line)")
    }

    @Test("The app of a test can be named", arguments: verbs)
    func named(_ verb: String) throws {
        let tool = try Tool(files: ["p.yaml": Self.plan("test: lunch, of_test: [app]")])
        defer { tool.remove() }
        let without = try tool.shell("\"$0\" \(verb) p.yaml")
        let words =
            "the plan needs the app of the Swift test 'lunch'; run: SHOULDERTAP_SEED=7 swift test --filter lunch"
        #expect(without.status == 64 && without.output == "", "\(without)")
        #expect(without.errors == "shouldertap: p.yaml: \(words), or give --app\n")
        let outcome = try tool.shell("\"$0\" \(verb) p.yaml --app reference")
        #expect(outcome.status < 64 && outcome.errors == "", "\(outcome)")
    }

    @Test("A plan of explore needs its app, and breaks the same promise with it again")
    func kept() throws {
        let tool = try Tool("TinyApp", files: ["any-app.yaml": try Self.text("Scenarios/any-app.yaml")])
        defer { tool.remove() }
        let found = try tool.shell("\"$0\" explore any-app.yaml --seeds 6 --app naive-badge")
        #expect(found.status == 1, "\(found)")
        let plan = try tool.shell("ls .shouldertap/bugs/*-P29-*/min.yaml").output.prefix { $0 != "\n" }
        #expect(try tool.read(String(plan)).contains("\nneeds: {app: naive-badge}\n"))
        let again = try tool.shell("\"$0\" run \(plan) --app naive-badge")
        #expect(again.status == 1 && again.output.contains("P29"), "\(again)")
        let other = try tool.shell("'\(Tool.path)' run \(plan)")
        #expect(other.status == 64 && other.output == "", "\(other)")
        #expect(other.errors.hasSuffix("the plan needs its app; run: shouldertap run \(plan) --app naive-badge\n"))
        // Another app that is named on purpose is another question, and gets its answer.
        let right = try tool.shell("\"$0\" run \(plan) --app right-badge")
        #expect(right.status == 0, "\(right)")
        // A plan that is written says the app that it was run with.
        _ = try tool.shell("\"$0\" run \(plan) --app right-badge --plan again.yaml")
        #expect(try tool.read("again.yaml").contains("\nneeds: {app: right-badge}\n"))
    }

    private static func text(_ name: String) throws -> String {
        String(decoding: try #require(ProjectFiles.bytes(ProjectFiles.fixtures(name))), as: UTF8.self)
    }

    @Test("In a folder such a plan is reported and skipped, and the rest is explored")
    func folder() throws {
        let tool = try Tool(files: [
            "all/a.yaml": Self.plan("test: lunch, of_test: [app]"),
            "all/b.yaml": Self.plan("app: x").replacing("needs: {app: x}\n", with: ""),
        ])
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" explore all --seeds 4 --bugs none")
        #expect(outcome.status == 0 && outcome.output.contains("4 seeds of 1 scenario"), "\(outcome)")
        #expect(outcome.errors.hasPrefix("shouldertap: skipping all/a.yaml: the plan needs the app of the Swift"))
        // Whoever names the plan beside its folder wants it to be run.
        for operands in ["all all/a.yaml", "all/a.yaml all"] {
            let named = try tool.shell("\"$0\" explore \(operands) --seeds 4 --bugs none")
            #expect(named.status == 64 && !named.errors.contains("skipping"), "\(named)")
        }
        _ = try tool.shell("rm all/b.yaml")
        let nothing = try tool.shell("\"$0\" explore all --seeds 4 --bugs none")
        #expect(nothing.status == 64 && nothing.output == "", "\(nothing)")
    }

    @Test("Plans of a test beside those of explore are counted, and change no verdict")
    func besideOthers() throws {
        let tool = try Tool(files: [
            "a.yaml": ExploreToolTests.small,
            ".shouldertap/bugs/lunch-7-P8-different/min.yaml": Self.plan("test: lunch, of_test: [app]"),
            ".shouldertap/bugs/lunch-7-P8-different/setting": "test: lunch\n",
        ])
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" explore a.yaml --seeds 1 --seed 7")
        #expect(outcome.status == 0, "\(outcome)")
        let note = "skipping 1 plan of Swift tests in .shouldertap/bugs: run 'swift test' to repeat them"
        #expect(outcome.errors == "shouldertap: \(note)\n")
    }

    @Test("The list of scenarios names what a plan needs")
    func listed() throws {
        let tool = try Tool(files: [
            "p.yaml": Self.plan("app: notes"), "q.yaml": Self.plan("test: t, of_test: [steps]"),
        ])
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" list")
        #expect(outcome.status == 0 && outcome.output.contains("2 steps, needs its app\n"), "\(outcome)")
        #expect(outcome.output.contains("2 steps, needs the test t\n"), "\(outcome)")
        let json = try tool.shell("\"$0\" list --json")
        #expect(json.output.contains(#""needs":"needs its app""#), "\(json)")
    }
}
