import TestSupport
import Testing

@testable import LabCommand

/// The scenario that an app is explored with where none is named.
@Suite("The built-in scenario")
struct BuiltInScenarioTests {
    @Test("It is any-app.yaml, byte for byte")
    func text() throws {
        let file = try #require(ProjectFiles.bytes(ProjectFiles.fixtures("Scenarios") + "/any-app.yaml"))
        #expect(Array(BuiltInScenario.text.utf8) == Array(file))
    }

    @Test("It is used if no file is given; the plan and the repeat command name the app")
    func explored() throws {
        let tool = try Tool("TinyApp")
        defer { tool.remove() }
        let found = try tool.shell("\"$0\" explore --seeds 3 --app naive-badge")
        #expect(found.status == 1 && found.output.contains("P29"), "\(found)")
        #expect(found.output.contains("\nin built-in any-app.yaml, seed "))
        let line = try #require(found.output.firstMatch(of: /reproduce: shouldertap (run \S+ --app naive-badge)/))
        let again = try tool.shell("\"$0\" \(line.1)")
        #expect(again.status == 1 && again.output.hasPrefix("Common problems of any app"), "\(again)")
        let kept = try tool.shell("\"$0\" explore --seeds 1 --app naive-badge")
        #expect(kept.status == 1 && kept.output.contains("min.yaml"), "\(kept)")
        let seed = try tool.shell("\"$0\" explore --seeds 1 --seed 2 --check-determinism --bugs none --app right-badge")
        #expect(seed.status == 0 && seed.output.hasPrefix("1 seed of 1 scenario, "), "\(seed)")
    }

    @Test("Without an app, a file is required")
    func needed() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" explore --seeds 1")
        #expect(outcome.status == 64 && outcome.errors.contains("explore needs a FILE"), "\(outcome)")
    }
}
