import Foundation
import Testing

@testable import LabCommand

/// What comes through a pipe is waited for, whoever comes to it first and however the pipe was set up.
@Suite("Files that come slowly", .serialized)
struct SlowInputTests {
    @Test(
        "A scenario comes over standard input in two pieces, through a pipe that does not wait",
        arguments: ["run", "explore"])
    func unready(_ verb: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let process = tool.process([verb, "-"] + (verb == "run" ? [] : ["--seeds", "2", "--bugs", "none"]))
        let (input, output) = (Pipe(), Pipe())
        #expect(fcntl(input.fileHandleForReading.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = ScenarioRunToolTests.small.replacing("active", with: "dismissed")
        for piece in [text.prefix(40), text.dropFirst(40)] {
            usleep(300_000)
            input.fileHandleForWriting.write(Data(piece.utf8))
        }
        try input.fileHandleForWriting.close()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && said.contains("pass: "), "\(said)")
    }

    @Test("Interrupted while nothing comes, it says nothing, and is no missing file")
    func interrupted() throws {
        let tool = try Tool()
        defer { tool.remove() }
        #expect(mkfifo(tool.folder.appendingPathComponent("pipe").path, 0o600) == 0)
        let process = tool.process(["run", "pipe"])
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        // A writer gets through only once the reader has opened its end.
        let writer = open(tool.folder.appendingPathComponent("pipe").path, O_WRONLY | O_CLOEXEC)
        defer { close(writer) }
        process.interrupt()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 130 && said == "")
    }

    @Test("A key and recorded verdicts come through pipes")
    func others() throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        let key = "0123456789abcdef0123456789abcdef"
        let redact = "\"$0\" capture redact field.jsonl -o - --key"
        let slow = try tool.shell("mkfifo key; (sleep 0.3; echo \(key)) > key & \(redact) key")
        let plain = try tool.shell("echo \(key) > plain; \(redact) plain")
        #expect(slow == plain && plain.status == 0 && plain.output != "")
        let verdicts = "\"$0\" replay field.jsonl --expect"
        _ = try tool.shell("\(verdicts) golden.jsonl --update")
        let pieces = "(head -c 300 golden.jsonl; sleep 1; tail -c +301 golden.jsonl)"
        let golden = try tool.shell("mkfifo pipe; \(pieces) > pipe & \(verdicts) pipe")
        #expect(golden == .init(status: 0, output: "13 payloads: all as expected\n", errors: ""))
    }
}
