import BackendPromises
import Foundation
import LabReports
import LabScenario
import PushLab
import TestSupport
import Testing

@testable import LabCommand

@Suite("The verbs list, explain and schema", .serialized)
struct ListToolTests {
    static let scenario = """
        version: 1
        about: What it shows.
        users: {alice: {phone: ios, tablet: android}}
        steps:
          - {publish: {as: n1}}

        """
    static let heavy = Self.scenario.replacing("about: What it shows.", with: "weight: heavy\ntraps: [T4, S1]")

    static func run(_ words: String..., files: [String: String]) throws -> Tool.Outcome {
        let tool = try Tool(files: files)
        defer { tool.remove() }
        return try tool.shell("\"$0\" " + words.joined(separator: " "))
    }

    @Test("A folder is listed by file names, without subfolders and without the schema")
    func folder() throws {
        let files = [
            "b.yaml": Self.heavy, "a.yml": Self.scenario, "c.txt": "x", ".d.yaml": "x", "e.yaml/f.yaml": "x",
            "scenario.schema.json": "{}",
        ]
        let expected = """
            a.yml   1 user, 2 devices, 1 step
                What it shows.
            b.yaml  1 user, 2 devices, 1 step, heavy, S1, T4

            """
        #expect(try Self.run("list", files: files) == .init(status: 0, output: expected, errors: ""))
        #expect(try Self.run("list .", files: files) == .init(status: 0, output: expected, errors: ""))
        let named = try Self.run("list e.yaml/../b.yaml", files: files)
        #expect(named.output == "e.yaml/../b.yaml  1 user, 2 devices, 1 step, heavy, S1, T4\n")
        #expect(try Self.run("list - < a.yml", files: files).output.hasPrefix("standard input  1 user"))
    }

    @Test("An entry that is not a file is reported and skipped, without waiting for a pipe")
    func pipe() throws {
        let tool = try Tool(files: ["f/a.yaml": Self.scenario])
        defer { tool.remove() }
        let outcome = try tool.shell("mkfifo f/b.yaml; \"$0\" list f")
        #expect(outcome.status == 66 && outcome.output.hasPrefix("f/a.yaml  1 user"), "\(outcome)")
        #expect(outcome.errors == "shouldertap: skipping f/b.yaml: it is not a regular file\n")
    }

    @Test("The project's own scenarios all have a sentence")
    func pack() throws {
        let folder = ProjectFiles.fixtures("Scenarios")
        let outcome = try Self.run("list '\(folder)' '\(folder)/traps/'", files: [:])
        let lines = outcome.output.split(separator: "\n")
        let files = ["", "/traps"].flatMap { ProjectFiles.names(in: folder + $0) }.filter { $0.hasSuffix(".yaml") }
        #expect(outcome.status == 0 && outcome.errors == "")
        #expect(lines.count { !$0.hasPrefix("    ") } == files.count)
        #expect(lines.count { $0.hasPrefix("    ") && $0.hasSuffix(".") } == files.count)
        #expect(lines.allSatisfy { !$0.hasPrefix("    ") || $0.count <= 80 })
        #expect(lines.contains { $0.hasPrefix("\(folder)/traps/T4.yaml  ") && $0.hasSuffix(", T4") })
    }

    @Test("As JSON it is one object, even with hostile names")
    func json() throws {
        let files = ["a\u{1B}\"<.yaml": Self.heavy, "b.yaml": Self.scenario]
        let json = try ReferenceJSON.parse(Array(try Self.run("list --json", files: files).output.utf8))
        let entries = try #require(json["scenarios"]?.elements)
        #expect(entries.map { $0["file"]?.text } == [Array("a\u{1B}\"<.yaml".utf8), Array("b.yaml".utf8)])
        #expect(entries[0]["traps"]?.elements?.count == 2 && entries[1]["about"]?.text == Array("What it shows.".utf8))
        #expect(try Self.run("list", files: files).output.hasPrefix("a\\x1B\"<.yaml  1 user"))
    }

    @Test("A file that cannot be listed is reported, and the rest is listed")
    func faults() throws {
        let bad = try Self.run("list", files: ["a.yaml": "version: 2\n", "b.yaml": Self.scenario])
        #expect(bad.status == 65 && bad.output.hasPrefix("b.yaml  1 user"))
        #expect(bad.errors.hasPrefix("a.yaml:1:1: "))
        let empty = try Self.run("list e", files: ["e/x.txt": ""])
        #expect(empty.status == 66 && empty.output == "")
        #expect(
            empty.errors == "shouldertap: e: the folder has no scenario; 'shouldertap new' writes an example\n")
        let missing = try Self.run("list nothing.yaml b.yaml", files: ["b.yaml": Self.scenario])
        #expect(missing.status == 66 && missing.output.hasPrefix("b.yaml  "))
        #expect(missing.errors.hasPrefix("shouldertap: nothing.yaml: "))
    }

    @Test("Promises and traps are listed, and each is explained by its id, in every form of the question")
    func topics() throws {
        #expect(try Self.run("list --promises", files: [:]).output == PromiseText.list + PromiseText.backendList)
        #expect(try Self.run("list --traps", files: [:]).output == TrapText.list)
        let promises = try ReferenceJSON.parse(Array(try Self.run("list --promises --json", files: [:]).output.utf8))
        #expect(promises["promises"]?.elements?.count == Property.promises.count + BackendPromise.allCases.count)
        let traps = try ReferenceJSON.parse(Array(try Self.run("list --traps --json", files: [:]).output.utf8))
        #expect(traps["traps"]?.elements?.count == 20)
        for words in ["explain P15", "--explain P15", "run --explain P15", "explore x --explain=p15"] {
            let text = PromiseText.explanation(of: .p15)
            #expect(try Self.run(words, files: [:]) == .init(status: 0, output: text, errors: ""))
        }
    }

    @Test("A trap is explained in a few lines", arguments: Trap.allCases)
    func traps(_ trap: Trap) {
        let lines = Topic.trap(trap).text.split(separator: "\n")
        #expect(lines[0] == "\(trap.rawValue)  \(trap.facts.mistake)")
        #expect((4...9).contains(lines.count) && lines.dropFirst().allSatisfy { $0.count <= 78 })
        #expect(lines.contains { $0.hasPrefix("see it fail") } == !trap.facts.isHarmless)
    }

    @Test("The schema equals the one that other tests compare with the reader")
    func schema() throws {
        let outcome = try Self.run("schema", files: [:])
        #expect(outcome == .init(status: 0, output: ScenarioSchema.text, errors: ""))
        #expect(throws: Never.self) { try ReferenceJSON.parse(Array(outcome.output.utf8)) }
    }
}
