import Foundation
import TestSupport
import Testing

@testable import LabCommand

/// What a verb writes leaves alone what it reads, what was there, and who may see it.
@Suite("Careful output", .serialized)
struct OutputCareTests {
    static let capture = GoldenCareTests.capture

    /// A folder with a capture, two names for it, and a link to where nothing is.
    static func tool() throws -> Tool {
        let tool = try Tool(files: ["a.jsonl": Self.capture, "far/old": "old"])
        let manager = FileManager.default
        for (name, target) in [("link", "a.jsonl"), ("away", "far/old"), ("empty", "far/new")] {
            try manager.createSymbolicLink(
                atPath: tool.folder.appendingPathComponent(name).path, withDestinationPath: target)
        }
        try manager.linkItem(
            at: tool.folder.appendingPathComponent("a.jsonl"), to: tool.folder.appendingPathComponent("hard"))
        return tool
    }

    static let doubles = [
        ("capture redact a.jsonl -o a.jsonl", "cannot write 'a.jsonl': it is also read"),
        ("capture redact a.jsonl -o ./a.jsonl", "'./a.jsonl': it is the same file as 'a.jsonl', which is also read"),
        ("capture redact a.jsonl -o link", "'link': it is the same file as 'a.jsonl', which is also read"),
        ("capture redact link -o hard", "'hard': it is the same file as 'link', which is also read"),
        ("capture redact a.jsonl --key hard -o link", "'link': it is the same file as 'a.jsonl', which is also read"),
        ("capture redact - -o link <a.jsonl", "'link': it is the same file as standard input, which is also read"),
        (
            "capture redact a.jsonl -o - >>a.jsonl",
            "standard output: it is the same file as 'a.jsonl', which is also read"
        ),
        ("capture import a.jsonl -o hard", "'hard': it is the same file as 'a.jsonl', which is also read"),
        ("capture import a.jsonl --append -o link", "'link': it is the same file as 'a.jsonl', which is also read"),
        ("replay a.jsonl --expect link --update", "'link': it is the same file as 'a.jsonl', which is also read"),
        ("replay a.jsonl --junit hard", "'hard': it is the same file as 'a.jsonl', which is also read"),
        ("replay a.jsonl --to-scenario hard", "'hard': it is the same file as 'a.jsonl', which is also read"),
        ("replay a.jsonl --expect g --junit g", "cannot write 'g': it is also read"),
        ("replay a.jsonl --expect g --update --junit g", "cannot write 'g': it is also written"),
    ]

    @Test("An output that is also an input is refused, under any name", arguments: doubles)
    func refused(_ words: String, _ sentence: String) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let before = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).sorted()
        let outcome = try tool.shell("\"$0\" \(words)")
        Self.expectRefusal(outcome, sentence)
        #expect(try tool.read("a.jsonl") == Self.capture)
        #expect(try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).sorted() == before)
    }

    private static func expectRefusal(_ outcome: Tool.Outcome, _ sentence: String) {
        #expect(outcome.status == 64 && outcome.output == "", "\(outcome)")
        #expect(
            outcome.errors.hasPrefix("shouldertap: cannot write ") && outcome.errors.contains(sentence), "\(outcome)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    }

    static let scenarioDoubles = [
        ("run s.yaml --plan s.yaml", "'s.yaml': it is also read"),
        ("run s.yaml --history ./s.yaml", "'./s.yaml': it is the same file as 's.yaml', which is also read"),
        ("run s.yaml --plan parts/p.yaml", "'parts/p.yaml': it is also read"),
        ("run - --plan parts/p.yaml <parts/p.yaml", "'parts/p.yaml': it is the same file as standard input, which"),
        ("run s.yaml --plan new --history new", "'new': it is also written"),
        ("explore s.yaml --seeds 2 --html s.yaml", "'s.yaml': it is also read"),
        ("explore . --seeds 2 --junit s.yaml", "'s.yaml': it is also read"),
        ("explore s.yaml --seeds 2 --junit new --html new", "'new': it is also written"),
        ("explore . parts --seeds 2 --junit new --html new", "'new': it is also written"),
        ("merge share --junit share", "'share': it is also read"),
    ]

    @Test("An output that would replace a scenario, a part of it, or a share is refused", arguments: scenarioDoubles)
    func scenarios(_ words: String, _ sentence: String) throws {
        let part = "version: 1\nusers: {alice: {phone: ios}}\nsteps:\n  - {at: 5s, publish: {as: n1}}\n"
        let whole = "version: 1\ninclude: parts/p.yaml\nsteps:\n  - {at: 6s, publish: {as: n2}}\n"
        let tool = try Tool(files: ["s.yaml": whole, "parts/p.yaml": part, "share": "{}"])
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" \(words)")
        Self.expectRefusal(outcome, sentence)
        let left = [try tool.read("s.yaml"), try tool.read("parts/p.yaml"), try tool.read("share")]
        #expect(left == [whole, part, "{}"])
        #expect(!FileManager.default.fileExists(atPath: tool.folder.path + "/new"))
    }

    @Test(
        "A device may be read and written", arguments: ["capture redact a.jsonl -o /dev/null --key k --redact aps"])
    func devices(_ words: String) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        try tool.write("000102030405060708090a0b0c0d0e0f", to: "k")
        #expect(try tool.shell("\"$0\" \(words)").status == 0)
    }

    static let writers = [
        "capture redact a.jsonl -o", "capture import a.jsonl -o", "capture import a.jsonl --append -o",
        "replay a.jsonl --quiet --update --expect", "replay a.jsonl --quiet --junit",
    ]

    @Test("A file keeps its permissions, and a link stays one", arguments: writers)
    func kept(_ words: String) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let manager = FileManager.default
        func path(_ name: String) -> String { tool.folder.appendingPathComponent(name).path }
        let old = "{\"shouldertapCapture\":1}\n"
        try tool.write(old, to: "far/old")
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path("far/old"))
        for name in ["away", "empty"] {
            #expect(try tool.shell("umask 022; \"$0\" \(words) \(name)").status == 0)
        }
        #expect(try manager.destinationOfSymbolicLink(atPath: path("away")) == "far/old")
        #expect(try manager.destinationOfSymbolicLink(atPath: path("empty")) == "far/new")
        for (name, permissions) in [("far/old", 0o600), ("far/new", 0o644)] {
            let attributes = try manager.attributesOfItem(atPath: path(name))
            #expect(attributes[.posixPermissions] as? Int == permissions)
            #expect(attributes[.type] as? FileAttributeType == .typeRegular)
            #expect(try tool.read(name) != old)
        }
        #expect(try manager.contentsOfDirectory(atPath: path("far")).sorted() == ["new", "old"])
    }

    @Test("A cycle of links is no file, and forty links in a row are one", arguments: writers)
    func circles(_ words: String) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let manager = FileManager.default
        func path(_ name: String) -> String { tool.folder.appendingPathComponent(name).path }
        for (name, target) in [("one", "other"), ("other", "one")] + (0...40).map({ ("l\($0 + 1)", "l\($0)") }) {
            try manager.createSymbolicLink(atPath: path(name), withDestinationPath: target)
        }
        for name in ["one", "l41"] {
            let outcome = try tool.shell("\"$0\" \(words) \(name)")
            let sentence = "cannot write '\(name)': Too many levels of symbolic links"
            #expect(outcome.status == 74 && outcome.errors.contains(sentence), "\(outcome)")
        }
        #expect(try manager.destinationOfSymbolicLink(atPath: path("one")) == "other")
        #expect(try manager.destinationOfSymbolicLink(atPath: path("other")) == "one")
        #expect(!manager.fileExists(atPath: path("l0")))
        #expect(try tool.shell("\"$0\" \(words) l40").status == 0)
        #expect(try manager.attributesOfItem(atPath: path("l0"))[.type] as? FileAttributeType == .typeRegular)
    }

    @Test("A read-only file is left unchanged, even for its owner and root", arguments: writers)
    func readOnly(_ words: String) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let far = tool.folder.appendingPathComponent("far").path
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: "\(far)/old")
        for name in ["far/old", "away"] {
            let outcome = try tool.shell("\"$0\" \(words) \(name)")
            #expect(
                outcome.status == 74 && outcome.errors.contains("cannot write '\(name)': Permission denied"),
                "\(outcome)")
        }
        #expect(try tool.read("far/old") == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: far) == ["old"])
    }

    static let streams = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "./out", "-"]

    @Test("Standard output may be named, and is appended to", arguments: streams)
    func standardOutput(_ name: String) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        try FileManager.default.createSymbolicLink(
            atPath: tool.folder.appendingPathComponent("out").path, withDestinationPath: "/dev/stdout")
        for words in ["capture redact a.jsonl -o", "capture import a.jsonl -o", "capture import a.jsonl --append -o"] {
            for stream in [" > f", " | cat > f", " >> f"] {
                try tool.write("old\n", to: "f")
                let line = "{ echo first; \"$0\" \(words) \(name); echo last; }\(stream)"
                // It is the same file still.
                let outcome = try tool.shell("exec 3<f; \(line); test f -ef /proc/self/fd/3")
                #expect(outcome == .init(status: 0, output: "", errors: ""), "\(words)\(stream)")
                let old = stream == " >> f" ? "old\n" : ""
                let text = try tool.read("f")
                let isWhole = text.hasPrefix("\(old)first\n{\"shouldertapCapture\":1") && text.hasSuffix("}\nlast\n")
                #expect(isWhole, "\(words)\(stream): \(text)")
            }
        }
        let words = "\"$0\" capture redact a.jsonl -o"
        #expect(try tool.shell("\(words) /dev/fd/5 5>g >/dev/null; cat g").output.hasPrefix("{\"shouldertapCapture"))
        #expect(try tool.shell("\(words) /dev/stdout >> a.jsonl").status == 64)
    }

    @Test(
        "An empty name is not a value",
        arguments: ["replay a.jsonl --junit=", "replay a.jsonl --expect=", "capture redact a.jsonl -o b --key="])
    func empty(_ words: String) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" \(words)")
        #expect(outcome.status == 64 && outcome.errors.contains("value '' of '--"), "\(outcome)")
    }

    @Test(
        "If interrupted while it waits for a pipe, it ends with that status",
        arguments: [["replay", "pipe"], ["capture", "stats", "pipe"], ["replay", "a.jsonl", "--expect", "pipe"]],
        [(false, 130), (true, 143)] as [(Bool, Int32)])
    func pipes(_ words: [String], _ ending: (terminate: Bool, status: Int32)) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let pipe = tool.folder.appendingPathComponent("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let process = tool.process(words)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        // A writer gets through only once the reader has opened its end.
        let writer = open(pipe, O_WRONLY | O_CLOEXEC)
        defer { close(writer) }
        if ending.terminate { process.terminate() } else { process.interrupt() }
        process.waitUntilExit()
        #expect(process.terminationStatus == ending.status)
    }

    @Test("Exported files do not replace existing files, and are not written twice")
    func exports() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        try tool.write(Self.capture.replacing("hi", with: "ho"), to: "far/a.jsonl")
        let words = "capture export a.jsonl far/a.jsonl hard -o cases --bundle com.example"
        for _ in 0..<2 {
            let outcome = try tool.shell("\"$0\" \(words)")
            #expect(outcome == .init(status: 0, output: "cases: 3 .apns files\n", errors: ""))
            let names = try FileManager.default.contentsOfDirectory(
                atPath: tool.folder.appendingPathComponent("cases").path)
            #expect(names.sorted() == ["a-2-2.apns", "a-2.apns", "hard-2.apns"])
            #expect(try tool.read("cases/a-2.apns").contains("hi") && tool.read("cases/a-2-2.apns").contains("ho"))
        }
        try FileManager.default.createSymbolicLink(
            atPath: tool.folder.appendingPathComponent("cases/link-2.apns").path, withDestinationPath: "../far/old")
        #expect(try tool.shell("\"$0\" capture export link -o cases").status == 0)
        #expect(try tool.read("far/old") == "old" && tool.read("cases/link-2-2.apns").contains("hi"))
    }

    @Test("An entry that is not a file is not read to compare it with an exported one", .timeLimit(.minutes(1)))
    func exportsBesidePipes() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let outcome = try tool.shell(
            "mkdir -p c/a-2-2.apns; mkfifo c/a-2.apns; ln -s a-2.apns c/a-2-3.apns; ln -s /dev/zero c/a-2-4.apns; "
                + "ln -s none c/a-2-5.apns; \"$0\" capture export a.jsonl -o c --bundle a.b; "
                + "test -p c/a-2.apns && cat c/a-2-6.apns")
        #expect(outcome.status == 0 && outcome.errors == "" && outcome.output.contains("hi"), "\(outcome)")
        let names = try FileManager.default.contentsOfDirectory(atPath: tool.folder.appendingPathComponent("c").path)
        #expect(names.sorted() == ["a-2-2.apns", "a-2-3.apns", "a-2-4.apns", "a-2-5.apns", "a-2-6.apns", "a-2.apns"])
    }

    /// Runs a program on whose errors a terminal listens, until it says something. Then it is sent a signal, or what it
    /// writes into a pipe is read.
    static let watcher = """
        import os, subprocess, sys
        terminal, errors = os.openpty()
        tool = subprocess.Popen(sys.argv[2:], stderr=errors, stdout=subprocess.DEVNULL)
        said = os.read(terminal, 4096)
        if sys.argv[1].isdigit():
            tool.send_signal(int(sys.argv[1]))
        else:
            with open(sys.argv[1], "rb") as pipe: said = pipe.read()
        sys.stdout.buffer.write(said)
        sys.exit(tool.wait())
        """

    @Test(
        "The status line says what the tool waits for, and a signal ends the wait",
        arguments: [
            ("replay pipe", "waiting for 'pipe'"),
            ("capture redact a.jsonl -o pipe", "waiting for a reader of 'pipe'"),
            ("replay a.jsonl --quiet --junit pipe", "waiting for a reader of 'pipe'"),
        ], [(2, 130), (15, 143)] as [(Int32, Int32)])
    func waiting(_ waiting: (words: String, sentence: String), _ ending: (signal: Int32, status: Int32)) throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        #expect(mkfifo(tool.folder.appendingPathComponent("pipe").path, 0o600) == 0)
        let outcome = try tool.shell("python3 -c '\(Self.watcher)' \(ending.signal) \"$0\" \(waiting.words)")
        #expect(outcome == .init(status: ending.status, output: "\r\u{1B}[K\(waiting.sentence)", errors: ""))
    }

    @Test("A pipe gets the output when somebody reads it")
    func readPipe() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let outcome = try tool.shell(
            "mkfifo p; python3 -c '\(Self.watcher)' p \"$0\" capture redact a.jsonl -o p")
        #expect(outcome == .init(status: 0, output: Self.capture, errors: ""))
    }
}
