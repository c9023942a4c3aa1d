import Basics
import LabReports
import PushLab
import TestSupport
import Testing

/// What a runner makes of a line of a log, as its documentation and its toolkit have it.
struct RunnerLine: Equatable {
    var command = ""
    var properties: [String: String] = [:]
    var data = ""

    /// Nil for a line that is only shown.
    init?(_ line: String) {
        // A runner knows nothing of characters that are made of several scalars.
        let text = line.unicodeScalars.drop { $0.properties.isWhitespace }
        guard text.starts(with: "::".unicodeScalars), let end = Self.cut(text.dropFirst(2), at: "::") else {
            return nil
        }
        let parts = end.before.split(separator: " ", maxSplits: 1)
        self.command = parts.first.map { String($0) } ?? ""
        for pair in parts.dropFirst().first?.split(separator: ",") ?? [] {
            guard let sides = Self.cut(pair, at: "=") else { continue }
            self.properties[String(sides.before)] = Self.plain(sides.after, "%0D %0A %3A %2C %25")
        }
        self.data = Self.plain(end.after, "%0D %0A %25")
    }

    private typealias Scalars = Substring.UnicodeScalarView

    private static func cut(_ text: Scalars, at mark: String) -> (before: Scalars, after: Scalars)? {
        let mark = mark.unicodeScalars
        let place = text.indices.first { text[$0...].starts(with: mark) }
        return place.map { (text[..<$0], text[$0...].dropFirst(mark.count)) }
    }

    private static func plain(_ text: Scalars, _ codes: String) -> String {
        codes.split(separator: " ").reduce(String(text)) { text, code in
            let scalar = UInt8(code.dropFirst(), radix: 16).map { Unicode.Scalar($0) } ?? "?"
            var (rest, plain) = (text.unicodeScalars[...], String.UnicodeScalarView())
            while let found = Self.cut(rest, at: String(code)) {
                plain += Array(found.before) + [scalar]
                rest = found.after
            }
            return String(plain + rest)
        }
    }

    /// The lines of a log as a runner cuts it.
    static func all(in log: String) -> [RunnerLine] {
        log.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.compactMap { RunnerLine(String($0)) }
    }
}

@Suite("The log and the summary of a GitHub workflow")
struct GitHubTests {
    @Test("Each mistake is an error beside its scenario")
    func annotations() throws {
        #expect(
            try SampleExploration.report().annotations == [
                "::error file=a.yaml,title=P15 deleted stays deleted::tablet showed n1 again%0Aseed 8, also with 7%0A"
                    + "reproduce: shouldertap run .shouldertap/bugs/8/min.yaml",
                "::error file=b.yaml,title=P7 no lost change::phone lacks n1%0Aseed 18446744073709551615",
            ])
    }

    @Test("Nine mistakes are annotated one by one, and then the number of the others", arguments: [0, 1, 9, 10, 50])
    func most(_ count: Int) {
        let lines = ExplorationReport(SampleExploration.failing(mistakes: count)).annotations
        #expect(lines.count == min(count, 10))
        guard count > 9 else { return }
        #expect(lines[9].hasPrefix("::error title=\(count - 9) more mistake\(count == 10 ? "" : "s")::"))
    }

    @Test("A doubt is a warning, and a pass has no line")
    func doubts() {
        var exploration = SampleExploration.passing()
        #expect(ExplorationReport(exploration).annotations == [])
        exploration.doubts = ["50% of: a, b"]
        #expect(
            ExplorationReport(exploration).annotations == [
                "::warning title=nothing can be concluded::inconclusive: 50%25 of: a, b"
            ])
    }

    @Test("Hostile text changes no command and adds none", arguments: HostileText.all)
    func hostileAnnotations(_ text: String) throws {
        let annotations = try SampleExploration.report(words: text, source: text).annotations
        let lines = RunnerLine.all(in: annotations.joined(separator: "\n"))
        #expect(lines.count == 2 && lines.allSatisfy { $0.command == "error" })
        let known = RunnerLine("::error title=P15 deleted stays deleted::tablet showed \(text) again")
        #expect(lines[0].properties["title"] == known?.properties["title"])
        let shown = Self.visible(text)
        #expect(Array((lines[0].properties["file"] ?? "").utf8) == Array(shown.utf8))
        #expect(lines[0].data.utf8.starts(with: "tablet showed \(shown) again\nseed 8".utf8))
        #expect(annotations.allSatisfy { Self.visible($0) == $0 })
    }

    /// A text with its controls and bidirectional marks shown, but for the ends of its lines.
    private static func visible(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { visible, scalar in
            let isShown =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: scalar == "\n" || scalar == "\r"
                default: true
                }
            visible += isShown ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }

    @Test(
        "Text that a terminal or a page would obey is escaped",
        arguments: [("a\u{1B}[2Jb", "a\\u{1B}[2Jb"), ("a\u{202E}b", "a\\u{202E}b"), ("a\u{2028}b", "a\\u{2028}b")])
    func invisible(_ text: String, _ shown: String) {
        let line = WorkflowCommand(.error, text, text, file: text).line
        #expect(line == "::error file=\(shown),title=\(shown)::\(shown)")
    }

    @Test("Nothing within quotes is a command", arguments: HostileText.all)
    func quoted(_ text: String) throws {
        let lines = RunnerLine.all(in: WorkflowCommand.quoted(text))
        let word = try #require(lines.first?.data)
        #expect(lines.first?.command == "stop-commands" && lines.last?.command == word && word.count > 30)
        #expect(!text.contains(word) && lines.count { $0.command == word } == 1)
        #expect(WorkflowCommand.quoted(text + "a").contains(word) == false)
    }

    // MARK: The summary

    @Test("A summary has the verdict, each mistake with its diagram, and all counts")
    func summary() throws {
        let text = try SampleExploration.report().summary()
        for words in [
            "## ❌ ShoulderTap: fail&#58; P7 and P15 broken, 2 mistakes in all\n", "### P15 deleted stays deleted\n",
            "| 3 | 00:00.215 | the next tap for alice&#46;tablet arrives 30s late |\n",
            "```sh\nshouldertap run .shouldertap/bugs/8/min.yaml\n```\n", "```mermaid\nsequenceDiagram\n",
            "| P15 deleted stays deleted | 100 | 120 | 30 | 2 |\n", "to 3, repeated in a separate process.",
        ] { #expect(text.contains(words), "\(words)") }
        #expect(MarkdownCheck.faults(of: text) == [])
        let passing = ExplorationReport(SampleExploration.passing()).summary()
        #expect(passing.hasPrefix("## ✅ ShoulderTap: pass") && MarkdownCheck.faults(of: passing) == [])
    }

    @Test("Hostile text stays text", arguments: HostileText.all)
    func hostileSummary(_ text: String) throws {
        let summary = try SampleExploration.report(words: text, source: text, withHistory: false).summary()
        #expect(MarkdownCheck.faults(of: summary) == [])
        #expect(summary.utf8.count < ExplorationReport.mostSummaryBytes)
    }

    @Test("A summary keeps within its size, and says what is left out", arguments: [12_000, 40_000, 1 << 20])
    func size(_ most: Int) {
        let words = String(repeating: "|`<", count: 200)
        let text = ExplorationReport(SampleExploration.failing(mistakes: 2_000, words: words)).summary(mostBytes: most)
        #expect(text.utf8.count <= most && text.utf8.count > most * 2 / 3)
        #expect(text.contains(" more mistakes.\n"))
        #expect(MarkdownCheck.faults(of: text) == [])
    }
}

/// What could be more than words in our Markdown.
enum MarkdownCheck {
    private static let tags = ["<details>", "</details>", "<summary>", "</summary>"]

    static func faults(of text: String) -> [String] {
        var faults: [String] = []
        var fence: String?
        for line in lines(of: text) {
            let ticks = String(line.prefix { $0 == "`" })
            if let open = fence {
                if ticks.count >= open.count { fence = nil }
                // What is behind the ticks of a closing fence would keep it open.
                if ticks.count >= open.count, line != ticks { faults.append("the fence is not closed: \(line)") }
            } else if ticks.count >= 3 {
                fence = ticks
                if !["", "sh", "mermaid"].contains(line.dropFirst(ticks.count)) { faults.append("fence: \(line)") }
            } else {
                faults += Self.problem(in: line).map { ["\($0): \(line)"] } ?? []
            }
        }
        if fence != nil { faults.append("a fence is open at the end") }
        return faults + (text.unicodeScalars.contains { Self.isHidden($0) } ? ["something cannot be seen"] : [])
    }

    private static func problem(in line: String) -> String? {
        var rest = Self.tags.reduce(line) { $0.replacing($1, with: "") }
        rest = rest.replacing(/&#[0-9]{1,7};/.matchingSemantics(.unicodeScalar), with: "")
        let isRow = line.hasPrefix("| ") || line.hasPrefix("|--") || line.hasPrefix("|:") || line.hasPrefix("|-")
        let marks = "<>&@[]`*_\\!$~".unicodeScalars
        if rest.unicodeScalars.contains(where: marks.contains) { return "mark-up" }
        if !isRow, rest.unicodeScalars.contains("|") { return "a cell outside a table" }
        if rest.contains("://") { return "a link" }
        return nil
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: scalar != "\n" && scalar != "\t"
        case .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}
