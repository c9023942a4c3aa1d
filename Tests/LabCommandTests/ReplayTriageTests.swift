import Foundation
import TestSupport
import Testing

@testable import LabCommand

/// What `replay` and `capture` say beyond the kind of a payload.
@Suite("Captures that need a closer look", .serialized)
struct ReplayTriageTests {
    private static func capture(_ payload: String, _ headers: [(String, String)], device: String = "phone") -> String {
        let fields = headers.map { #"{"name":"\#($0.0)","value":"\#($0.1)"}"# }.joined(separator: ",")
        let quoted = payload.replacingOccurrences(of: "\"", with: "\\\"")
        return #"{"channel":"apns","device":"\#(device)","headers":[\#(fields)],"payload":"\#(quoted)"}"# + "\n"
    }

    private static let header = "{\"shouldertapCapture\":1}\n"
    private static let sound = [("apns-push-type", "background"), ("apns-priority", "5")]
    private static let nameless =
        #"{"aps":{"content-available":1},"shoulderTap":{"v":1,"scenario":"userNotifications","#
        + #""host":"a.com","subscription":"s1","head":"41"}}"#

    @Test("Headers that contradict a silent payload are findings of replay and of the statistics")
    func headers() throws {
        let odd = [("apns-push-type", "alert"), ("apns-priority", "10"), ("apns-expiration", "0")]
        let tool = try Tool(files: ["a.jsonl": Self.header + Self.capture(#"{"aps":{"content-available":1}}"#, odd)])
        defer { tool.remove() }
        let table = try tool.run("replay", "a.jsonl")
        #expect(table.status == 0)
        for line in ["error    apns-push-type: alert", "warning  apns-priority: 10", "warning  apns-expiration: 0"] {
            #expect(table.output.contains("    \(line)\n"), "\(line)")
        }
        let row = try tool.run("replay", "--json", "a.jsonl").output
        #expect(row.contains(#""headers":[{"code":"pushTypeNotBackground","severity":"error""#))
        let figures = try tool.run("capture", "stats", "--json", "a.jsonl").output
        #expect(figures.contains(#""headers":{"pushTypeNotBackground":1,"silentAtPriority10":1,"neverStored":1}"#))
        #expect(try tool.run("capture", "stats", "a.jsonl").output.contains("findings in headers\n"))
    }

    @Test("Errors in headers exit with 1 if requested, and warnings do not")
    func failsOnHeaders() throws {
        func run(_ headers: [(String, String)], _ words: String) throws -> Tool.Outcome {
            let text = Self.header + Self.capture(#"{"aps":{"content-available":1}}"#, headers)
            return try Tool.once("replay a.jsonl \(words)", files: ["a.jsonl": text])
        }
        let wrong = [("apns-push-type", "alert"), ("apns-priority", "5")]
        let outcome = try run(wrong, "--quiet --fail-on alert,headers")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("a.jsonl:2     ") && outcome.output.contains("apns-push-type: alert: "))
        #expect(outcome.output.hasSuffix("1 payload: 1 background; 1 payload of a kind in '--fail-on'\n"), "\(outcome)")
        #expect(try run(wrong, "").status == 0)
        #expect(try run([("apns-push-type", "background"), ("apns-priority", "10")], "--fail-on headers").status == 0)
        #expect(try run(Self.sound, "--fail-on header").errors.contains("did you mean 'headers'?"))
    }

    @Test("An unexpected verdict has its reason, before and after, in text, JUnit and annotations")
    func reasons() throws {
        let before = Self.header + Self.capture(#"{"aps":{"content-available":1}}"#, Self.sound)
        let tool = try Tool(files: [
            "a.jsonl": before,
            "b.jsonl": before.replacingOccurrences(of: "available\\\":1", with: "available\\\":true"),
        ])
        defer { tool.remove() }
        #expect(try tool.run("replay", "a.jsonl", "--expect", "g.jsonl", "--update").status == 0)
        let words = ["replay", "b.jsonl", "--expect", "g.jsonl", "--junit", "r.xml", "--github"]
        let outcome = try tool.shell("\"$0\" \(words.joined(separator: " "))")
        let reason = "expected background, got foreign; found then: nothing, now: contentAvailableBoolean 28 "
        #expect(outcome.status == 1 && outcome.output.contains(reason))
        #expect(outcome.output.contains("(not a tap: aps.content-available: "))
        #expect(outcome.output.contains("::error title=payload not as expected::b.jsonl:2: \(reason)"))
        #expect(try tool.read("r.xml").contains(reason))
    }

    @Test("A tap that names no notification becomes a change of a scenario")
    func namelessTap() throws {
        let both = Self.capture(Self.nameless, Self.sound) + Self.capture(Self.nameless, Self.sound, device: "tablet")
        let tool = try Tool(files: ["a.jsonl": Self.header + both])
        defer { tool.remove() }
        let outcome = try tool.run("replay", "--to-scenario", "s.yaml", "a.jsonl")
        #expect(outcome == .init(status: 0, output: "s.yaml: 1 user, 2 devices, 2 steps\n", errors: ""))
        #expect(try tool.read("s.yaml").contains("publish: {as: change-41}"))
        #expect(try tool.run("run", "s.yaml").status == 0)
    }

    @Test("A tap without a name is about the notification of another tap at the same place in the feed")
    func namedElsewhere() throws {
        let named = Self.nameless.replacingOccurrences(
            of: "\"head\":\"41\"", with: #""head":"41","activities":[{"id":"n1"}]"#)
        let text = Self.capture(Self.nameless, Self.sound) + Self.capture(named, Self.sound, device: "tablet")
        let tool = try Tool(files: ["a.jsonl": Self.header + text])
        defer { tool.remove() }
        #expect(try tool.run("replay", "--to-scenario", "s.yaml", "a.jsonl").status == 0)
        let scenario = try tool.read("s.yaml")
        #expect(scenario.contains("publish: {as: n1}") && !scenario.contains("change-41"))
    }

    /// The ids that a flow and a scenario of the same capture publish.
    private static func published(_ pushes: [String], reading source: String = "a.jsonl") throws -> [[String]] {
        let tool = try Tool(files: ["a.jsonl": Self.header + pushes.joined()])
        defer { tool.remove() }
        let flow = try tool.shell("\"$0\" replay \(source) --flow < a.jsonl").output
        let scenario = try tool.run("replay", "--to-scenario", "-", "a.jsonl").output
        return [
            flow.matches(of: /commits new (\S+) as/).map { String($0.1) },
            scenario.matches(of: /publish: {as: (\S+?)}/).map { String($0.1) },
        ]
    }

    @Test("A flow publishes the change of a tap without a name, and the device fetches it")
    func namelessFlow() throws {
        let tool = try Tool(files: ["a.jsonl": Self.header + Self.capture(Self.nameless, Self.sound)])
        defer { tool.remove() }
        let rows = try tool.run("replay", "a.jsonl", "--flow", "--json").output.split(separator: "\n")
        for event in [
            "service commits new change-41 as version 1", "phone asks fetch 5", "phone alerts change-41",
            "phone finishes push 1: new data",
        ] {
            #expect(rows.first?.contains(event) == true, "\(event): \(rows)")
        }
        let outcome = try tool.run("replay", "a.jsonl", "--flow")
        #expect(
            outcome.output.hasSuffix(
                "\npass: after 1 tap, all devices agree with the service, and the app broke no promise\n"))
    }

    @Test("A flow and a scenario name the changes of nameless taps alike")
    func alike() throws {
        let headless = Self.nameless.replacing(#","head":"41""#, with: "")
        let named = Self.nameless.replacing(#""head":"41""#, with: #""head":"41","activities":[{"id":"n1"}]"#)
        let other = Self.nameless.replacing("\"41\"", with: "\"42\"")
        func push(_ payload: String, _ device: String = "phone") -> String {
            Self.capture(payload, Self.sound, device: device)
        }
        let twice = try Self.published([
            push(Self.nameless), push(Self.nameless, "tablet"), push(other), push(headless), push(headless, "tablet"),
            push(headless),
        ])
        #expect(twice == .init(repeating: ["change-41", "change-42", "unnamed-1", "unnamed-2"], count: 2))
        let later = try Self.published([push(Self.nameless), push(named, "tablet")])
        #expect(later == [["n1"], ["n1"]])
        let earlier = [push(named, "tablet"), push(Self.nameless)]
        #expect(try Self.published(earlier) == [["n1"], ["n1"]])
        #expect(try Self.published(earlier, reading: "-") == [["n1"], ["n1"]])
    }

    @Test("A flow without a tap does not pass")
    func nothingJudged() throws {
        let wake = Self.capture(#"{"aps":{"content-available":1}}"#, Self.sound)
        let outcome = try Tool.once("replay a.jsonl --flow", files: ["a.jsonl": Self.header + wake])
        #expect(outcome.status == 0)
        #expect(outcome.output.hasSuffix("\nnothing was judged: no tap of the capture was for a device of the app\n"))
    }

    @Test("Redaction reports what it searched, masks texts if asked, and warns of what stays")
    func redaction() throws {
        let payload = #"{"aps":{"alert":"write to anna@example.com"},"sender":"Anna"}"#
        let tool = try Tool(files: ["a.jsonl": Self.header + Self.capture(payload, [])])
        defer { tool.remove() }
        let plain = try tool.run("capture", "redact", "a.jsonl", "-o", "b.jsonl")
        #expect(plain.status == 0)
        #expect(plain.output.contains("not checked: visible texts; '--redact-texts' masks them\n"))
        #expect(plain.output.contains("still there: 2 values that may be personal; see above\n"))
        #expect(
            plain.errors == """
                shouldertap: a.jsonl:2: aps.alert may hold an email address; '--redact aps.alert' masks it
                shouldertap: a.jsonl:2: sender may hold a name; '--redact sender' masks it

                """)
        let masked = try tool.run("capture", "redact", "a.jsonl", "-o", "c.jsonl", "--redact-texts")
        #expect(masked.status == 0 && masked.errors.isEmpty && !masked.output.contains("still there"))
        let text = try tool.read("c.jsonl")
        #expect(!text.contains("anna") && !text.contains("Anna"))
    }
}
