import Foundation
import TestSupport
import Testing

@testable import LabCommand

/// Whoever stops a run does not wait for a program that says nothing.
@Suite("Stopped while a program under test is silent", .serialized)
struct SilentProgramTests {
    /// Says who it is, and then nothing any more.
    static let silent = "echo $$ >> pids; echo ready >&2; exec sleep 600"

    struct Case: CustomTestStringConvertible {
        let words: [String]
        var terminates = false
        /// What is known by then, if anything is.
        var output = ""

        var testDescription: String { self.words.joined(separator: " ") }
    }

    @Test(
        "it ends at once with the results so far, and ends the program",
        arguments: [
            Case(words: ["run", "s.yaml", "--app", silent], output: "inconclusive: "),
            Case(words: ["run", "s.yaml", "--backend", silent], terminates: true, output: "inconclusive: "),
            Case(words: ["run", "s.yaml", "--json", "--app", silent], output: "\"verdict\":\"inconclusive\""),
            Case(
                words: ["explore", "s.yaml", "--seeds", "9", "--jobs", "2", "--bugs", "none", "--app", silent],
                output: "\ninconclusive: no seed ran; the run was stopped early\n"),
            Case(words: ["demo", "--app", silent], output: "Interrupted. "),
            Case(words: ["demo", "--backend", silent], terminates: true, output: "Interrupted. "),
            Case(words: ["replay", "c.jsonl", "--flow", "--app", silent], output: "interrupted after 0 payloads"),
        ])
    func stopped(_ given: Case) throws {
        let field = try String(contentsOfFile: ProjectFiles.fixtures("Captures") + "/field.jsonl", encoding: .utf8)
        let pushes = field.split(separator: "\n").prefix(2).joined(separator: "\n") + "\n"
        let tool = try Tool(files: ["s.yaml": ScenarioRunToolTests.small, "c.jsonl": pushes])
        defer { tool.remove() }
        let process = tool.process(given.words)
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Its own words reach the errors of the tool; nothing comes there from a tool that ends before.
        let first = errors.fileHandleForReading.availableData
        // Said twice it is one word, as `timeout` says it to a process and to its group.
        for _ in 0..<2 { if given.terminates { process.terminate() } else { process.interrupt() } }
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let rest = errors.fileHandleForReading.readDataToEndOfFile()
        let complaint = String(decoding: first + rest, as: UTF8.self).replacing("ready\n", with: "")
        process.waitUntilExit()
        // Whoever waits for the program to the end of its patience says that it was silent.
        #expect(!(said + complaint).contains("was silent"))
        #expect(process.terminationReason == .exit && process.terminationStatus == (given.terminates ? 143 : 130))
        #expect(complaint == "" && said.contains(given.output), "\(said)\(complaint)")
        for pid in try tool.read("pids").split(separator: "\n") {
            #expect(Int32(pid).map { kill($0, 0) } == -1, "\(pid) goes on")
        }
    }
}
