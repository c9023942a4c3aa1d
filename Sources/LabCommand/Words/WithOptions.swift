import BackendPromises
import Basics
import LabReports

/// The options of `with`.
struct WithOptions: Equatable, Sendable {
    static let mostSeeds = 1_000_000

    /// The command and its words.
    var command: [RawText]
    var scenario: RawText?
    /// The number of seeds, or nil for a single run.
    var seeds: Int?
    /// The first seed. Nil means 1.
    var seed: UInt64?
    /// The faults of the run. They replace the faults that the seed would choose.
    var faults: FaultList?
    var shrinkRuns = 40
    var capture: RawText?
    var junit: RawText?
    var html: RawText?
    var json = false
    /// The file for the result. Nil means standard error, or standard output with ``json``.
    var output: RawText?
    /// Whether clients with a fixed host are served too.
    var intercepts = false
    /// Whether to set `HTTPS_PROXY` for the command. The proxy serves the push services' own hosts.
    var hasProxy = false
    /// Whether the proxy refuses all hosts that are not push services.
    var isOffline = false

    init(_ command: [RawText]) { self.command = command }

    init(_ words: VerbWords, of verb: Verb) throws(UsageError) {
        self.init(words.operands)
        guard let program = self.command.first, program != "" else {
            throw UsageError("with needs a COMMAND after '--', such as: -- npm test", verb: verb.name)
        }
        func path(_ name: String) -> RawText? { words.value(of: name).map { RawText($0) } }
        (self.scenario, self.capture) = (path("--scenario"), path("--capture"))
        (self.junit, self.html, self.output) = (path("--junit"), path("--html"), path("--output"))
        self.seeds = try words.count("--seeds", 1...Self.mostSeeds, verb)
        if let word = words.value(of: "--seed") {
            guard let seed = SeedWord.seed(word) else { throw words.refusal(of: word, "--seed", verb) }
            self.seed = seed
        }
        if let word = words.value(of: "--faults") {
            guard let faults = FaultList(word) else { throw words.refusal(of: word, "--faults", verb) }
            self.faults = faults
        }
        self.shrinkRuns = try words.count("--shrink-runs", 0...10_000, verb) ?? self.shrinkRuns
        self.json = words.has("--json")
        self.intercepts = words.has("--intercept")
        (self.hasProxy, self.isOffline) = (words.has("--proxy"), words.has("--offline"))
        if self.isOffline, !self.hasProxy {
            throw UsageError("'--offline' works only with a proxy; add '--proxy'", verb: verb.name)
        }
        try UsageError.refuseTwoOnOutput(
            [
                ("--junit -", self.junit == "-"), ("--html -", self.html == "-"),
                ("--json", self.json && (self.output ?? "-") == "-"),
            ], of: verb)
    }

    /// The files that are written.
    var outputs: [RawText] { [self.junit, self.html, self.output, self.capture].compactMap(\.self) }

    /// The words of the command, for a shell.
    var commandLine: String { self.command.map { ShellWord.plain($0.text) }.joined(separator: " ") }

    /// The line that runs the command again under these faults.
    func repetition(seed: UInt64, faults: FaultList) -> String {
        let scenario = self.scenario.map { " --scenario \(ShellWord.plain($0.text))" } ?? ""
        let flags = [(" --intercept", self.intercepts), (" --proxy", self.hasProxy), (" --offline", self.isOffline)]
        let ways = flags.filter(\.1).map(\.0).joined()
        return "shouldertap with --seed \(seed) --faults \(faults)\(scenario)\(ways) -- \(self.commandLine)"
    }
}

extension VerbTable {
    private static func file(_ meaning: String) -> Verb.Option.Value { .init(placeholder: "F", meaning: meaning) }

    static let with = Verb(
        name: "with",
        summary: "run your tests with a local push service and devices",
        details: [
            "Starts the service of 'serve', runs COMMAND with its addresses as variables",
            "(SHOULDERTAP_APNS, SHOULDERTAP_HTTP ...), and judges the pushes that it sends.",
        ],
        operands: .command,
        options: [
            Verb.Option("--scenario", Self.file("a scenario file"), "begin with its users and devices"),
            Verb.Option(
                "--seeds", .init(placeholder: "N", meaning: "a number from 1 to \(WithOptions.mostSeeds)"),
                "run COMMAND under the faults of N seeds"),
            Verb.Option(
                "--seed", .init(placeholder: "S", meaning: LabWords.seedMeaning), "the first seed; 1 by default"),
            Verb.Option(
                "--faults", .init(placeholder: "LIST", meaning: "a list of faults such as 503x2@4,reset@7, or none"),
                "run once, under these faults"),
            Verb.Option(
                "--shrink-runs", .init(placeholder: "N", meaning: "a number from 0 to 10000"),
                "use up to N runs to shorten a list of faults; 40 by default"),
            Verb.Option("--intercept", nil, "serve clients with a fixed host (Linux)"),
            Verb.Option("--proxy", nil, "serve clients through HTTPS_PROXY"),
            Verb.Option("--offline", nil, "let the proxy serve push services only"),
            Verb.Option("--capture", Self.file("the path of a file"), "append every push to a capture"),
            Verb.Option("--junit", Self.file("a file to write, or '-'"), "write a JUnit report"),
            Verb.Option("--html", Self.file("a file to write, or '-'"), "write a page"),
            Verb.Option("--json", nil, "write the result as JSON"),
            Verb.Option("--output", Self.file("a file to write, or '-'"), "write the result there"),
        ],
        conflicts: [Verb.Conflict("--seeds", "--faults"), Verb.Conflict("--intercept", "--proxy")],
        notes: ["exit status: COMMAND's own if not 0; 1 a promise is broken; 2 nothing judged"],
        example: "shouldertap with --seeds 20 -- npm test"
    )
}
