import Foundation
import Testing

@testable import LabCommand

/// What holds whatever the library says of a payload.
@Suite("The executable", .serialized)
struct ToolTests {
    @Test("Version and help go to standard output")
    func tells() throws {
        let tool = try Tool()
        defer { tool.remove() }
        #expect(try tool.run("--version") == .init(status: 0, output: "shouldertap 0.1.0\n", errors: ""))
        #expect(try tool.run("--help") == .init(status: 0, output: HelpText.tool(), errors: ""))
        let page = try #require(VerbTable.verb(named: "parse").map(HelpText.verb))
        #expect(try tool.run("parse", "--help") == .init(status: 0, output: page, errors: ""))
        #expect(try tool.run("help", "parse") == .init(status: 0, output: page, errors: ""))
        #expect(try tool.run() == .init(status: 64, output: "", errors: HelpText.tool()))
    }

    @Test("A typo in a verb")
    func typo() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let expected = "shouldertap: unknown option '--jsno': did you mean '--json'?\nsee 'shouldertap parse --help'\n"
        #expect(try tool.run("parse", "--jsno", "x") == .init(status: 64, output: "", errors: expected))
    }

    @Test("A missing file is reported with a suggestion, and the others are still read")
    func missing() throws {
        let tool = try Tool(files: ["alert.json": "{}", "sub/tap.json": "{}"])
        defer { tool.remove() }
        let outcome = try tool.run("parse", "alrt.json", "sub/tip.json", "other", "alert.json")
        #expect(outcome.status == 66)
        #expect(
            outcome.errors == """
                shouldertap: cannot read 'alrt.json': No such file or directory: did you mean 'alert.json'?
                shouldertap: cannot read 'sub/tip.json': No such file or directory: did you mean 'sub/tap.json'?
                shouldertap: cannot read 'other': No such file or directory

                """)
        #expect(outcome.output.hasPrefix("alert.json  ") && outcome.output.split(separator: "\n").count == 1)
    }

    @Test("Directories are read in byte order, without hidden files, linked directories and other files")
    func directories() throws {
        let tool = try Tool(files: [
            "in/b.json": "{}", "in/B.apns": "{}", "in/a/z.json": "{}", "in/a.jsonl": "{}\n\n{}", "in/c.txt": "{}",
            "in/.hidden/x.json": "{}", "in/.y.json": "{}", "in/\u{E9}.ndjson": "{}", "else/q.json": "{}",
            "none/x.txt": "",
        ])
        defer { tool.remove() }
        let manager = FileManager.default
        try manager.createSymbolicLink(
            at: tool.folder.appendingPathComponent("in/loop"),
            withDestinationURL: tool.folder.appendingPathComponent("in"))
        try manager.createSymbolicLink(
            at: tool.folder.appendingPathComponent("in/d.json"),
            withDestinationURL: tool.folder.appendingPathComponent("else/q.json"))
        let outcome = try tool.run("parse", "--json", "in")
        let sources = outcome.output.split(separator: "\n").map { $0.split(separator: "\"")[3] }
        #expect(
            sources == [
                "in/B.apns", "in/a/z.json", "in/a.jsonl", "in/a.jsonl", "in/b.json", "in/d.json", "in/\u{E9}.ndjson",
            ])
        #expect(outcome.errors.isEmpty)
        #expect(
            try tool.run("parse", "none")
                == .init(
                    status: 66, output: "",
                    errors: "shouldertap: no payloads in 'none': no file ends in .json .apns .jsonl .ndjson"
                        + " (hidden files and folders are skipped)\n"))
    }

    @Test("Standard input is one payload, or one per line")
    func standardInput() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let whole = try tool.run("parse", "--json", "-", input: "{\n}\n")
        #expect(whole.output.hasPrefix(#"{"source":"-","bytes":4,"#) && whole.output.utf8.count { $0 == 0x0A } == 1)
        let lines = try tool.run("parse", "--json", "--lines", "-", input: "{}\r\n\n{ }")
        let rows = lines.output.split(separator: "\n")
        #expect(rows.count == 2)
        #expect(rows.first?.hasPrefix(#"{"source":"-","line":1,"bytes":2,"#) == true)
        #expect(rows.last?.hasPrefix(#"{"source":"-","line":3,"bytes":3,"#) == true)
    }

    @Test("A payload far over the limits is counted to its end")
    func huge() throws {
        let size = PayloadText.mostKept + 12_345
        let tool = try Tool(files: ["big.json": String(repeating: "x", count: size)])
        defer { tool.remove() }
        #expect(try tool.run("parse", "--json", "big.json").output.contains("\"bytes\":\(size),"))
    }

    @Test("--quiet prints only errors")
    func quiet() throws {
        let tool = try Tool(files: ["a.json": "{}"])
        defer { tool.remove() }
        #expect(try tool.run("parse", "--quiet", "a.json") == .init(status: 0, output: "", errors: ""))
        let missing = try tool.run("parse", "--quiet", "b.jsonx", "a.json")
        #expect(missing.status == 66 && missing.output.isEmpty && !missing.errors.isEmpty)
    }

    @Test(
        "A full disk is reported",
        arguments: [
            ["--version"], ["--help"], ["completions", "bash"], ["demo"], ["demo", "--json"], ["parse", "a.json"],
            ["parse", "a.json", "no.json"],
        ])
    func fullDisk(_ words: [String]) throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else {
            return print("no /dev/full here: not checked")
        }
        let tool = try Tool(files: ["a.json": "{}"])
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" \(words.joined(separator: " ")) >/dev/full")
        #expect(outcome.status == 74)
        #expect(outcome.errors.hasSuffix("shouldertap: cannot write to standard output: No space left on device\n"))
    }

    @Test("A reader that closes the output is not an error, and nothing is printed")
    func closedPipe() throws {
        // More than any pipe holds, so that the tool must notice.
        let tool = try Tool(files: ["a.jsonl": String(repeating: "{}\n", count: 20_000)])
        defer { tool.remove() }
        #expect(try tool.run("parse", "--json", "a.jsonl").output.utf8.count > 1 << 20)
        let outcome = try tool.shell("{ \"$0\" parse --json a.jsonl; echo $? >&2; } | true")
        #expect(outcome == .init(status: 0, output: "", errors: "0\n"))
    }

    @Test(
        "If interrupted while it waits for input, it prints the results so far",
        arguments: [(false, 130), (true, 143)] as [(Bool, Int32)])
    func interrupted(_ terminate: Bool, _ status: Int32) throws {
        let tool = try Tool()
        defer { tool.remove() }
        let process = tool.process(["parse", "--lines", "-"])
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data("{}\n{\"unfinished".utf8))
        // The row proves that the tool is past its start and waits for more.
        let row = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(row.hasPrefix("-:1 "))
        if terminate { process.terminate() } else { process.interrupt() }
        let rest = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == status)
        #expect(rest.hasPrefix("interrupted after 1 payload: "))
    }

    @Test(
        "If interrupted while it waits for a pipe without a writer, or with a silent writer",
        arguments: [(false, false, 130), (true, false, 143), (false, true, 130), (true, true, 143)]
            as [(Bool, Bool, Int32)])
    func interruptedAtPipe(_ terminate: Bool, _ hasWriter: Bool, _ status: Int32) throws {
        let tool = try Tool(files: ["a.json": "{}"])
        defer { tool.remove() }
        #expect(mkfifo(tool.folder.appendingPathComponent("pipe").path, 0o600) == 0)
        let process = tool.process(["parse", "a.json", "pipe"])
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // The row is shown once the tool has to wait for the pipe.
        let row = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(row.hasPrefix("a.json "))
        // A writer gets through only once the reader has opened its end.
        let writer = hasWriter ? open(tool.folder.appendingPathComponent("pipe").path, O_WRONLY | O_CLOEXEC) : nil
        defer { if let writer { close(writer) } }
        if terminate { process.terminate() } else { process.interrupt() }
        let rest = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == status)
        #expect(rest.hasPrefix("interrupted after 1 payload: "))
    }

    @Test("If interrupted while nobody reads its output, it ends at the first signal")
    func interruptedUnheard() throws {
        // More than any pipe holds, so that the tool cannot end by itself.
        let tool = try Tool(files: ["a.jsonl": String(repeating: "{}\n", count: 20_000)])
        defer { tool.remove() }
        let outputs = [Pipe(), Pipe()]
        let processes = try outputs.map { output in
            let process = tool.process(["parse", "--json", "a.jsonl"])
            process.standardOutput = output
            try process.run()
            return process
        }
        for output in outputs {
            // The first byte proves that the tool is past its start.
            var request = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            #expect(poll(&request, 1, -1) == 1)
        }
        processes[0].interrupt()
        processes[1].terminate()
        for process in processes { process.waitUntilExit() }
        #expect(processes.allSatisfy { $0.terminationReason == .exit })
        #expect(processes.map(\.terminationStatus) == [130, 143])
    }

    @Test("A pipe is read to its end, whoever opens it first")
    func pipes() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let outcome = try tool.shell("mkfifo pipe.json; printf '{}' >pipe.json & \"$0\" parse --json pipe.json")
        #expect(outcome.output.hasPrefix(#"{"source":"pipe.json","bytes":2,"#))
    }

    @Test("A recorded verdict matches afterwards, keeps its comments, and leaves no drafts")
    func records() throws {
        let tool = try Tool(files: [
            "a.json": "{}", "b.json": "{}", "b.json.verdict": "# why b\nnonsense\n", "c.jsonl": "{}",
        ])
        defer { tool.remove() }
        #expect(
            try tool.run("parse", "--quiet", "--record", "a.json", "b.json") == .init(status: 0, output: "", errors: "")
        )
        #expect(try tool.read("a.json.verdict").hasPrefix("strict "))
        #expect(try tool.read("b.json.verdict").hasPrefix("# why b\nstrict "))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).sorted()
                == ["a.json", "a.json.verdict", "b.json", "b.json.verdict", "c.jsonl"])
        #expect(
            try tool.run("parse", "--expect", "recorded", "a.json", "b.json")
                == .init(status: 0, output: "2 payloads: all as expected\n", errors: ""))
        let walked = try tool.run("parse", "--expect", "recorded", ".")
        #expect(walked.errors == "shouldertap: skipping './c.jsonl': a verdict is for a file with one payload\n")
        #expect(walked.status == 0)
    }

    @Test("Only empty lines are no input, an endless verdict is no verdict, and a folder too deep is reported")
    func nothingAndTooMuch() throws {
        let tool = try Tool(files: ["e.jsonl": "\n\n", "a.json": "{}"])
        defer { tool.remove() }
        let empty = try tool.run("parse", "--expect", "tap", "e.jsonl")
        #expect(empty.status == 66)
        #expect(empty.errors == "shouldertap: no payloads in 'e.jsonl': every line is empty\n")
        let endless = try tool.shell("ln -s /dev/zero a.json.verdict; \"$0\" parse --expect recorded a.json")
        #expect(endless.status == 66)
        #expect(endless.errors == "shouldertap: cannot read 'a.json.verdict': File too large\n")
        let nested = String(repeating: String(repeating: "d", count: 250) + "/", count: 9)
        let made = try tool.shell("mkdir -p 'a/\(nested)' 'b/\(nested)' && mv b 'a/\(nested)'")
        #expect(made.status == 0)
        let deep = try tool.run("parse", "--quiet", ".")
        #expect(try tool.shell("rm -rf a").status == 0)
        #expect(deep.status == 66)
        #expect(deep.errors.contains(": File name too long\n"))
    }

    @Test("A verdict that is missing, wrong or damaged")
    func recordedMisses() throws {
        let tool = try Tool(files: [
            "none.json": "{}", "wrong.json": "{}", "wrong.json.verdict": "strict mdm\n", "bad.json": "{}",
            "bad.json.verdict": "# x\nstrict alrt\n",
        ])
        defer { tool.remove() }
        let missing = try tool.run("parse", "--expect", "recorded", "none.json")
        #expect(missing.status == 1)
        #expect(missing.output.hasSuffix("the file 'none.json.verdict' is missing; write it with --record\n"))
        let wrong = try tool.run("parse", "--expect", "recorded", "wrong.json")
        #expect(wrong.status == 1)
        #expect(wrong.output.contains("  strict: expected mdm, got "))
        let bad = try tool.run("parse", "--expect", "recorded", "bad.json", "wrong.json")
        #expect(bad.status == 65)
        #expect(bad.errors == "shouldertap: bad.json.verdict:2: unknown kind 'alrt': did you mean 'alert'?\n")
        #expect(try tool.run("parse", "--expect", "recorded", "bad.json", "gone").status == 66)
    }

    @Test("An unreadable verdict is not written again, because its comments would be lost")
    func recordsOverNothingUnread() throws {
        let old = "# why a\n" + String(repeating: "#\n", count: 1 << 19)
        let tool = try Tool(files: ["a.json": "{}", "a.json.verdict": old, "b.json": "{}", "b.json.verdict/x": ""])
        defer { tool.remove() }
        let outcome = try tool.run("parse", "--quiet", "--record", "a.json", "b.json")
        #expect(outcome.status == 66)
        #expect(
            outcome.errors == """
                shouldertap: cannot read 'a.json.verdict': File too large
                shouldertap: cannot read 'b.json.verdict': Is a directory

                """)
        #expect(try tool.read("a.json.verdict") == old)
    }

    @Test("A verdict that cannot be written completely is not written at all")
    func recordsNothingByHalf() throws {
        let tool = try Tool(files: ["a.json": "{}", "a.json.verdict": "# old\n"])
        defer { tool.remove() }
        guard try tool.shell("ulimit -f 0; \"$0\" --version").status == 0 else {
            print("the runtime of this sanitizer cannot start without room for files: not tried")
            return
        }
        let outcome = try tool.shell("ulimit -f 0; \"$0\" parse --quiet --record a.json")
        #expect(outcome.status == 74)
        #expect(outcome.errors == "shouldertap: cannot write 'a.json.verdict': File too large\n")
        #expect(try tool.read("a.json.verdict") == "# old\n")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).sorted()
                == ["a.json", "a.json.verdict"])
    }

    @Test("A name that is not UTF-8 is read, and breaks neither table nor JSON")
    func strangeNames() throws {
        #if os(Linux)
            let tool = try Tool()
            defer { tool.remove() }
            let outcome = try tool.shell(
                "n=$(printf 'a\\377\\033.json'); printf '{}' > \"$n\"; \"$0\" parse \"$n\"; \"$0\" parse --json \"$n\"")
            let rows = outcome.output.split(separator: "\n")
            #expect(outcome.errors.isEmpty && rows.count == 2)
            #expect(rows.first?.hasPrefix("a\\xFF\\x1B.json ") == true)
            #expect(rows.last?.hasPrefix(#"{"source":"a\#u{FFFD}\u001b.json","#) == true)
        #else
            print("file names are always UTF-8 here: not checked")
        #endif
    }
}
