import Captures
import Foundation
import TestSupport
import Testing

@testable import LabCommand

@Suite("Golden files are preserved, and cannot control a terminal", .serialized)
struct GoldenCareTests {
    static let capture = """
        {"shouldertapCapture":1}
        {"channel":"apns","device":"phone","payload":"{\\"aps\\":{\\"alert\\":\\"hi\\"}}"}

        """

    @Test(
        "A failed replay leaves the golden file unchanged",
        arguments: [
            ("nosuch.jsonl", 66), ("a.jsonl nosuch.jsonl", 66), ("late-tap.jsonl --flow --app 'exec false'", 70),
        ])
    func kept(_ words: String, _ status: Int32) throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        for (name, text) in ["a.jsonl": Self.capture, "g": "what was there\n"] { try tool.write(text, to: name) }
        let outcome = try tool.shell("\"$0\" replay \(words) --expect g --update")
        #expect(outcome.status == status, "\(outcome)")
        #expect(outcome.errors.contains("g is unchanged: not all of the capture was replayed"))
        #expect(try tool.read("g") == "what was there\n")
    }

    @Test("A row may be as long as the reader accepts, and no longer")
    func longest() throws {
        let most = CaptureReader.mostLineBytes
        func row(_ letters: Int) -> GoldenRow { GoldenRow(end: 7, history: [String(repeating: "x", count: letters)]) }
        // Less what stands around the letters, and the end of the line.
        let letters = most + 1 - row(0).line.count
        let line = try #require(row(letters).readableLine)
        #expect(line.count == most + 1 && GoldenRow(line: Array(line.dropLast())) == row(letters))
        #expect(row(letters + 1).readableLine == nil)
    }

    @Test("A report is written even if the output cannot be, and says so", arguments: ["", "--quiet --flow"])
    func unwritten(_ words: String) throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return print("no /dev/full: not checked") }
        let tool = try Tool(files: ["a.jsonl": Self.capture])
        defer { tool.remove() }
        let told = try tool.shell("\"$0\" replay a.jsonl --fail-on alert --junit r.xml \(words) > /dev/full")
        #expect(told.status == 74, "\(told)")
        let report = try tool.read("r.xml")
        #expect(report.contains("the output is written") && report.contains("<error message="), "\(report)")
        #expect(report.contains("<failure"), "\(report)")
    }

    static let damages = [
        ("\"findings\":[", "\"findings\":[7,"), ("\"findings\":", "\"findings\":{\"a\":1},\"finding\":"),
        ("\"isTap\":", "\"isTap\":true,\"isTap\":"), ("\"kind\":\"alert\"", "\"kind\":\"alert tap\""),
        ("\"history\":[", "\"history\":[null,"), ("\"history\":", "\"history\":\"\",\"more\":"),
        (",\"history\":", "}"), ("{\"entry\"", "{\"entri\""),
    ]

    @Test("A damaged row equals nothing, and is reported with its line", arguments: damages)
    func damaged(_ whole: String, _ torn: String) throws {
        let tool = try Tool(files: ["a.jsonl": Self.capture])
        defer { tool.remove() }
        let flow = whole.contains("history") ? "--flow" : ""
        #expect(try tool.shell("\"$0\" replay a.jsonl --quiet --expect g --update \(flow)").status == 0)
        var rows = try tool.read("g").split(separator: "\n").map(String.init)
        #expect(rows[1].contains(whole))
        rows[1] = rows[1].replacing(whole, with: torn)
        if torn == "}" { rows[1] = String(rows[1].prefix { $0 != "}" }) + "}" }
        try tool.write(rows.joined(separator: "\n") + "\n", to: "g")
        let outcome = try tool.shell("\"$0\" replay a.jsonl --expect g --junit r.xml \(flow)")
        #expect(outcome.status == 65, "\(outcome)")
        #expect(
            outcome.errors
                == "shouldertap: g:2: the line was not written by --update; write the file again with --update\n")
        #expect(try tool.read("r.xml").contains("<failure"))
    }

    @Test(
        "The report of an app that does not take part does not say that everything passed",
        arguments: ["", "--expect g"], ["exec false", "nosuchprogram"])
    func absent(_ words: String, _ app: String) throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        if !words.isEmpty {
            #expect(try tool.shell("\"$0\" replay late-tap.jsonl --flow \(words) --update").status == 0)
        }
        let outcome = try tool.shell("\"$0\" replay late-tap.jsonl --flow \(words) --junit r.xml --app '\(app)'")
        #expect(outcome.status == 70, "\(outcome)")
        let report = try tool.read("r.xml")
        #expect(report.contains("<error message=") && !report.contains("errors=\"0\""), "\(report)")
    }

    @Test("Hostile text of a golden file is escaped", arguments: ["", "--json"])
    func hostile(_ words: String) throws {
        let tool = try Tool(files: ["a.jsonl": Self.capture])
        defer { tool.remove() }
        #expect(try tool.shell("\"$0\" replay a.jsonl --quiet --expect g --update").status == 0)
        let golden = try tool.read("g").replacing("\"kind\":\"alert\"", with: #""kind":"x\u001b[31m\n::error::x""#)
        try tool.write(golden, to: "g")
        let outcome = try tool.shell("\"$0\" replay a.jsonl --expect g \(words)")
        let said = outcome.output + outcome.errors
        #expect(outcome.status == 1 && said.contains("error"), "\(outcome)")
        #expect(!said.unicodeScalars.contains("\u{1B}"))
        #expect(!said.split(separator: "\n").contains { $0.hasPrefix("::") })
    }

    @Test("In a tool with its own apps, `reference` means the reference app in every process")
    func named() throws {
        let scenario = "version: 1\nusers: {a: {p: ios, q: android}}\nsteps: [{at: 1s, publish: {as: n}}]\n"
        let tool = try Tool("TinyApp", files: ["s.yaml": scenario])
        defer { tool.remove() }
        let same = try tool.shell("\"$0\" explore s.yaml --seeds 2 --bugs none --app reference --check-determinism")
        #expect(same.status == 0 && same.errors == "", "\(same)")
        let wrong = try tool.shell("\"$0\" explore s.yaml --seeds 2 --app reference --trap S1")
        #expect(wrong.status == 1 && wrong.errors == "", "\(wrong)")
        #expect(wrong.output.contains("--app reference    # ") && !wrong.output.contains("NOT REPEATED"))
        let other = try tool.shell("\"$0\" run s.yaml --app tiny --trap S1")
        #expect(other.status == 64 && other.errors.contains("'--trap' works only with the reference app"))
    }
}
