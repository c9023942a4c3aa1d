/// The options of `list`.
struct ListOptions: Equatable, Sendable {
    enum Subject: Equatable, Sendable {
        case scenarios, promises, traps
    }

    /// The scenario files, and the folders that contain scenario files.
    ///
    /// If empty, the current folder is used.
    var inputs: [RawText] = []
    var subject = Subject.scenarios
    var json = false

    init() {}

    init(_ words: VerbWords, of verb: Verb) throws(UsageError) {
        self.inputs = words.operands
        self.json = words.has("--json")
        self.subject = words.has("--promises") ? .promises : words.has("--traps") ? .traps : .scenarios
        if self.subject != .scenarios, let surplus = self.inputs.first {
            let name = self.subject == .promises ? "--promises" : "--traps"
            throw UsageError(
                "'\(name)' takes no file; remove '\(TerminalText.escaped(surplus))'",
                verb: verb.name)
        }
        if self.inputs.contains("") { throw UsageError("a FILE has an empty name", verb: verb.name) }
    }
}

extension VerbTable {
    static let list = Verb(
        name: "list",
        summary: "list scenarios, each with its description; or promises, or traps",
        details: [
            "Lists scenario files: what each shows, its users and devices, and its length. If",
            "FILE is a folder, lists its files. Without a FILE, lists the current folder.",
        ],
        operands: .paths,
        options: [
            Verb.Option("--promises", nil, "list the promises that every run must keep, \(Topic.promises)"),
            Verb.Option(
                "--traps", nil,
                "list the known mistakes of apps, \(Topic.sampleTraps) and \(Topic.snippetTraps)"),
            Verb.Option("--json", nil, "write one JSON object"),
        ],
        conflicts: [Verb.Conflict("--promises", "--traps")],
        notes: ["exit status: 0; 65 a FILE is invalid; 64, 66, 74 as in sysexits"],
        example: "shouldertap list Fixtures/Scenarios"
    )

    static let schema = Verb(
        name: "schema",
        summary: "write the JSON Schema of a scenario file",
        details: [
            "Writes the schema with which editors complete and check scenario files. For the",
            "YAML server that most editors use, begin a scenario with this line:",
            "# yaml-language-server: $schema=scenario.schema.json",
        ],
        operands: .nothing,
        options: [],
        conflicts: [],
        notes: [],
        example: "shouldertap schema"
    )
}
