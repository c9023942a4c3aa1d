import PushLab

/// The options of `merge`.
struct MergeOptions: Equatable, Sendable {
    /// The results of `explore --shard K/N --json`.
    var inputs: [RawText]
    var reports = ReportOptions()

    init(inputs: [RawText]) { self.inputs = inputs }

    init(_ words: VerbWords, of verb: Verb) throws(UsageError) {
        self.init(inputs: words.operands)
        self.reports = try ReportOptions(words, of: verb)
        if let complaint = VerbWords.complaint(about: self.inputs, of: verb) {
            throw UsageError(complaint, verb: verb.name)
        }
    }
}

extension VerbTable {
    static let merge = Verb(
        name: "merge",
        summary: "combine the results of an exploration on many machines",
        details: [
            "Combines the results of 'explore --shard K/N --json' from N machines. The result",
            "is the same as from one machine. It is inconclusive if a share is missing.",
        ],
        operands: .files,
        options: ReportOptions.options,
        conflicts: ReportOptions.conflicts,
        notes: ["exit status: 0; 1 a promise is broken; 2 too little was judged; 64-74"],
        example: "shouldertap merge 1.json 2.json 3.json --junit report.xml"
    )
}
