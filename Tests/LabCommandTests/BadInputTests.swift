import Foundation
import Testing

@testable import LabCommand

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Inputs that nobody can use: each is told in one clear sentence, with the right exit status.
///
/// `SHOULDERTAP_LINE_BYTES` says how long the longest line is.
@Suite("Inputs that cannot be used", .serialized)
struct BadInputTests {
    static let verbs = [
        "capture check", "capture stats", "capture redact -o out", "capture export -o out", "capture import -o out",
        "replay --quiet", "replay --flow --quiet", "replay --to-scenario out",
    ]

    private static func tool() throws -> Tool {
        let tool = try CaptureToolTests.tool()
        let link = tool.folder.appendingPathComponent("loop.jsonl").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "loop.jsonl")
        try FileManager.default.createDirectory(
            at: tool.folder.appendingPathComponent("folder.jsonl"), withIntermediateDirectories: true)
        return tool
    }

    @Test("An input that cannot be opened is reported with the reason, and nothing is written", arguments: verbs)
    func unreadable(_ verb: String) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let files = [("loop.jsonl", "Too many levels of symbolic links"), ("none.jsonl", "No such file or directory")]
        for (name, reason) in files {
            let outcome = try tool.shell("\"$0\" \(verb) \(name)")
            #expect(outcome.status == 66, "\(verb) \(name)")
            let sentence = "shouldertap: cannot read '\(name)': \(reason)"
            #expect(outcome.errors.split(separator: "\n").first.map(String.init)?.hasPrefix(sentence) == true)
            let files = FileManager.default.enumerator(atPath: tool.folder.appendingPathComponent("out").path)
            #expect(files?.nextObject() == nil)
            #expect((try? tool.read("out")) == nil)
        }
    }

    @Test("A folder is not a capture; only an import reads a folder", arguments: verbs)
    func folder(_ verb: String) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" \(verb) folder.jsonl")
        #expect(outcome.status == 66)
        let isImport = verb.hasPrefix("capture import")
        let sentence = isImport ? "nothing to import in 'folder.jsonl'" : "cannot read 'folder.jsonl': Is a directory"
        #expect(outcome.errors.hasPrefix("shouldertap: \(sentence)"))
    }

    @Test("A folder without permission is reported", arguments: verbs)
    func forbidden(_ verb: String) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let path = tool.folder.appendingPathComponent("folder.jsonl").path
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path) }
        let outcome = try tool.shell("\(Tool.unprivileged) \"$0\" \(verb) folder.jsonl/a.jsonl")
        #expect(outcome.status == 66)
        #expect(outcome.errors.hasPrefix("shouldertap: cannot read 'folder.jsonl/a.jsonl': Permission denied\n"))
    }

    @Test("A torn end is reported in one sentence, and everything before it is used", arguments: verbs)
    func torn(_ verb: String) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" \(verb) torn.jsonl")
        #expect(outcome.status == 65)
        #expect(
            outcome.errors == "shouldertap: torn.jsonl:4: the line is cut off in the middle of an entry\n")
    }

    @Test("A named pipe is read like any input, and waiting for it does not hang", arguments: verbs)
    func pipe(_ verb: String) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let path = tool.folder.appendingPathComponent("pipe").path
        #expect(mkfifo(path, 0o600) == 0)
        let fed = try tool.shell("cat torn.jsonl >pipe & \"$0\" \(verb) pipe; status=$?; wait; exit $status")
        // An import goes by the name, and takes what has none for a log.
        #expect(fed.status == (verb.hasPrefix("capture import") ? 66 : 65), "\(fed.errors)")
        let process = tool.process(verb.split(separator: " ").map(String.init) + ["pipe"])
        (process.standardOutput, process.standardError) = (Pipe(), Pipe())
        try process.run()
        // With a writer the tool is past its opening, and waits for what never comes.
        let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        process.terminate()
        process.waitUntilExit()
        try writer.close()
        #expect(process.terminationStatus == 143)
    }

    @Test("A line without an end is reported and skipped, in little memory", arguments: verbs)
    func longLine(_ verb: String) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let trial = try tool.shell("ulimit -v 600000; \"$0\" --version")
        guard trial.status == 0, trial.errors.isEmpty else {
            print("the runtime of this sanitizer cannot start with little memory: not tried")
            return
        }
        let size = ProcessInfo.processInfo.environment["SHOULDERTAP_LINE_BYTES"].flatMap { Int($0) } ?? 12 << 20
        try tool.write("{\"shouldertapCapture\":1}\n", to: "long.jsonl")
        let file = try FileHandle(forWritingTo: tool.folder.appendingPathComponent("long.jsonl"))
        // Zeros that take no room on the disk.
        try file.truncate(atOffset: UInt64(size))
        try file.seekToEnd()
        try file.write(contentsOf: Data("\n{\"channel\":\"apns\",\"payload\":\"{}\"}\n".utf8))
        try file.close()
        let outcome = try tool.shell("ulimit -v 600000; \"$0\" \(verb) long.jsonl")
        #expect(outcome.status == 65)
        #expect(
            outcome.errors.hasPrefix("shouldertap: long.jsonl:2: the line is longer than the limit of 8388608 bytes\n"),
            "\(outcome.errors)")
    }
}
