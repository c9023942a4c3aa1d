/// In which forms the result of an exploration is wanted.
struct ReportOptions: Equatable, Sendable {
    var json = false
    var table = false
    var github = false
    var junit: RawText?
    var html: RawText?
    /// Whether each rare situation is to have come up.
    var demandsGoals = false

    init() {}

    init(_ words: VerbWords) {
        self.json = words.has("--json")
        self.table = words.has("--table")
        self.github = words.has("--github")
        self.junit = words.value(of: "--junit").map { RawText($0) }
        self.html = words.value(of: "--html").map { RawText($0) }
        self.demandsGoals = words.has("--goals")
    }

    /// The options that ask for them.
    static let options = [
        Verb.Option("--goals", nil, "exit 2 if a rare situation never came up"),
        Verb.Option("--json", nil, "write one JSON object with the result"),
        Verb.Option("--table", nil, "write how much each promise was put to the test"),
        Verb.Option("--github", nil, "annotate for GitHub, and add to the step's summary"),
        Verb.Option("--junit", .init(placeholder: "OUT", meaning: "a file to write"), "write a JUnit report to OUT"),
        Verb.Option("--html", .init(placeholder: "OUT", meaning: "a file to write"), "write a page to OUT"),
    ]

    static let conflicts = [Verb.Conflict("--json", "--table")]
}
