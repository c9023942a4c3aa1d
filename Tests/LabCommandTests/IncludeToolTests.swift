import Foundation
import TestSupport
import Testing

@testable import LabCommand

@Suite("Scenarios that include files, on disk", .serialized)
struct IncludeToolTests {
    static let people = "version: 1\nusers: {alice: {phone: ios, tablet: android}}\n"
    static let scenario = """
        version: 1
        about: It includes.
        include: parts/people.yaml
        steps:
          - {at: 5s, publish: {as: n1}}
          - {at: 20s, dismiss: {device: phone, n: n1}}
        expect:
          - {everywhere: n1, state: dismissed}

        """
    static let files = ["main.yaml": scenario, "parts/people.yaml": people]

    /// Runs a line of the shell in which `$0` is the tool, in a folder with these files.
    static func shell(_ line: String, _ files: [String: String] = Self.files) throws -> Tool.Outcome {
        let tool = try Tool(files: files)
        defer { tool.remove() }
        return try tool.shell(line)
    }

    @Test("Every verb that reads scenarios reads what they include, from wherever it is started")
    func verbs() throws {
        let list = try Self.shell("\"$0\" list")
        #expect(list.output == "main.yaml  1 user, 2 devices, 2 steps\n    It includes.\n" && list.errors == "")
        for line in [
            "run main.yaml", "run \"$PWD/main.yaml\"", "run parts/../main.yaml", "explore . --seeds 3 --bugs none",
            "explore main.yaml parts/../main.yaml --seeds 3 --bugs none",
        ] {
            let outcome = try Self.shell("\"$0\" \(line)")
            #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
        }
        let broken = Self.scenario.replacing("state: dismissed", with: "state: active")
        let files = Self.files.merging(["main.yaml": broken]) { $1 }
        let shrunk = try Self.shell("\"$0\" shrink main.yaml --seed 4 --bugs bugs; cat bugs/*/min.yaml", files)
        #expect(shrunk.output.contains("\nfail: the scenario's own expectation") && shrunk.errors == "", "\(shrunk)")
        #expect(shrunk.output.contains("users:\n  alice: ") && !shrunk.output.contains("include:"))
    }

    @Test("A plan holds what was included, and needs no other file")
    func plan() throws {
        let line = "\"$0\" run main.yaml --plan plan.yaml --history a.jsonl && rm -r parts main.yaml"
        let outcome = try Self.shell(line + " && \"$0\" run plan.yaml --history b.jsonl && cmp a.jsonl b.jsonl")
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    }

    // MARK: Refusals

    static let folder = ProjectFiles.fixtures("Scenarios/refused/include")
    static let refused = ProjectFiles.names(in: folder).filter { $0.hasSuffix(".yaml") }

    @Test("Each of the refused files is refused with exactly the messages beside it", arguments: refused)
    func fixtures(_ name: String) throws {
        #expect(Self.refused.count >= 13)
        let outcome = try Self.shell("cd '\(Self.folder)' && \"$0\" run \(name)", [:])
        let expected = try #require(ProjectFiles.bytes("\(Self.folder)/\(name).faults"))
        #expect(outcome == .init(status: 65, output: "", errors: String(decoding: expected, as: UTF8.self)))
    }

    @Test("The file of an error is printed relative to the working directory")
    func names() throws {
        let files = [
            "in/a\u{1B}.yaml": "version: 1\ninclude: b.yaml\nsteps: [{crash: phone}]\n", "in/b.yaml": "x: 1\n",
        ]
        let message = "b.yaml:1:1: unknown key 'x' in an included file; use version, "
        for folder in ["in/", "./in/", "in/../in//"] {
            let outcome = try Self.shell("\"$0\" run \(folder)a*.yaml", files)
            #expect(outcome.status == 65 && outcome.errors.contains("\n" + folder + message), "\(outcome)")
        }
        #expect(try Self.shell("cd in && \"$0\" run a*.yaml", files).errors.contains("\n" + message))
    }

    /// How somebody makes what is included, and what the tool says of it.
    static let oddities = [
        ("ln -s ../people.yaml parts/x", "'parts/x' is or contains a symbolic link; name the file itself"),
        ("ln -s nowhere parts/x", "'parts/x' is or contains a symbolic link; name the file itself"),
        ("ln -s /dev/zero parts/x", "'parts/x' is or contains a symbolic link; name the file itself"),
        ("mv parts p && ln -s p parts", "'parts/x' is or contains a symbolic link; name the file itself"),
        ("mv parts .. && ln -s ../parts parts", "'parts/x' is or contains a symbolic link; name the file itself"),
        ("mkfifo parts/x", "'parts/x' is not a regular file; name a scenario file"),
        (
            "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"parts/x\")'",
            "'parts/x' is not a regular file; name a scenario file"
        ),
        ("mkdir parts/x", "'parts/x' is a folder; name a file in it"),
        ("rm -r parts && touch parts", "cannot find the file 'parts/x'"),
        ("head -c 1048577 /dev/zero > parts/x", "'parts/x' is larger than the limit of 1048576 bytes; split it"),
    ]

    @Test("No link is followed, only a regular file is opened, and nothing waits", arguments: oddities)
    func strange(_ line: String, _ message: String) throws {
        let files = [
            "in/main.yaml": "version: 1\ninclude: parts/x\n", "in/people.yaml": Self.people, "in/parts/y": Self.people,
        ]
        let outcome = try Self.shell("cd in && \(line) && exec timeout 20 \"$0\" run main.yaml", files)
        #expect(outcome == .init(status: 65, output: "", errors: "main.yaml:2:10: \(message)\n"))
    }

    @Test("A file without permission is reported", .enabled(if: getuid() != 0))
    func unreadable() throws {
        let outcome = try Self.shell("chmod 0 parts/people.yaml; \"$0\" run main.yaml; echo $?")
        #expect(outcome.output == "65\n")
        #expect(outcome.errors == "main.yaml:3:10: 'parts/people.yaml' cannot be read: Permission denied\n")
    }

    @Test("The path of the scenario itself may have links, and standard input includes nothing")
    func outside() throws {
        #expect(try Self.shell("ln -s . l && \"$0\" run l/main.yaml").status == 0)
        let outcome = try Self.shell("\"$0\" run - < main.yaml")
        let message = "a scenario on standard input cannot include files; save it as a file"
        #expect(outcome == .init(status: 65, output: "", errors: "standard input:3:1: \(message)\n"))
    }

    @Test("A confined folder opens what is in it and below it")
    func confined() throws {
        let tool = try Tool(files: Self.files)
        defer { tool.remove() }
        let folder = ConfinedFolder(path: RawText(tool.folder.path))
        #expect(try folder.contents(of: ["parts", "people.yaml"]) == Array(Self.people.utf8))
        #expect(throws: ConfinedFolder.Refusal.missing) { try folder.contents(of: ["parts", "nobody.yaml"]) }
        #expect(throws: ConfinedFolder.Refusal.folder) { try folder.contents(of: ["parts"]) }
    }
}
