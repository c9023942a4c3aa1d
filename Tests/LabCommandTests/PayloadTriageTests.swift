import Foundation
import LabScenario
import PushLab
import TestSupport
import Testing

@testable import LabCommand

/// The question "why does my silent push not wake my app?", asked of the executable.
@Suite("Payloads that wake no app", .serialized)
struct PayloadTriageTests {
    private static let silent = #"{"aps":{"content-available":1}}"#

    @Test("A valid payload gets the list of the other reasons")
    func why() throws {
        let tool = try Tool(files: ["a.json": Self.silent])
        defer { tool.remove() }
        let outcome = try tool.run("parse", "--why", "a.json")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.output.contains("The payload is right. The system may wake the app for it."))
        for cause in WakeAdvice.causes { #expect(outcome.output.contains(cause.title), "\(cause.title)") }
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        let explained = try tool.run("parse", "--explain", "a.json")
        #expect(explained.output.contains("Other causes that prevent a wake: shouldertap parse --why\n"))
    }

    @Test("If the bytes are the reason, only they are reported")
    func whyNot() throws {
        let tool = try Tool(files: ["a.json": #"{"aps":{"alert":"a"}}"#, "b.json": #"{"aps":{"#])
        defer { tool.remove() }
        let visible = try tool.run("parse", "--why", "a.json").output
        #expect(visible.contains("does not ask for a wake: aps has no content-available"))
        #expect(!visible.contains("check in this order"))
        #expect(try tool.run("parse", "--why", "b.json").output.contains("The payload is the reason: "))
    }

    @Test(
        "A silent push with a wrong wake value gets the remedy and the list",
        arguments: [("", "is the reason"), ("--lenient ", "wakes the app only in the lenient reading")])
    func inVain(_ words: String, _ summary: String) throws {
        let files = ["a.json": #"{"aps":{"content-available":"1"}}"#]
        let outcome = try Tool.once("parse \(words)--why a.json", files: files)
        #expect(outcome.output.contains("The payload \(summary): content-available is a string"), "\(outcome)")
        #expect(outcome.output.contains(" Send the number 1.\n") && outcome.output.contains("check in this order"))
    }

    static let envelope = #""shoulderTap":{"v":"1","scenario":"userNotifications","host":"h","subscription":"s"}"#

    static let flawed: [(payload: String, options: String, summary: String)] = [
        (
            #"{"aps":{"content-available":1,"alert":"x"},"content-available":1,}"#, "--explain --lenient",
            "The payload wakes the app only in the lenient reading: A comma is before a closing bracket. "
                + "Remove the comma. The lines above show 1 more mistake."
        ),
        (
            #"{"aps":{"content-available":1,"sound":""},\#(envelope)}"#, "--explain",
            "The system shows the push, and may also wake the app. See the 2 warnings above."
        ),
        (
            #"{"aps":{"content-available":1},\#(envelope)}"#, "--explain",
            "The system may wake the app for it. See the 1 warning above."
        ),
        (
            #"{"aps":{"content-available":1},\#(envelope)}"#, "--why",
            "The system may wake the app for it. --explain shows 1 warning."
        ),
        (
            #"{"aps":{"content-available":1},"content-available":1}"#, "--why",
            "The system may wake the app for it. --explain shows 1 warning."
        ),
        (
            #"{"aps":{"contentAvailable":1,"badge":null}}"#, "--explain",
            "The payload is the reason: This is the spelling of the FCM Admin SDK's input; APNs and iOS do not know "
                + "it. Write content-available or mutable-content with a hyphen and the number 1. "
                + "The lines above show 1 more mistake."
        ),
        (
            #"{"aps":{"content-available":1},"aps":{},}"#, "--why",
            "The payload is the reason: a comma is before a closing bracket (byte 39)."
        ),
        (
            #"{"aps":{"content-available":1},}"#, "--why --lenient",
            "The payload wakes the app only in the lenient reading: A comma is before a closing bracket. "
                + "Remove the comma."
        ),
        (
            #"/**/{"aps":{"content-available":1},}"#, "--explain --lenient",
            "The payload wakes the app only in the lenient reading: The payload contains a comment, "
                + "which JSON does not allow. Remove the comment. The lines above show 1 more mistake."
        ),
    ]

    @Test("A payload with a mistake is never called right", arguments: flawed)
    func mistakes(_ payload: String, _ options: String, _ summary: String) throws {
        let outcome = try Tool.once("parse \(options) a.json", files: ["a.json": payload])
        #expect(outcome.output.contains("    \(summary)\n"), "\(outcome)")
        #expect(!outcome.output.contains("The payload is right."))
    }

    @Test("Each line for the lab is valid in a scenario")
    func labLines() throws {
        for cause in WakeAdvice.causes where cause.steps != nil || cause.push != nil {
            var text = "version: 1\nusers: {mum: {phone: ios}}\n"
            if let push = cause.push { text += "push: {\(push)}\n" }
            text += "steps:\n  - publish: {as: n1}\n"
            for step in (cause.steps ?? "").split(separator: "\n") { text += "  \(step)\n" }
            guard case .scenario = ScenarioReading(Array(text.utf8)) else {
                Issue.record("no scenario: \(text)")
                continue
            }
        }
    }

    @Test("A payload in disguise is recognised, and the JSON says so")
    func disguise() throws {
        let encoded = Data(Self.silent.utf8).base64EncodedString()
        let tool = try Tool(files: ["a.json": encoded, "c.txt": "{\"shouldertapCapture\":1}\n{}\n"])
        defer { tool.remove() }
        let outcome = try tool.run("parse", "a.json")
        #expect(outcome.status == 1 && outcome.output.contains("this is base64; decoded: background"))
        let explained = try tool.run("parse", "--explain", "a.json").output
        #expect(explained.contains("base64 -d FILE | shouldertap parse -") && !explained.contains("error at"))
        #expect(
            try tool.run("parse", "--json", "a.json").output
                .contains(#""disguise":{"form":"base64","kind":"background","remedy":"#))
        #expect(try tool.run("parse", "c.txt").output.contains("this is a capture: use 'shouldertap replay FILE'"))
    }

    @Test("--expect KIND requires that there is no error; --fail-on sets or removes the limit")
    func bar() throws {
        let long = #"{"aps":{"content-available":1},"x":"\#(String(repeating: "y", count: 4096))"}"#
        let tool = try Tool(files: [
            "long.json": long, "odd.json": #"{"a":1}"#, "bad.json": "{",
        ])
        defer { tool.remove() }
        #expect(try tool.run("parse", "long.json").status == 0)
        let expected = try tool.run("parse", "--expect", "background", "long.json")
        #expect(expected.status == 1 && expected.output.contains("background with error overDeviceLimit: "))
        #expect(try tool.run("parse", "--expect", "background", "--fail-on", "never", "long.json").status == 0)
        #expect(try tool.run("parse", "--fail-on", "error", "long.json").status == 1)
        #expect(try tool.run("parse", "--fail-on", "error", "odd.json").status == 0)
        #expect(try tool.run("parse", "--fail-on", "warning", "odd.json").status == 1)
        #expect(try tool.run("parse", "--expect", "malformed", "bad.json").status == 0)
        #expect(try tool.run("parse", "--expect", "malformed", "--fail-on", "error", "bad.json").status == 1)
    }
}
