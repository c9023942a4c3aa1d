import Foundation
import Testing

@testable import LabCommand

/// What comes through a pipe is waited for, whoever comes to it first and however the pipe was set up.
@Suite("Slow input", .serialized)
struct SlowInputTests {
    /// Runs a program that reads a pipe, which gets a file in two pieces: each when the program has opened the pipe,
    /// has read all there is, and sleeps.
    static let feeder = """
        import fcntl, os, subprocess, sys, termios
        name, source, cut, command = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
        with open(source, "rb") as file: whole = file.read()
        if name == "-":
            reader, pipe = os.pipe()
            os.set_blocking(reader, False)
        else:
            os.mkfifo(name)
            reader = pipe = os.open(name, os.O_RDWR)
        tool = subprocess.Popen(command, stdin=reader if name == "-" else subprocess.DEVNULL)
        folder = "/proc/%d/" % tool.pid
        def waits():
            if fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)) != bytes(4): return False
            # Only Linux can be asked for the rest.
            if not os.path.exists("/proc/self/stat"): return True
            files = [os.readlink(folder + "fd/" + number) for number in os.listdir(folder + "fd")]
            with open(folder + "stat") as stat: state = stat.read().rpartition(") ")[2][0]
            return state == "S" and (name == "-" or any(file.endswith("/" + name) for file in files))
        for piece in whole[:cut], whole[cut:]:
            while tool.poll() is None:
                try:
                    if waits(): break
                except OSError: pass
                os.sched_yield()
            os.write(pipe, piece)
        os.close(pipe)
        sys.exit(tool.wait())
        """

    static func fed(_ tool: Tool, _ name: String, _ source: String, cut: Int, _ words: String) throws -> Tool.Outcome {
        try tool.shell("python3 -c '\(Self.feeder)' \(name) \(source) \(cut) \"$0\" \(words)")
    }

    @Test(
        "A scenario comes over standard input in two pieces, through a non-blocking pipe",
        arguments: ["run -", "explore - --seeds 2 --bugs none"])
    func unready(_ words: String) throws {
        let tool = try Tool(files: ["s.yaml": ScenarioRunToolTests.small.replacing("active", with: "dismissed")])
        defer { tool.remove() }
        let outcome = try Self.fed(tool, "-", "s.yaml", cut: 40, words)
        #expect(outcome.status == 0 && outcome.output.contains("pass: "), "\(outcome)")
    }

    @Test("A pipe without a writer times out with one sentence, in every verb")
    func noWriter() throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        let verbs = [
            "replay pipe", "replay pipe --flow", "capture check pipe", "capture import pipe -o out.jsonl",
            "capture stats pipe", "parse pipe", "run pipe", "replay field.jsonl --quiet --expect pipe",
            "capture redact field.jsonl -o - --key pipe",
        ]
        // All at once, since each is patient for a while.
        let runs = verbs.indices.map { "{ \"$0\" \(verbs[$0]) >/dev/null 2>\($0).txt; echo $? >>\($0).txt; } & " }
        let outcome = try tool.shell("mkfifo pipe; \(runs.joined()) wait")
        #expect(outcome.status == 0 && outcome.errors == "")
        for (number, verb) in verbs.enumerated() {
            let lines = try tool.read("\(number).txt").split(separator: "\n")
            #expect(
                lines.contains { $0.contains("pipe") && $0.hasSuffix("it is a pipe without a writer") },
                "\(verb)")
            #expect(lines.last == "66", "\(verb): \(lines)")
        }
    }

    /// A run of a scenario that nobody writes into its pipe, sent a signal while it waits.
    static func signalled(_ number: Int32) throws -> (process: Process, said: String) {
        // A shell starts jobs in the background with some signals ignored, which the program would inherit.
        signal(number, SIG_DFL)
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
        kill(process.processIdentifier, number)
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process, said)
    }

    @Test("If interrupted while nothing comes, it prints nothing, and reports no missing file")
    func interrupted() throws {
        let (process, said) = try Self.signalled(SIGINT)
        #expect(process.terminationStatus == 130 && said == "")
    }

    @Test("SIGQUIT ends it like other programs, without a crash report")
    func quit() throws {
        let (process, said) = try Self.signalled(SIGQUIT)
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGQUIT && said == "")
    }

    @Test("A key and recorded verdicts come through pipes")
    func others() throws {
        let tool = try CaptureToolTests.tool()
        defer { tool.remove() }
        try tool.write("0123456789abcdef0123456789abcdef\n", to: "plain")
        let redact = "capture redact field.jsonl -o - --key"
        let slow = try Self.fed(tool, "key", "plain", cut: 3, "\(redact) key")
        let plain = try tool.shell("\"$0\" \(redact) plain")
        #expect(slow == plain && plain.status == 0 && plain.output != "")
        let verdicts = "replay field.jsonl --expect"
        _ = try tool.shell("\"$0\" \(verdicts) golden.jsonl --update")
        let golden = try Self.fed(tool, "pipe", "golden.jsonl", cut: 300, "\(verdicts) pipe")
        #expect(golden == .init(status: 0, output: "13 payloads: all as expected\n", errors: ""))
    }
}
