/// The report formats that are requested for the result of an exploration.
struct ReportOptions: Equatable, Sendable {
    var json = false
    var table = false
    var github = false
    var junit: RawText?
    var html: RawText?
    /// Whether an exploration is inconclusive if it did not reach each rare situation.
    var demandsGoals = false

    init() {}

    init(_ words: VerbWords, of verb: Verb) throws(UsageError) {
        self.json = words.has("--json")
        self.table = words.has("--table")
        self.github = words.has("--github")
        self.junit = words.value(of: "--junit").map { RawText($0) }
        self.html = words.value(of: "--html").map { RawText($0) }
        self.demandsGoals = words.has("--goals")
        let isReplaced = self.isReplaced
        try UsageError.refuseTwoOnOutput(
            [
                ("--junit -", self.junit == "-"), ("--html -", self.html == "-"), ("--json", self.json),
                ("--table", isReplaced && self.table), ("--github", isReplaced && self.github),
            ], of: verb)
    }

    /// Whether a report is written to standard output, where it replaces the result.
    var isReplaced: Bool { self.junit == "-" || self.html == "-" }

    /// Whether a report shows the events of a run.
    var showsHistories: Bool { self.html != nil || self.github }

    /// The report files to write.
    var outputs: [RawText] { [self.junit, self.html].compactMap(\.self) }

    /// The options for reports.
    static let options = [
        Verb.Option("--goals", nil, "exit 2 if a goal is not met; otherwise list unmet goals"),
        Verb.Option("--json", nil, "write one JSON object with the result"),
        Verb.Option("--table", nil, "write how often each promise was tested"),
        Verb.Option("--github", nil, "annotate for GitHub, and add to the step's summary"),
        Verb.Option(
            "--junit", .init(placeholder: "OUT", meaning: "a file to write, or '-'"),
            "write a JUnit report to OUT; '-' replaces the result"),
        Verb.Option(
            "--html", .init(placeholder: "OUT", meaning: "a file to write, or '-'"),
            "write an HTML page to OUT; '-' replaces the result"),
    ]

    static let conflicts = [Verb.Conflict("--json", "--table")]
}
