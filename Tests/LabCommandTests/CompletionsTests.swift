import Foundation
import Testing

@testable import LabCommand

@Suite("Completions", .serialized)
struct CompletionsTests {
    /// The path of a shell, or nil after having said so.
    static func find(_ shell: Shell) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
        let paths = folders.map { "\($0)/\(shell.rawValue)" }
        guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
            print("\(shell.rawValue) is not installed: its completion script was not tried")
            return nil
        }
        return path
    }

    @Test("Each script names every verb, option and value", arguments: Shell.allCases)
    func complete(_ shell: Shell) {
        for verb in VerbTable.complete {
            #expect(verb.name.split(separator: " ").allSatisfy { shell.script.contains($0) })
            for option in verb.options {
                #expect(shell.script.contains(shell == .fish ? "-l \(option.name.dropFirst(2))" : option.name))
                let choices = option.value?.choices ?? []
                #expect(choices.isEmpty || shell.script.contains(choices.joined(separator: " ")))
            }
        }
    }

    @Test("Each installed shell accepts its script", arguments: Shell.allCases)
    func syntax(_ shell: Shell) throws {
        guard let path = Self.find(shell) else { return }
        let tool = try Tool(files: ["script": shell.script])
        defer { tool.remove() }
        let outcome = try tool.shell(shell == .fish ? "\(path) --no-execute script" : "\(path) -n script")
        #expect(outcome == .init(status: 0, output: "", errors: ""))
    }

    static let kinds = [
        "alert", "alertWithWake", "background", "cloudKit", "fileProvider", "foreign", "liveActivity", "malformed",
        "mdm",
        "recorded", "shoulderTap", "tap", "voip", "widgets",
    ]

    static let bash: [([String], [String])] = [
        (
            [""],
            [
                "capture", "completions", "demo", "explain", "explore", "help", "list", "merge", "new", "parse",
                "push", "replay", "run", "schema", "serve", "shrink", "with",
            ]
        ),
        (["pa"], ["parse"]),
        (["--"], ["--explain", "--help", "--version"]),
        (["parse", "--e"], ["--expect", "--explain"]),
        (["parse", "--json", "a.json", "--li"], ["--lines"]),
        (["parse", "--expect", ""], kinds),
        (["parse", "--expect", "al"], ["alert", "alertWithWake"]),
        (["parse", "--expect", "="], kinds),
        (["parse", "--expect", "=", "mal"], ["malformed"]),
        (["parse", ""], ["a b.json", "alert.json", "folder"]),
        (["parse", "al"], ["alert.json"]),
        (["parse", "--expect", "tap", "al"], ["alert.json"]),
        (["parse", "--", "--e"], []),
        (["demo", "--de"], ["--devices"]),
        (["demo", "--seed", ""], []),
        (["demo", "--seed", "7", "--m"], ["--mermaid"]),
        (["demo", ""], []),
        (["completions", ""], ["bash", "fish", "zsh"]),
        (["completions", "--"], ["--help"]),
        (["help", "p"], ["parse", "push"]),
        (["push", "--se"], []),
        (["push", "--s"], ["--sandbox"]),
        (["push", "--priority", ""], ["1", "10", "5"]),
        (["push", "al"], ["alert.json"]),
        (["capture", ""], ["check", "export", "import", "redact", "schema", "stats"]),
        (["capture", "--"], ["--help"]),
        (["capture", "import", "--a"], ["--append", "--as"]),
        (["capture", "import", "--as", ""], ["lines", "log", "payload"]),
        (["capture", "import", "al"], ["alert.json"]),
        (["capture", "import", "check", "--a"], ["--append", "--as"]),
        (["replay", "--foreign", ""], ["fail", "ignore"]),
        (["explain", "P1"], ["P1"] + (10...19).map { "P\($0)" }),
        (["explain", "S"], ["S1", "S2", "S3", "S4", "S5", "S6"]),
        (["list", "--"], ["--help", "--json", "--promises", "--traps"]),
        (["list", "al"], ["alert.json"]),
        (["nonsense", ""], []),
    ]

    @Test("Bash completes words", arguments: bash)
    func completesInBash(_ words: [String], _ expected: [String]) throws {
        guard let path = Self.find(.bash) else { return }
        let tool = try Tool(files: ["alert.json": "", "a b.json": "", "folder/x": ""])
        defer { tool.remove() }
        let quoted = (["shouldertap"] + words).map { "'\($0)'" }.joined(separator: " ")
        let outcome = try tool.shell(
            "source <(\"$0\" completions bash); COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count); _shouldertap; "
                + "for word in \"${COMPREPLY[@]}\"; do echo \"$word\"; done", executable: path)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output.split(separator: "\n").map(String.init).sorted() == expected)
    }
}
