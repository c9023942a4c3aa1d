import Foundation
import TestSupport
import Testing

@testable import LabCommand

/// What the verbs behind `capture` say of files that they can make nothing of, or not all.
@Suite("The executable and files that are no captures", .serialized)
struct CaptureRefusalTests {
    static let packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    static let wide: [UInt8] = "{\"aps\":{}}\n".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), 0] }

    static let files: [(name: String, bytes: [UInt8])] = [
        ("short.jsonl", "{\n}".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), 0] }), ("packed.jsonl", packed),
        ("packed.log", packed), ("wide.jsonl", wide), ("wide.log", [0xFF, 0xFE] + wide),
        ("marked.jsonl", Array("\u{FEFF}{\"shouldertapCapture\":1}\n{\"payload\":\"\"}\n".utf8)),
        ("bare.jsonl", Array("{\"aps\":{}}\n".utf8)),
        (
            "nameless.jsonl",
            Array("{\"shouldertapCapture\":1}\n{\"channel\":\"apns\",\"payload\":\"{\\\"aps\\\":{}}\"}\n".utf8)
        ),
        ("old.jsonl", Array("old".utf8)),
    ]

    static func tool() throws -> Tool {
        let tool = try Tool(files: [:])
        for (name, bytes) in Self.files { try Data(bytes).write(to: tool.folder.appendingPathComponent(name)) }
        return tool
    }

    static let wideReason = "this is UTF-16; convert it to UTF-8, for example with iconv -f UTF-16"
    static let packedReason = "this is compressed; unpack it, for example with gunzip"

    static let refusals: [(words: String, status: Int32, error: String)] = [
        ("capture import packed.jsonl -o a", 66, "packed.jsonl:1: \(packedReason)"),
        ("capture import packed.log -o a", 66, "packed.log:1: \(packedReason)"),
        ("capture import wide.jsonl -o a", 66, "wide.jsonl:1: \(wideReason)"),
        ("capture import short.jsonl -o a", 66, "short.jsonl:1: \(wideReason)"),
        ("capture import wide.log -o a", 66, "wide.log:1: \(wideReason)"),
        ("capture check wide.jsonl", 65, "wide.jsonl:1: \(wideReason)"),
        ("replay packed.jsonl", 65, "packed.jsonl:1: \(packedReason)"),
        (
            "capture import marked.jsonl -o a", 66,
            "marked.jsonl:1: the file is not a capture: it starts with a byte order mark; remove it, "
                + "for example with tail -c +4"
        ),
        (
            "capture redact bare.jsonl -o old.jsonl", 65,
            "bare.jsonl:1: the file is not a capture: its first line is not a header; use 'capture import' for payloads"
        ),
    ]

    @Test(
        "A file that is not a capture is reported with a remedy, and replaces nothing", arguments: refusals.map(\.words)
    )
    func refuses(_ words: String) throws {
        let refusal = try #require(Self.refusals.first { $0.words == words })
        let tool = try Self.tool()
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" \(words)")
        #expect(outcome.status == refusal.status)
        #expect(outcome.errors.split(separator: "\n").first == "shouldertap: \(refusal.error)")
        #expect(try tool.read("old.jsonl") == "old")
        #expect(!FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("a").path))
    }

    @Test("A file for a Simulator that names no app is counted")
    func nameless() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let outcome = try tool.run("capture", "export", "nameless.jsonl", "nameless.jsonl", "-o", "cases")
        #expect(outcome.status == 0 && outcome.output == "cases: 1 .apns file\n")
        #expect(
            outcome.errors
                == "shouldertap: 1 payload has no topic, so its app is unknown; a Simulator needs a topic: "
                + "add it with '--bundle ID'\n")
        let named = try tool.run("capture", "export", "nameless.jsonl", "-o", "named", "--bundle", "com.example")
        #expect(named == .init(status: 0, output: "named: 1 .apns file\n", errors: ""))
        let entry = #"{"channel":"apns","payload":"{\"aps\":{}}"}"#
        try tool.write("{\"shouldertapCapture\":1}\n\(entry)\n\(entry)\n", to: "two.jsonl")
        let both = try tool.run("capture", "export", "two.jsonl", "-o", "both")
        #expect(both.errors.hasPrefix("shouldertap: 2 payloads have no topic, so their apps are unknown; "))
    }

    @Test("A golden file with another end is reported without a differing payload")
    func otherEnd() throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        #expect(try tool.run("replay", "one-tap.jsonl", "--flow", "--quiet", "--expect", "g", "--update").status == 0)
        var rows = try tool.read("g").split(separator: "\n").map(String.init)
        rows[rows.count - 1] = rows[rows.count - 1].replacingOccurrences(of: "phone", with: "tablet")
        try tool.write(rows.joined(separator: "\n") + "\n", to: "g")
        let outcome = try tool.run("replay", "one-tap.jsonl", "--flow", "--expect", "g", "--junit", "r.xml")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("1 payload as expected, but the end differs\n"))
        #expect(try tool.read("r.xml").contains("failure message=\"the end: expected "))
    }
}
