import TestSupport
import Testing

@testable import LabCommand

@Suite("The pack of scenarios")
struct ScenarioPackTests {
    /// What every pack has to have; there may be more.
    static let names = [
        "first-tap", "tap-lost", "tap-duplicated", "tap-reordered", "tap-coalesced", "tap-after-expiry",
        "dismiss-everywhere", "dismiss-race", "dismiss-while-offline", "delete-vs-update", "conflicting-states",
        "token-rotation-late-410", "restore-from-backup", "force-quit", "low-power-budget", "clock-skew-24h",
        "cursor-410", "cursor-410-mid-page", "page-loop", "malformed-page", "server-kill-9", "thundering-herd",
        "badge-drift", "resubscribe", "sign-out", "reinstall", "foreign-push", "malformed-push", "giant-push",
        "replay-capture",
    ]

    static func text(_ file: String) throws -> String {
        String(decoding: try #require(ProjectFiles.bytes("\(ScenarioRunToolTests.folder)/\(file)")), as: UTF8.self)
    }

    @Test("Each scenario is named after its subject")
    func named() {
        #expect(Set(Self.names.map { $0 + ".yaml" }).subtracting(ScenarioRunToolTests.packFiles) == [])
    }

    @Test(
        "Each begins with a user's complaint, and lists the promises that it tests",
        arguments: ScenarioRunToolTests.packFiles)
    func about(_ file: String) throws {
        let lines = try Self.text(file).split(separator: "\n")
        #expect(lines.first?.wholeMatch(of: /# ".*[.?!]"/) != nil)
        let held = try lines.compactMap { try /\ \ - \{hold: P(\d+)(?:\.\.P(\d+))?\}/.wholeMatch(in: $0)?.output }
        let promises = try held.flatMap { try #require(Int($0.1))...(Int($0.2 ?? $0.1) ?? 0) }
        #expect((2...6).contains(promises.count) && Set(promises).count == promises.count)
    }

    @Test("A scenario from a capture equals the output of the verb replay")
    func capture() throws {
        let capture = ProjectFiles.fixtures("Captures") + "/late-tap.jsonl"
        let bytes = try #require(ProjectFiles.bytes(capture))
        let tool = try Tool(files: ["late-tap.jsonl": String(decoding: bytes, as: UTF8.self)])
        defer { tool.remove() }
        #expect(try tool.run("replay", "late-tap.jsonl", "--to-scenario", "late-tap.yaml").status == 0)
        #expect(try tool.read("late-tap.yaml") == Self.text("parts/late-tap.yaml"))
        #expect(try Self.text("replay-capture.yaml").contains("\ninclude: parts/late-tap.yaml\n"))
    }
}
