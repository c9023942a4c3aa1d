import Foundation
import TestSupport
import Testing

@testable import LabCommand

/// The verb `capture redact`, as a process.
@Suite("The executable and secrets in captures", .serialized)
struct RedactToolTests {
    private static func account(_ head: String) -> String {
        """
        \(head)
          masked: tokens of devices, authorization, JSON web tokens, private keys,
          values under secret names, the values of '--redact'
          not checked: visible texts; '--redact-texts' masks them

        """
    }

    @Test("Redaction masks what it is told to, keeps verdicts, and its pseudonyms depend on the key")
    func redacts() throws {
        let token = String(repeating: "ab", count: 32)
        let payload = #"{\"aps\":{\"alert\":\"secret\"},\"a\":{\"email\":\"a@b.c\"}}"#
        let tool = try Tool(files: [
            "a.jsonl": """
            {"shouldertapCapture":1}
            {"channel":"apns","token":"\(token)","payload":"\(payload)"}

            """,
            "key": "000102030405060708090a0b0c0d0e0f\n", "short": "00",
        ])
        defer { tool.remove() }
        let words = "capture redact a.jsonl --redact aps.alert --redact '*.email' --key key -o"
        #expect(try tool.shell("\"$0\" \(words) b.jsonl").output == Self.account("b.jsonl: 1 entry"))
        let masked = try tool.read("b.jsonl")
        #expect(masked.contains(#""payload":"{\"aps\":{\"alert\":\"xxxxxx\"},\"a\":{\"email\":\"xxxxx\"}}"}"#))
        #expect(!masked.contains(token) && masked.contains(#""device":""#))
        #expect(try tool.shell("\"$0\" \(words) -").output == masked)
        let random = try tool.run("capture", "redact", "a.jsonl", "-o", "-").output
        #expect(random != masked && random.contains("secret") && !random.contains(token))
        let short = try tool.run("capture", "redact", "a.jsonl", "-o", "-", "--key", "short")
        #expect(
            short
                == .init(
                    status: 65, output: "",
                    errors: "shouldertap: 'short' is not a key; a key has 16 bytes, or 32 hex digits\n"))
        let kept = try tool.run("capture", "redact", "a.jsonl", "-o", "c.jsonl", "--redact", "a.")
        #expect(kept.status == 64 && kept.errors.hasPrefix("shouldertap: 'a.' of '--redact' is not a path"))
    }

    @Test("A path that matches nothing is reported, and the exit status stays")
    func mistypedPath() throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" capture redact field.jsonl -o b --redact aps.alrt --redact aps.alert")
        let errors = "shouldertap: '--redact aps.alrt' matched nothing; check its spelling\n"
        let account = Self.account("b: 13 entries")
        #expect(outcome == .init(status: 0, output: account, errors: errors))
    }

    @Test("Of many kept values the first are reported, and the others counted in words")
    func manyKept() throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        let one = try tool.read("one-tap.jsonl").split(separator: "\n").map(String.init)
        let many = [one[0]] + Array(repeating: one[1], count: 23)
        try tool.write(many.joined(separator: "\n") + "\n", to: "many.jsonl")
        let outcome = try tool.run("capture", "redact", "many.jsonl", "-o", "b", "--redact", "*.scenario")
        let errors = outcome.errors.split(separator: "\n")
        #expect(outcome.status == 65 && errors.count == 21)
        #expect(
            errors.last
                == "shouldertap: many.jsonl: 3 more values are not masked, because they decide the kind of a payload")
        #expect(
            outcome.output
                == Self.account("b: 23 entries") + "  not masked: 23 values that decide the kind of a payload\n")
    }
}
