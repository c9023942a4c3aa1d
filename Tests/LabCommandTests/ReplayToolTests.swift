import Foundation
import TestSupport
import Testing

@testable import LabCommand

/// The verb `replay`, as a process.
@Suite("Replays of captures", .serialized)
struct ReplayToolTests {
    @Test("Every payload gets its verdict")
    func verdicts() throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        let table = try tool.run("replay", "field.jsonl")
        #expect(table.status == 0 && table.errors.isEmpty)
        #expect(table.output.hasSuffix("13 payloads: 8 shoulder tap, 1 background, 1 alert, 1 foreign, 2 malformed\n"))
        #expect(
            table.output.contains("field.jsonl:10    malformed        duplicate key aps (byte 31), first at byte 1\n"))
        let rows = try tool.run("replay", "--json", "field.jsonl").output.split(separator: "\n")
        #expect(rows.count == 13)
        #expect(rows.first?.hasPrefix(#"{"source":"field.jsonl","line":2,"bytes":168,"kind":"shoulderTap","#) == true)
    }

    @Test("Recorded verdicts match until something changes")
    func golden() throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        let words = ["replay", "field.jsonl", "--expect", "golden.jsonl"]
        let missing = try tool.run("replay", "field.jsonl", "--expect", "golden.jsonl", "--junit", "r.xml")
        #expect(missing.status == 66 && missing.output.isEmpty)
        #expect(missing.errors == "shouldertap: cannot find 'golden.jsonl'; write it with --update\n")
        #expect(try tool.read("r.xml").contains("<error message=\"the file with the verdicts is missing\">"))

        #expect(try tool.shell("\"$0\" \(words.joined(separator: " ")) --update").status == 0)
        let golden = try tool.read("golden.jsonl")
        #expect(golden.hasPrefix("{\"shouldertapVerdicts\":1}\n{\"entry\":1,\"bytes\":168,\"kind\":\"shoulderTap\","))
        #expect(
            try tool.run("replay", "field.jsonl", "--expect", "golden.jsonl")
                == .init(status: 0, output: "13 payloads: all as expected\n", errors: ""))

        var lines = golden.split(separator: "\n").map(String.init)
        lines[1] = lines[1].replacingOccurrences(of: "shoulderTap", with: "alert")
        lines[3] = lines[3].replacingOccurrences(of: "[]", with: "[\"apsEmpty 7 aps\"]")
        lines[4] = lines[4].replacingOccurrences(of: "168", with: "169")
        lines[5] = "nonsense"
        try tool.write(lines.joined(separator: "\n") + "\n{}\n{}\n", to: "golden.jsonl")
        let changed = try tool.run("replay", "field.jsonl", "--expect", "golden.jsonl")
        #expect(changed.status == 65)
        #expect(
            changed.output == """
                field.jsonl:2     expected alert tap, got shoulderTap tap
                field.jsonl:4     expected 'apsEmpty 7 aps', got no more findings
                field.jsonl:5     expected 169 bytes, got 168
                field.jsonl:6     its verdict is not valid; write the file again with --update
                golden.jsonl: it has 2 entries more than there are payloads
                13 payloads: 9 as expected, 4 not, 2 missing

                """)
        #expect(
            changed.errors
                == "shouldertap: golden.jsonl:6: the line was not written by --update; "
                + "write the file again with --update\n"
        )
    }

    @Test("A longer capture has payloads without a verdict, and a foreign file is not a golden file")
    func goldenEnds() throws {
        let tool = try CaptureToolTests.tool(["strange.jsonl": "{}\n"])
        defer { tool.remove() }
        #expect(try tool.run("replay", "torn.jsonl", "--expect", "g.jsonl", "--update", "--quiet").status == 65)
        let grown = try tool.run("replay", "field.jsonl", "--expect", "g.jsonl")
        #expect(grown.status == 1)
        #expect(grown.output.hasPrefix("field.jsonl:4     no verdict is recorded for it; record it with --update\n"))
        let strange = try tool.run("replay", "field.jsonl", "--expect", "strange.jsonl")
        #expect(strange.status == 65 && strange.output.isEmpty)
        #expect(strange.errors == "shouldertap: 'strange.jsonl' was not written by --update\n")
    }

    @Test(
        "Forbidden kinds fail, each with its position",
        arguments: [
            ("--fail-on alert,malformed", 1, "3 payloads"), ("--foreign fail", 1, "1 payload"),
            ("--foreign ignore", 0, ""), ("--fail-on mdm", 0, ""),
            ("--fail-on foreign --foreign fail", 1, "1 payload"),
        ] as [(String, Int32, String)])
    func failing(_ words: String, _ status: Int32, _ count: String) throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" replay field.jsonl --quiet --junit r.xml \(words)")
        #expect(outcome.status == status && outcome.errors.isEmpty)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == (status == 0 ? 0 : count == "1 payload" ? 2 : 4))
        #expect(status == 0 || lines.last?.hasSuffix("; \(count) of a kind in '--fail-on'") == true)
        let report = try tool.read("r.xml")
        #expect(report.contains(status == 0 ? "failures=\"0\"" : "<failure message=\"\(count) not as expected\">"))
    }

    @Test("A forbidden tap is reported as a tap")
    func failingTap() throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        let outcome = try tool.run("replay", "one-tap.jsonl", "--quiet", "--fail-on", "shoulderTap")
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix("one-tap.jsonl:2     '--fail-on' forbids shoulderTap (a tap)\n"))
    }

    @Test("A torn end is reported in one sentence, with exit status 65")
    func torn() throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        let outcome = try tool.run("replay", "torn.jsonl", "--quiet")
        #expect(
            outcome
                == .init(
                    status: 65, output: "",
                    errors: "shouldertap: torn.jsonl:4: the line is cut off in the middle of an entry\n"))
    }

    @Test(
        "If interrupted while it waits, it prints the results so far",
        arguments: [(false, 130), (true, 143)] as [(Bool, Int32)])
    func interrupted(_ terminate: Bool, _ status: Int32) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let process = tool.process(["replay", "-"])
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(
            Data("{\"shouldertapCapture\":1}\n{\"channel\":\"apns\",\"payload\":\"{}\"}\n".utf8))
        let row = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(row.hasPrefix("-:2 "))
        if terminate { process.terminate() } else { process.interrupt() }
        let rest = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == status)
        #expect(rest == "interrupted after 1 payload: 1 foreign\n")
    }
}
