import PushLab

extension VerbTable {
    static let shrink = Verb(
        name: "shrink",
        summary: "make a failing scenario as small as possible",
        details: [
            "Runs the scenario in FILE once. If it breaks a promise, removes every step that",
            "is not needed to break it, and writes the smaller scenario for 'run'.",
        ],
        operands: .file,
        options: [
            LabWords.seedOfFile, LabWords.app, LabWords.backend, LabWords.secure, LabWords.trap,
            LabWords.processorTime,
            Verb.Option("--json", nil, "write one JSON object with the result"),
            Verb.Option(
                "--bugs", .init(placeholder: "DIR", meaning: "a folder, or none"),
                "keep the result in DIR; .shouldertap/bugs, or none"),
        ],
        conflicts: [],
        notes: [
            "exit status: 0 nothing is broken; 1 a promise is; 2 nothing was judged; 64-74",
            "A kept plan needs its app, server or test (key 'needs'): without it, 64 or 65.",
        ],
        example: "shouldertap shrink Fixtures/Scenarios/traps/T4.yaml"
    )
}

extension ExploreOptions {
    /// Reads the options of `shrink`: an exploration of one seed that shows the shrunk plan.
    init(shrinking words: VerbWords, of verb: Verb, apps: [String]) throws(UsageError) {
        self.init(inputs: [try words.onlyFile(of: verb)])
        self.lab = try LabWords(words, of: verb, apps: apps)
        self.traps = try self.lab.traps(words, verb)
        self.reports.json = words.has("--json")
        if let word = words.value(of: "--bugs") { self.bugs = word == "none" ? nil : RawText(word) }
        self.seeds = 1
        self.isShrinking = true
    }
}
