import Foundation
import TestSupport
import Testing

@testable import LabCommand

/// The verbs behind `capture`, as processes.
@Suite("The executable and captures", .serialized)
struct CaptureToolTests {
    static let log = "Fixtures/Captures/import/"

    /// A folder with the captures of the project in it, and the examples of apps.
    static func tool(_ files: [String: String] = [:]) throws -> Tool {
        let tool = try Tool(files: files)
        for name in ProjectFiles.tree(under: ProjectFiles.fixtures("Captures")) {
            let bytes = try #require(ProjectFiles.bytes(ProjectFiles.fixtures("Captures/\(name)")))
            try tool.write("", to: name)
            try Data(bytes).write(to: tool.folder.appendingPathComponent(name))
        }
        for app in ["list_app.py", "hasty_app.py", "shouldertap_app.py"] {
            let bytes = try #require(ProjectFiles.bytes(ProjectFiles.fixtures("Apps/\(app)")))
            try tool.write(String(decoding: bytes, as: UTF8.self), to: app)
        }
        return tool
    }

    @Test("Files of every form become one capture, and unusable ones are reported")
    func imports() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let outcome = try tool.run("capture", "import", "import", "-o", "all.jsonl")
        #expect(
            outcome
                == .init(
                    status: 65,
                    output: """
                        all.jsonl: 12 payloads from 7 files
                        5 of them were rebuilt from printed dictionaries, which show 1 and "1" in the same way: \
                        the key determines which values are numbers

                        """,
                    errors: """
                        shouldertap: import/cut-off.log:1: the dictionary is cut off: another line of the log follows
                        shouldertap: import/cut-off.log:6: the dictionary cannot be read: a value has no ';' after it
                        shouldertap: import/cut-off.log:7: the dictionary cannot be read: \
                        the log shows only a part of the data
                        shouldertap: import/cut-off.log:8: the dictionary is cut off: its brackets do not match
                        shouldertap: import/cut-off.log:9: the dictionary is cut off: the log ends
                        shouldertap: import/empty.json:1: the file is empty
                        shouldertap: import/no-lines.jsonl:1: the file has no payload: every line is empty
                        shouldertap: import/nothing.txt:1: the log contains no payload

                        """))
        #expect(
            try tool.run("capture", "check", "all.jsonl")
                == .init(status: 0, output: "all.jsonl: valid, 12 entries\n", errors: ""))
        let kinds = try tool.run("replay", "all.jsonl", "--quiet", "--fail-on", "mdm")
        #expect(kinds == .init(status: 0, output: "", errors: ""))
    }

    @Test("A capture is imported unchanged, also to standard output")
    func importsCapture() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let outcome = try tool.run("capture", "import", "field.jsonl", "-o", "-")
        #expect(outcome == .init(status: 0, output: try tool.read("field.jsonl"), errors: ""))
    }

    @Test("An import masks tokens and authorization outside the payload, which it does not change")
    func importsWithoutSecrets() throws {
        let (token, proof) = (String(repeating: "ab", count: 32), "eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmVk")
        let payload = #"{\"aps\":{\"alert\":\"secret\"},\"token\":\"of the app\"}"#
        let entry = """
            {"time":0,"channel":"apns","token":"\(token)",\
            "headers":[{"name":":path","value":"/3/device/\(token)"},\
            {"name":"authorization","value":"bearer \(proof)"}],\
            "payload":"\(payload)"}

            """
        let capture = "{\"shouldertapCapture\":1}\n" + entry + entry
        let tool = try Tool(files: ["a.jsonl": capture, "key": "000102030405060708090a0b0c0d0e0f", "short": "00"])
        defer { tool.remove() }
        func run(_ words: String) throws -> Tool.Outcome { try tool.shell("\"$0\" capture import a.jsonl \(words)") }
        let hidden = """
            2 of them had tokens or authorization outside the payload, which are now masked: \
            shouldertap capture redact masks payloads too

            """
        #expect(try run("-o b.jsonl").output == "b.jsonl: 2 payloads from 1 file\n" + hidden)
        let written = try tool.read("b.jsonl")
        #expect(!written.contains(token) && !written.contains(proof))
        #expect(written.components(separatedBy: "\"payload\":\"\(payload)\"").count == 3)
        let devices = written.matches(of: /"device":"([0-9a-f]{32})"/).map(\.output.1)
        #expect(devices.count == 2 && devices.first == devices.last)
        // What is hidden already stays as it is, and is not counted.
        #expect(try tool.shell("\"$0\" capture import b.jsonl -o -").output == written)
        #expect(
            try run("-o c.jsonl --key key && \"$0\" capture import a.jsonl -o - --key key | cmp - c.jsonl").status == 0)
        #expect(try run("-o - --keep-secrets").output == capture)
        #expect(
            try run("-o d.jsonl --keep-secrets").output == """
                d.jsonl: 2 payloads from 1 file
                2 of them contain tokens or authorization: shouldertap capture redact removes them

                """)
        #expect(try run("-o b.jsonl --append --key key").errors == "")
        let new =
            "shouldertap: this import uses new pseudonyms; with '--key FILE' a token keeps its pseudonym\n"
        #expect(
            try run("-o b.jsonl --append")
                == .init(status: 0, output: "b.jsonl: 2 payloads from 1 file\n" + hidden, errors: new))
        #expect(try run("-o e.jsonl --key short").status == 65)
    }

    @Test("Forms and channels are those of the options")
    func forms() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let words = ["capture", "import", "-", "-o", "-", "--as", "log", "--channel=wns"]
        let process = try tool.shell("printf 'a {\"aps\":{}} b' | \"$0\" \(words.joined(separator: " "))")
        #expect(
            process.output
                == "{\"shouldertapCapture\":1}\n"
                + #"{"channel":"wns","source":"-:1","payload":"{\"aps\":{}}"}"# + "\n")
    }

    @Test("After a torn last line a new line is started")
    func appends() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let torn = try tool.read("torn.jsonl")
        #expect(!torn.hasSuffix("\n"))
        #expect(try tool.run("capture", "import", "import/tap.json", "--append", "-o", "torn.jsonl").status == 0)
        #expect(try tool.read("torn.jsonl").hasPrefix(torn + "\n{\"shouldertapCapture\":1}\n"))
        #expect(
            try tool.run("capture", "check", "torn.jsonl")
                == .init(
                    status: 65, output: "torn.jsonl: 3 entries, with the problems above\n",
                    errors: "shouldertap: torn.jsonl:4: the line is cut off in the middle of an entry\n"))
        // Without --append the file is another one.
        #expect(try tool.run("capture", "import", "import/tap.json", "-o", "torn.jsonl").status == 0)
        #expect(try tool.run("capture", "check", "torn.jsonl").output == "torn.jsonl: valid, 1 entry\n")
    }

    @Test(
        "Nothing is appended to a file that is not a capture",
        arguments: ["garbage", "{\"shouldertapCapture\":2}\n", "{}\n"])
    func appendsToCapturesAlone(_ there: String) throws {
        let tool = try Tool(files: ["a.json": "{}", "there": there])
        defer { tool.remove() }
        let outcome = try tool.run("capture", "import", "a.json", "--append", "-o", "there")
        #expect(outcome.status == 65 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("shouldertap: cannot append to 'there': "))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try tool.read("there") == there)
    }

    @Test("If there is nothing to import, everything stays unchanged", arguments: ["", " --append"])
    func nothing(_ option: String) throws {
        let old = "{\"shouldertapCapture\":1}\nold"
        let tool = try Tool(files: ["empty.json": "", "old.jsonl": old])
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" capture import empty.json -o old.jsonl\(option)")
        #expect(outcome.status == 66)
        #expect(outcome.errors.hasSuffix("shouldertap: nothing was imported, so nothing was written\n"))
        #expect(try tool.read("old.jsonl") == old)
        #expect(try tool.shell("\"$0\" capture import empty.json -o new.jsonl\(option)").status == 66)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).sorted() == [
                "empty.json", "old.jsonl",
            ])
    }

    @Test("Loops, pipes and folders without permission in a folder are reported without waiting")
    func trees() throws {
        let tool = try Tool(files: ["in/a.json": "{}", "in/no/b.json": "{}"])
        defer { tool.remove() }
        let manager = FileManager.default
        let folder = tool.folder.appendingPathComponent("in")
        for (name, target) in [("loop", "."), ("one.json", "two.json"), ("two.json", "one.json")] {
            try manager.createSymbolicLink(
                atPath: folder.appendingPathComponent(name).path, withDestinationPath: target)
        }
        #expect(mkfifo(folder.appendingPathComponent("pipe.json").path, 0o600) == 0)
        try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.appendingPathComponent("no").path)
        defer {
            try? manager.setAttributes(
                [.posixPermissions: 0o700], ofItemAtPath: folder.appendingPathComponent("no").path)
        }
        let outcome = try tool.shell("\(Tool.unprivileged) \"$0\" capture import in -o out.jsonl")
        #expect(outcome.status == 66)
        #expect(
            outcome.errors
                == "shouldertap: skipping 'in/loop': links to folders are not followed\n"
                + "shouldertap: cannot read 'in/no': Permission denied\n"
                + "shouldertap: cannot read 'in/one.json': Too many levels of symbolic links\n"
                + "shouldertap: skipping 'in/pipe.json': it is not a regular file\n"
                + "shouldertap: cannot read 'in/two.json': Too many levels of symbolic links\n")
        #expect(outcome.output == "out.jsonl: 1 payload from 1 file\n")
    }

    @Test("Files of a folder that may not have payloads are counted")
    func others() throws {
        let tool = try Tool(files: [
            "in/a.json": "{}", "in/b.out": "{}", "in/c/d.json.gz": "", "in/.e": "{}", "f.out": "x",
        ])
        defer { tool.remove() }
        let outcome = try tool.run("capture", "import", "in", "-o", "out.jsonl")
        #expect(
            outcome.errors
                == "shouldertap: skipping 2 files in the folder 'in'; their names do not end in "
                + ".json .apns .jsonl .ndjson .log .txt\n")
        #expect(outcome.output == "out.jsonl: 1 payload from 1 file\n")
        #expect(outcome.status == 0)
    }

    @Test("The output file is not read, under any name")
    func itself() throws {
        let tool = try Tool(files: ["in/a.json": "{}", "in/out.jsonl": "{\"shouldertapCapture\":1}\n"])
        defer { tool.remove() }
        let outcome = try tool.run("capture", "import", "in", "--append", "-o", "./in/out.jsonl")
        #expect(outcome.errors == "shouldertap: skipping 'in/out.jsonl': it is the output file\n")
        #expect(outcome.output == "./in/out.jsonl: 1 payload from 1 file\n")
    }

    @Test(
        "A full disk is reported in one sentence, with exit status 74",
        arguments: [
            "capture import field.jsonl -o /dev/full", "capture import field.jsonl --append -o /dev/full",
            "capture redact field.jsonl -o /dev/full", "replay field.jsonl --quiet --expect /dev/full --update",
            "replay field.jsonl --quiet --junit /dev/full",
        ])
    func fullDisk(_ words: String) throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return print("no /dev/full: not checked") }
        let tool = try Self.tool()
        defer { tool.remove() }
        let outcome = try tool.shell("\"$0\" \(words)")
        let sentence = "cannot write '/dev/full': No space left on device; nothing was written"
        #expect(outcome.status == 74)
        #expect(outcome.errors == "shouldertap: \(sentence)\n")
    }

    @Test(
        "A reader that closes the output is not an error",
        arguments: ["capture import a.jsonl -o -", "replay a.jsonl", "replay --json a.jsonl"])
    func closedPipe(_ words: String) throws {
        let entry = #"{"channel":"apns","payload":"{\"aps\":{}}"}"# + "\n"
        let tool = try Tool(files: ["a.jsonl": "{\"shouldertapCapture\":1}\n" + String(repeating: entry, count: 20_000)]
        )
        defer { tool.remove() }
        let outcome = try tool.shell("{ \"$0\" \(words); echo $? >&2; } | true")
        #expect(outcome == .init(status: 0, output: "", errors: "0\n"))
    }

    @Test(
        "A reader that closes the output does not hide a failure",
        arguments: [
            ("replay many.jsonl --quiet --fail-on background", "1\n"), ("parse bad.jsonl", "1\n"),
            ("replay many.jsonl --fail-on foreign", "1\n"),
            ("demo --app false", "70\n"), ("capture check bad.jsonl", "65\n"),
            ("run late-tap.yaml --app 'exec python3 hasty_app.py'", "1\n"),
            ("explore late-tap.yaml --seeds 3 --bugs none --app 'exec python3 hasty_app.py'", "1\n"),
            ("run late-tap.yaml --history - --app 'exec python3 hasty_app.py'", "1\n"),
            ("run late-tap.yaml --plan - --app 'exec python3 hasty_app.py'", "1\n"),
            ("explore late-tap.yaml --seeds 3 --bugs none --junit - --app 'exec python3 hasty_app.py'", "1\n"),
            ("parse taps.jsonl --json --expect background", "1\n"),
        ])
    func closedPipeBehindFailure(_ words: String, _ status: String) throws {
        let entry = #"{"channel":"apns","payload":"{\"aps\":{\"content-available\":1}}"}"# + "\n"
        let tool = try Self.tool([
            "many.jsonl": "{\"shouldertapCapture\":1}\n" + String(repeating: entry, count: 20_000)
                + #"{"channel":"apns","payload":"{}"}"# + "\n",
            "bad.jsonl": "{\"shouldertapCapture\":1}\n" + String(repeating: "x\n", count: 20_000),
            "taps.jsonl": String(repeating: "{\"aps\":{\"content-available\":1}}\n", count: 20_000) + "{}\n",
        ])
        defer { tool.remove() }
        #expect(try tool.run("replay", "late-tap.jsonl", "--to-scenario", "late-tap.yaml").status == 0)
        #expect(try tool.shell("{ \"$0\" \(words) 2>x; echo $? >&2; } | true").errors == status)
    }

    @Test("A reader that closes the output does not prevent an output file")
    func closedPipeBesideFiles() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let entry = #"{"channel":"apns","payload":"{\"aps\":{}}"}"# + "\n"
        let capture = "{\"shouldertapCapture\":1}\n" + String(repeating: entry, count: 20_000)
        try tool.write(capture, to: "many.jsonl")
        let words = "replay many.jsonl --json --expect g --update --junit r.xml"
        #expect(try tool.shell("{ \"$0\" \(words); echo $? >&2; } | true").errors == "0\n")
        #expect(try tool.read("g").split(separator: "\n").count == 20_001)
        #expect(try tool.read("r.xml").contains("failures=\"0\""))
    }

    @Test("Without standard error, its text does not end up in a file")
    func noStandardError() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        #expect(try tool.shell("\"$0\" capture redact torn.jsonl -o a.jsonl 2>&-").status == 65)
        #expect(try tool.run("capture", "check", "a.jsonl").output == "a.jsonl: valid, 2 entries\n")
        // Whatever is not there fails as it did.
        #expect(try tool.shell("\"$0\" capture check - <&-").status == 66)
        #expect(try tool.shell("\"$0\" capture check field.jsonl >&-").status == 74)
    }

    @Test(
        "An interrupted import leaves the old file unchanged",
        arguments: [(false, 130), (true, 143)] as [(Bool, Int32)])
    func interrupted(_ terminate: Bool, _ status: Int32) throws {
        let tool = try Tool(files: ["old.jsonl": "old"])
        defer { tool.remove() }
        let process = tool.process(["capture", "import", "-", "-o", "old.jsonl"])
        let (input, errors) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardError = errors
        try process.run()
        // The complaint proves that the tool is past its start and waits for more.
        input.fileHandleForWriting.write(Data("{\"shouldertapCapture\":1}\nnonsense\n".utf8))
        let complaint = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
        #expect(complaint.hasPrefix("shouldertap: -:2:1: the line is not JSON"))
        if terminate { process.terminate() } else { process.interrupt() }
        process.waitUntilExit()
        #expect(process.terminationStatus == status)
        #expect(try tool.read("old.jsonl") == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: tool.folder.path) == ["old.jsonl"])
    }

    @Test("Each bad line of a capture is reported")
    func checks() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let outcome = try tool.run("capture", "check", "broken.jsonl", "one-afternoon.jsonl", "field.jsonl")
        #expect(
            outcome
                == .init(
                    status: 65,
                    output: """
                        broken.jsonl: 2 entries, with the problems above
                        one-afternoon.jsonl: 0 entries, with the problems above
                        field.jsonl: valid, 13 entries

                        """,
                    errors: """
                        shouldertap: broken.jsonl:3:2: unknown key 'chanel': did you mean 'channel'?
                        shouldertap: broken.jsonl:4: the line is cut off in the middle of an entry
                        shouldertap: broken.jsonl:5:12: channel must be apns, fcm, wns or rest
                        shouldertap: broken.jsonl:6:35: payloadBase64 must be base64
                        shouldertap: broken.jsonl:7:1: the line is not a JSON object
                        shouldertap: broken.jsonl:8:44: headers must be an array of {"name":…,"value":…}
                        shouldertap: broken.jsonl:9:1: the capture has version 2, but this tool reads only version 1
                        shouldertap: one-afternoon.jsonl:1: the file is not a capture: its first line is not a header; \
                        use 'capture import' for payloads

                        """))
    }

    @Test("Of many bad lines the first are reported, and the rest counted")
    func manyComplaints() throws {
        let tool = try Tool(files: ["a.jsonl": "{\"shouldertapCapture\":1}\n" + String(repeating: "x\n", count: 100)])
        defer { tool.remove() }
        let errors = try tool.run("capture", "check", "a.jsonl").errors.split(separator: "\n")
        #expect(errors.count == 21 && errors.last == "shouldertap: a.jsonl: and 80 more like these")
    }

    @Test("Entries become files for a Simulator, all or one")
    func exports() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let all = try tool.run("capture", "export", "field.jsonl", "-o", "cases")
        #expect(all.status == 65)
        #expect(all.output == "cases: 10 .apns files\n")
        #expect(
            all.errors == """
                shouldertap: field.jsonl:12: it is not a JSON object, but a Simulator accepts nothing else
                shouldertap: field.jsonl:14: it was sent over fcm, but a Simulator accepts only apns
                shouldertap: field.jsonl:15: it was sent over wns, but a Simulator accepts only apns

                """)
        #expect(
            try tool.read("cases/field-8.apns").hasPrefix(#"{"Simulator Target Bundle":"com.example.notes","aps":{"#))
        #expect(try tool.run("parse", "--expect", "tap", "cases/field-2.apns").status == 0)
        let one = try tool.run("capture", "export", "field.jsonl", "-o", "one", "--line", "8", "--bundle", "com.b")
        #expect(one == .init(status: 0, output: "one: 1 .apns file\n", errors: ""))
        let none = try tool.run("capture", "export", "field.jsonl", "-o", "one", "--line", "13")
        #expect(none.errors == "shouldertap: field.jsonl:13: this line has no entry\n" && none.status == 65)
    }

    @Test("Figures, for people and for machines")
    func stats() throws {
        let tool = try Self.tool()
        defer { tool.remove() }
        let text = try tool.run("capture", "stats", "field.jsonl")
        #expect(text.status == 0)
        #expect(text.output.hasPrefix("13 payloads, 1487 bytes, 2 devices (11 apns, 1 fcm, 1 wns)\n\nkinds\n"))
        #expect(text.output.contains("  1 hour over the budget of 3, at most 4 taps\n"))
        #expect(
            text.output.hasSuffix(
                """
                order and other observations
                  1 duplicate of a push to the same device
                  1 burst to one device, the longest of 4
                  1 entry earlier than the entry before
                  2 silent pushes at priority 10, not 5
                  2 without a time

                """))
        let json = try tool.run("capture", "stats", "--json", "field.jsonl", "torn.jsonl")
        #expect(json.status == 65)
        #expect(json.output.hasPrefix(#"{"payloads":15,"bytes":1823,"unreadable":1,"timed":13,"devices":2,"#))
        #expect(json.output.hasSuffix(#""bursts":1,"longestBurst":4,"inversions":1,"urgentWakes":2}"# + "\n"))
    }

    @Test("Nothing in a capture or its name is a workflow command")
    func commands() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let name = "::error title=x::y"
        let headers = ["apns-priority", "apns-push-type"].map { #"{"name":"\#($0)","value":"::error::\#($0)"}"# }
        let line = #"{"channel":"apns","headers":[\#(headers.joined(separator: ","))],"payload":"{\"aps\":{}}"}"#
        try tool.write("{\"shouldertapCapture\":1}\n\(line)\n{\n", to: name)
        for words in [
            ["capture", "stats", name], ["capture", "check", name], ["replay", name],
            ["capture", "export", name, "-o", name],
            ["capture", "redact", name, "-o", "\(name) 2"], ["capture", "import", name, "-o", "\(name) 3"],
            ["replay", name, "--expect", "\(name) 4"], ["replay", name, "--to-scenario", "\(name) 5"],
            ["parse", name],
        ] {
            let quoted = words.map { "'\($0)'" }.joined(separator: " ")
            let said = try tool.shell("\"$0\" \(quoted) 2>&1").output
            let lines = said.split(separator: "\n").map { $0.drop { $0 == " " } }
            #expect(!lines.isEmpty && !lines.contains { $0.hasPrefix("::") }, "\(words): \(said)")
        }
    }

    @Test("The schema is printed")
    func schema() throws {
        let tool = try Tool()
        defer { tool.remove() }
        #expect(try tool.run("capture", "schema").output.hasPrefix("{\n  \"$schema\""))
    }
}
