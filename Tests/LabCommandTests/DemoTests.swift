import Foundation
import Basics
import LabReports
import PushLab
import TestSupport
import Testing

@testable import LabCommand

@Suite("The demo", .serialized)
struct DemoTests {
    static func run(_ name: String = "shouldertap", _ words: String...) throws -> Tool.Outcome {
        let tool = try Tool(name)
        defer { tool.remove() }
        return try tool.shell("\"$0\" demo \(words.joined(separator: " "))")
    }

    static func lines(_ words: String...) throws -> [Substring] {
        let outcome = try Self.run("shouldertap", words.joined(separator: " "))
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        return outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test("It fits a page, in columns, and has no colours in a pipe")
    func fitsPage() throws {
        let lines = try Self.lines()
        #expect((40...60).contains(lines.count))
        #expect(lines.allSatisfy { $0.count <= 100 && !$0.hasSuffix(" ") && !$0.contains("\u{1B}") })
        let told = lines.filter { $0.hasPrefix("  ") }
        #expect(told.count > 30)
        for line in told { #expect(line.firstMatch(of: /^  \d\d:\d\d\.\d\d\d  [A-Za-z]{3,7} *  \S/) != nil, "\(line)") }
    }

    @Test(
        "It shows the steps of a notification",
        arguments: [
            "phone    is opened, signs in, ", " publishes lunch\n", " gets a push over WNS\n",
            " recognises a shoulder tap, and asks the service what changed\n", " receives new lunch, version 1\n",
            " is called back, shows lunch, alerts; push handled: new data\n",
            "FCM      loses the tap for tablet: it does not learn of report\n",
            "tablet   has caught up: it also got report, whose tap was lost\n",
            "phone    its user dismisses lunch\n",
            "laptop   is tapped, fetches 1 change, shows lunch as dismissed\n", "laptop   its user deletes report\n",
            " commits expired train as version 6, and taps phone, tablet and laptop\n", "\n\n3 devices agree. ",
        ])
    func shows(_ words: String) throws { #expect(try Self.run().output.contains(words)) }

    @Test("The summary equals that of the history", arguments: ["1", "0xff"])
    func summary(_ seed: String) throws {
        let summary = try #require(try Self.lines("--seed", seed).dropLast().last)
        let history = try Self.lines("--seed", seed, "--json").dropLast()
        let digits = try Self.lines("--seed", seed, "--fingerprint")[0]
        let number = seed == "1" ? "1" : "255"
        // The first line of a history is its version.
        #expect(summary.hasPrefix("3 devices agree. \(history.count - 1) events in "))
        #expect(summary.hasSuffix(" of virtual time, seed \(number), fingerprint \(digits)"))
    }

    @Test("Any seed and any number of devices ends in agreement", arguments: [1, 2, 3, 4, 7, 100])
    func agrees(_ devices: Int) throws {
        for seed in [2, 3, 5] {
            let lines = try Self.lines("--devices", "\(devices)", "--seed", "\(seed)")
            let words = devices == 1 ? "1 device agrees with the service. " : "\(devices) devices agree. "
            #expect(lines.count <= 70 && lines.dropLast().last?.hasPrefix(words) == true)
        }
    }

    @Test("Each form has its format, and nothing else")
    func forms() throws {
        let json = try Self.lines("--json").dropLast()
        #expect(json.first == #"{"shouldertapHistory":2}"#)
        for line in json { #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) is [String: Any]) }
        let trace = try Self.lines("--trace").dropLast()
        #expect(trace.count == json.count - 1 && trace.allSatisfy { $0.contains(/^\d\d:\d\d\.\d\d\d  \S/) })
        let digits = try Self.run("shouldertap", "--fingerprint").output
        #expect(digits.wholeMatch(of: /[0-9a-f]{16}\n/) != nil)
        let diagram = try Self.run("shouldertap", "--mermaid").output
        #expect(MermaidGrammar.faults(of: diagram) == [] && !diagram.contains("left out"))
    }

    @Test("A hundred devices still make a diagram that Mermaid accepts")
    func bigDiagram() throws {
        let diagram = try Self.run("shouldertap", "--mermaid", "--devices", "100").output
        #expect(MermaidGrammar.faults(of: diagram) == [] && diagram.hasSuffix(" more lines are left out\n"))
    }

    @Test(
        "Two processes print the same, and another seed prints something else", arguments: ["", "--json", "--mermaid"])
    func repeats(_ form: String) throws {
        let one = try Self.run("shouldertap", "--seed 7", form)
        #expect(try Self.run("shouldertap", "--seed 0x7", form) == one)
        #expect(try Self.run("shouldertap", "--seed 8", form) != one)
    }

    @Test("A reader that closes the output is not an error")
    func closedPipe() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let outcome = try tool.shell("{ \"$0\" demo --json --devices 100; echo $? >&2; } | true")
        #expect(outcome == .init(status: 0, output: "", errors: "0\n"))
    }
}

@Suite("A tool with its own apps", .serialized)
struct OwnAppTests {
    @Test("An app without the SDK runs through the whole demo")
    func tiny() throws {
        let outcome = try DemoTests.run("TinyApp", "--app tiny")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.output.contains("\n3 devices agree. "))
        #expect(outcome.output.contains("tablet   has caught up: it also got report, whose tap was lost\n"))
    }

    @Test("The reference app is available too")
    func reference() throws {
        #expect(try DemoTests.run("TinyApp", "--app reference --json") == DemoTests.run("shouldertap", "--json"))
    }

    @Test("An app that ignores dismissals is found, by the devices that still show handled notifications")
    func deaf() throws {
        let outcome = try DemoTests.run("TinyApp", "--app deaf")
        #expect(outcome.status == 1 && outcome.errors.isEmpty)
        let end = outcome.output.split(separator: "\n").suffix(3)
        #expect(end.first == "alice.tablet still shows lunch, which was handled elsewhere")
        #expect(end.dropFirst().first == "alice.laptop still shows lunch, which was handled elsewhere")
        #expect(end.last?.hasPrefix("The devices do not agree. ") == true)
    }

    @Test("In a form for machines, problems go to standard error", arguments: ["--json", "--fingerprint"])
    func deafForMachines(_ form: String) throws {
        let outcome = try DemoTests.run("TinyApp", "--app deaf", form)
        #expect(outcome.status == 1)
        let miss = "shouldertap: alice.tablet still shows lunch, which was handled elsewhere\n"
        #expect(outcome.errors.hasPrefix(miss))
        #expect(!outcome.output.contains("agree"))
    }

    @Test("An app that does nothing is reported with all problems that fit")
    func idle() throws {
        let outcome = try DemoTests.run("TinyApp", "--app idle --devices 20")
        #expect(outcome.status == 1)
        #expect(
            outcome.output.contains(
                "\nphone cannot dismiss 'lunch', which is not on its screen; the screen shows nothing\n"))
        let output = outcome.output
        #expect(output.contains("\nalice.phone does not show ") || output.contains(" more like these\n"))
        #expect(outcome.output.split(separator: "\n").count < 60)
    }

    @Test("The help and the table of apps are available", arguments: [("", 64), ("--app tny", 64), ("--help", 0)])
    func usage(_ words: String, _ status: Int32) throws {
        let outcome = try DemoTests.run("TinyApp", words)
        #expect(outcome.status == status)
        if words == "--app tny" { #expect(outcome.errors.contains("unknown app 'tny': did you mean 'tiny'?")) }
        let apps =
            "give --app with deaf, exiting, idle, looping, naive-badge, right-badge, tiny, trapping, trapping-once, "
            + "waiting or reference"
        if words == "" { #expect(outcome.errors.contains(apps)) }
    }

    @Test("If interrupted, it prints the results so far", arguments: [(false, 130), (true, 143)] as [(Bool, Int32)])
    func interrupted(_ terminate: Bool, _ status: Int32) throws {
        let tool = try Tool("TinyApp")
        defer { tool.remove() }
        let process = tool.process(["demo", "--app", "waiting"])
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // The first chapter proves that the tool is past its start; the app waits in the second.
        let start = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(start.hasPrefix("Set-up: "))
        if terminate { process.terminate() } else { process.interrupt() }
        try input.fileHandleForWriting.close()
        let rest = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == status)
        #expect(rest.split(separator: "\n").last?.hasPrefix("Interrupted. ") == true)
        #expect(!rest.contains("Deleted on one device"))
    }
}

@Suite("Formatted chapters")
struct StoryPrinterTests {
    static let lines = [
        StoryLine(.milliseconds(5_023), "phone", "shows lunch and supper", .good),
        StoryLine(.hours(1), "tablet12", "\u{1B}[31m", .bad),
    ]

    static func printer(width: Int?, colours: Bool = false) -> StoryPrinter {
        StoryPrinter(styles: Styles(isTerminal: colours, noColor: nil, terminal: "xterm"), width: width)
    }

    @Test("Columns are fixed, and control characters are shown")
    func columns() {
        #expect(
            Self.printer(width: nil).render("Head", Self.lines) == """
                Head
                  00:05.023  phone    shows lunch and supper
                  01:00:00.000  tablet12  \\x1B[31m


                """)
    }

    @Test("A narrow terminal breaks lines between words, in the text column")
    func wraps() {
        #expect(
            Self.printer(width: 40).render("A heading of more than just forty columns", [Self.lines[0]]) == """
                A heading of more than just forty
                columns
                  00:05.023  phone    shows lunch and
                                      supper


                """)
        #expect(Self.printer(width: 3).render("", [Self.lines[0]]).contains("  shows lunch and\n"))
    }

    @Test("Each tone has its colour, only on a terminal")
    func colours() {
        let text = Self.printer(width: 80, colours: true).render("Head", Self.lines)
        #expect(text.contains("\u{1B}[1mHead\u{1B}[0m") && text.contains("\u{1B}[2m00:05.023\u{1B}[0m"))
        #expect(text.contains("\u{1B}[32mshows lunch and supper\u{1B}[0m"))
        let styles = Styles(isTerminal: true, noColor: nil, terminal: "xterm")
        let painted = Set(StoryLine.Tone.allCases.map { styles.tone($0, "x") })
        #expect(painted.count == StoryLine.Tone.allCases.count)
        #expect(StoryLine.Tone.allCases.allSatisfy { Styles.none.tone($0, "x") == "x" })
    }
}

extension Styles {
    fileprivate static let none = Styles(isTerminal: false, noColor: nil, terminal: nil)
}
