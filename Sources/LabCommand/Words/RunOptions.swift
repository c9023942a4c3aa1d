import PushLab

/// The options of `run`.
struct RunOptions: Equatable, Sendable {
    /// The scenario file, or `-` for standard input.
    var file: RawText
    var lab = LabWords()
    var traps: Set<Trap> = []
    var json = false
    var trace = false
    /// Whether a step without effect is a failure.
    var strict = false
    /// Whether to write the trace and the history of the second run, instead of the first run.
    var second = false
    /// The file for the history.
    var history: RawText?
    /// The file for the plan: the scenario with all random choices made.
    var plan: RawText?

    init(file: RawText) { self.file = file }

    /// Reads the options.
    ///
    /// `apps` are the names of the compiled-in apps.
    init(_ words: VerbWords, of verb: Verb, apps: [String]) throws(UsageError) {
        self.init(file: try words.onlyFile(of: verb))
        self.lab = try LabWords(words, of: verb, apps: apps)
        self.traps = try self.lab.traps(words, verb)
        self.json = words.has("--json")
        self.trace = words.has("--trace")
        self.strict = words.has("--strict")
        self.second = words.has("--second")
        self.history = words.value(of: "--history").map { RawText($0) }
        self.plan = words.value(of: "--plan").map { RawText($0) }
        if self.second, !self.trace, self.history == nil {
            throw UsageError("'--second' has no effect alone; add '--trace' or '--history OUT'", verb: verb.name)
        }
        try UsageError.refuseTwoOnOutput(
            [
                ("--history -", self.history == "-"), ("--plan -", self.plan == "-"), ("--json", self.json),
                ("--trace", self.trace),
            ], of: verb)
    }
}

extension VerbTable {
    static let run = Verb(
        name: "run",
        summary: "run a scenario file, and check its expectations",
        details: ["Runs the scenario in FILE. The same file and seed give the same history."],
        operands: .file,
        options: [
            LabWords.seedOfFile, LabWords.app, LabWords.backend, LabWords.secure, LabWords.trap,
            LabWords.processorTime,
            Verb.Option("--json", nil, "write one JSON object with the result"),
            Verb.Option("--trace", nil, "write every event of the history, one per line"),
            Verb.Option("--strict", nil, "exit 1 if a step has no effect"),
            Verb.Option(
                "--history", .init(placeholder: "OUT", meaning: "a file to write, or '-'"),
                "write the history to OUT; '-' replaces the result"),
            Verb.Option("--second", nil, "write the trace or history of the second run"),
            Verb.Option(
                "--plan", .init(placeholder: "OUT", meaning: "a file to write, or '-'"),
                "write the scenario with its random choices to OUT"),
        ],
        conflicts: [Verb.Conflict("--json", "--trace")],
        notes: [
            "exit status: 0; 1 not as expected; 2 nothing was delivered or judged; 64-74",
            "A kept plan needs its app, server or test (key 'needs'): without it, 64 or 65.",
        ],
        example: "shouldertap run Fixtures/Scenarios/dismiss-everywhere.yaml --seed 7"
    )
}
