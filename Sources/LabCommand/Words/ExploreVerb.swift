import PushLab

/// The options of `explore`.
struct ExploreOptions: Equatable, Sendable {
    static let usualSeeds = 500
    static let mostSeeds = 100_000_000
    static let mostJobs = 256
    static let usualBugs = ".shouldertap/bugs"

    /// The scenario files, and the folders that contain scenario files. If empty, the built-in scenario is used.
    var inputs: [RawText]
    var lab = LabWords()
    var traps: Set<Trap> = []
    /// The total number of seeds.
    var seeds = ExploreOptions.usualSeeds
    /// The number of threads.
    ///
    /// Nil uses one for each processor.
    var jobs: Int?
    var shard: Jobs.Shard?
    /// The time limit in seconds. After it, no further seed is started.
    var limit: Int?
    /// The number of failing seeds after which the exploration stops, counted in the order of the seeds.
    var mostFailures: Int?
    var reports = ReportOptions()
    /// Whether the verb is `shrink`, which runs one seed of one file and shows the shrunk plan.
    var isShrinking = false
    /// The folder in which failing plans are saved.
    ///
    /// Nil saves no plans.
    var bugs: RawText? = RawText(ExploreOptions.usualBugs)

    /// Whether the same seeds are run in a second process, to check that only the seed affects the result.
    var checksDeterminism = false
    /// Whether only the hash of each history is written.
    var hashes = false

    init(inputs: [RawText]) { self.inputs = inputs }

    /// Reads the options.
    ///
    /// `apps` are the names of the compiled-in apps.
    init(_ words: VerbWords, of verb: Verb, apps: [String]) throws(UsageError) {
        self.init(inputs: words.operands)
        self.lab = try LabWords(words, of: verb, apps: apps)
        self.traps = try self.lab.traps(words, verb)
        self.seeds = try words.count("--seeds", 1...Self.mostSeeds, verb) ?? Self.usualSeeds
        self.jobs = try words.count("--jobs", 1...Self.mostJobs, verb)
        self.limit = try words.count("--for", 1...1_000_000, verb)
        self.mostFailures = try words.count("--failures", 1...Self.mostSeeds, verb)
        if let word = words.value(of: "--shard") {
            let parts = word.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let number = parts[0], let count = parts[1],
                let shard = Jobs.Shard(number, of: count)
            else { throw words.refusal(of: word, "--shard", verb) }
            self.shard = shard
        }
        self.reports = try ReportOptions(words, of: verb)
        self.checksDeterminism = words.has("--check-determinism")
        self.hashes = words.has("--hashes")
        if let word = words.value(of: "--bugs") { self.bugs = word == "none" ? nil : RawText(word) }
        // The built-in scenario can run with an app that the user names.
        if self.inputs.isEmpty, self.lab.isAppNamed { return }
        if let complaint = VerbWords.complaint(about: self.inputs, of: verb) {
            throw UsageError(complaint, verb: verb.name)
        }
    }
}

extension VerbWords {
    /// Returns the number given for an option, or nil if the option is not given.
    func count(_ option: String, _ range: ClosedRange<Int>, _ verb: Verb) throws(UsageError) -> Int? {
        guard let word = self.value(of: option) else { return nil }
        guard word.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let count = Int(word), range ~= count else {
            throw self.refusal(of: word, option, verb)
        }
        return count
    }
}

extension VerbTable {
    static let explore = Verb(
        name: "explore",
        summary: "run scenarios with many seeds, check promises, shrink failures",
        details: ["Runs scenarios with many seeds; without a FILE, --app APP runs any-app.yaml."],
        operands: .files,
        options: [
            Verb.Option(
                "--seeds", .init(placeholder: "N", meaning: "a number from 1 to 100000000"),
                "the number of seeds, over all files; 500 by default"),
            Verb.Option(
                "--seed", .init(placeholder: "N", meaning: LabWords.seedMeaning),
                "the first seed, or a whole commit id; 1 by default"),
            Verb.Option(
                "--jobs", .init(placeholder: "J", meaning: "a number from 1 to 256"),
                "the number of threads; by default, one per processor"),
            Verb.Option(
                "--shard", .init(placeholder: "K/N", meaning: "a part such as 2/3, counted from 1"),
                "run only this share of the seeds; 'merge' combines all"),
            Verb.Option(
                "--for", .init(placeholder: "S", meaning: "a whole number of seconds from 1 to 1000000"),
                "start no seed after S seconds"),
            Verb.Option(
                "--failures", .init(placeholder: "N", meaning: "a number from 1 to 100000000"),
                "stop after the Nth seed that fails"),
            LabWords.app, LabWords.backend, LabWords.secure, LabWords.trap,
            LabWords.processorTime,
        ] + ReportOptions.options + [
            Verb.Option(
                "--bugs", .init(placeholder: "DIR", meaning: "a folder, or none"),
                "keep failing plans in DIR (.shouldertap/bugs), or none"),
            Verb.Option("--hashes", nil, "write the hash of each history, and nothing else"),
            Verb.Option("--check-determinism", nil, "run all seeds in two processes, and compare"),
        ],
        conflicts: ReportOptions.conflicts
            + ["--json", "--table", "--github", "--junit", "--html", "--goals", "--check-determinism"].map {
                Verb.Conflict("--hashes", $0)
            },
        notes: ["exit status: 0; 1 a promise is broken; 2 too little was judged; 64-74"],
        example: "shouldertap explore Fixtures/Scenarios --seeds 200"
    )
}
