import Foundation
import Testing

@testable import LabCommand

/// What the executable makes of the library's verdicts.
@Suite("Verdicts of the tool", .serialized)
struct ToolVerdictTests {
    static let tap =
        #"{"aps":{"content-available":1},"shoulderTap":{"v":1,"scenario":"userNotifications","#
        + #""host":"contoso.com","subscription":"6f1c","head":"42","activities":[{"id":"n1"}]}}"#
    static let files = [
        "tap.json": tap, "alert.json": #"{"aps": {"alert":"x"}}"#, "broken.json": #"{"aps":{},"aps":{}}"#,
        "comma.json": #"{"aps":{"alert":"x",}}"#,
        "mixed.jsonl": tap + "\r\n\n{\"aps\":{\"content-available\":1}}\n{\"aps\":",
    ]

    @Test("The table and its summary")
    func table() throws {
        let tool = try Tool(files: Self.files)
        defer { tool.remove() }
        let outcome = try tool.run("parse", "tap.json", "alert.json", "broken.json", "mixed.jsonl")
        let size = Self.tap.utf8.count
        #expect(outcome.status == 1)
        #expect(
            outcome.output == """
                tap.json          shoulder tap     host=contoso.com subscription=6f1c head=42   \(size) bytes
                alert.json        alert            not a tap: aps.alert is present (byte 9)
                broken.json       malformed        duplicate key aps (byte 10), first at byte 1
                mixed.jsonl:1     shoulder tap     host=contoso.com subscription=6f1c head=42   \(size) bytes
                mixed.jsonl:3     background       not a tap: a silent push without an envelope
                mixed.jsonl:4     malformed        aps: the payload ends in the middle of a value (byte 7)
                6 payloads: 2 shoulder tap, 1 background, 1 alert, 2 malformed

                """)
    }

    @Test("A tap that is one byte too long is refused for its length, not for its envelope")
    func tooLong() throws {
        let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Fixtures/Payloads/accept/tap-4097-bytes.json")
        let tool = try Tool(files: ["tap.json": String(contentsOf: fixture, encoding: .utf8)])
        defer { tool.remove() }
        let why = "the payload is over the limit of 4096 bytes (byte 4096)"
        #expect(try tool.run("parse", "tap.json").output == "tap.json          background       not a tap: \(why)\n")
    }

    @Test("JSON for machines")
    func json() throws {
        let truncated = Self.tap.replacing(#""v":1"#, with: #""v":1,"truncated":true"#)
        let tool = try Tool(files: [
            "tap.json": Self.tap, "cut.json": truncated, "broken.json": "{\n\"aps\":{},\"aps\":{}}",
        ])
        defer { tool.remove() }
        let rows = try tool.run("parse", "--json", "tap.json", "cut.json", "broken.json").output.split(separator: "\n")
        #expect(rows.count == 3)
        #expect(
            rows[0]
                == #"{"source":"tap.json","bytes":\#(Self.tap.utf8.count),"kind":"shoulderTap","isTap":true,"tap":"#
                + #"{"host":"contoso.com","subscription":"6f1c","head":"42","activities":["n1"]},"diagnostics":[]}"#)
        #expect(rows[1].contains(#""activities":["n1"],"truncated":true}"#))
        #expect(
            rows[2].contains(
                #""diagnostics":[{"code":"duplicateKey","severity":"error","offset":11,"line":2,"column":10,"#))
    }

    @Test(
        "Malformed payloads fail, unless there is an expectation",
        arguments: [
            (["tap.json", "alert.json"], 0), (["broken.json"], 1), (["--quiet", "broken.json", "tap.json"], 1),
            (["comma.json"], 1), (["--lenient", "comma.json"], 0), (["--expect", "tap", "tap.json"], 0),
            (["--expect", "tap", "tap.json", "alert.json"], 1), (["--expect", "malformed", "broken.json"], 0),
            (["--expect", "malformed", "broken.json", "alert.json"], 1), (["--record", "broken.json"], 0),
            (["--expect", "alert", "alert.json", "gone.json"], 66), (["--expect", "tap", "--json", "alert.json"], 1),
            (["--expect", "alert", "--lenient", "comma.json"], 0), (["--expect", "tap", "mixed.jsonl"], 1),
        ] as [([String], Int32)])
    func statuses(_ words: [String], _ status: Int32) throws {
        let tool = try Tool(files: Self.files)
        defer { tool.remove() }
        #expect(try tool.shell("\"$0\" parse \(words.joined(separator: " "))").status == status)
    }

    @Test("Misses are printed in the output, or on standard error if the output is for machines")
    func misses() throws {
        let tool = try Tool(files: Self.files)
        defer { tool.remove() }
        let miss = "expected tap, got alert (not a tap: aps.alert is present (byte 9))\n"
        let told = try tool.run("parse", "--expect", "tap", "tap.json", "alert.json")
        #expect(told.output == "alert.json        \(miss)2 payloads: 1 as expected, 1 not\n")
        let beside = try tool.run("parse", "--json", "--expect", "tap", "tap.json", "alert.json")
        #expect(beside.output.split(separator: "\n").count == 2)
        #expect(beside.errors == "shouldertap: alert.json: \(miss)")
    }

    @Test("A recorded verdict has a lenient section if lenient reading differs")
    func recordsBoth() throws {
        let tool = try Tool(files: Self.files)
        defer { tool.remove() }
        #expect(try tool.run("parse", "--quiet", "--record", "comma.json", "alert.json").status == 0)
        #expect(try tool.read("comma.json.verdict").contains("\nlenient alert\n"))
        #expect(try tool.read("alert.json.verdict") == "strict alert\n")
        #expect(try tool.run("parse", "--expect", "recorded", "comma.json", "alert.json").status == 0)
    }

    @Test("An explanation points at the byte")
    func explains() throws {
        let tool = try Tool(files: Self.files)
        defer { tool.remove() }
        let outcome = try tool.run("parse", "--explain", "broken.json")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.contains(#"     1 | {"aps":{},"aps":{}}"#))
        #expect(lines.contains("       |           ^"))
    }
}
