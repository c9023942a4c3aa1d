import Basics
import PushLab

/// The options of all verbs that run a lab: the seed, and the programs and apps that are plugged in.
struct LabWords: Equatable, Sendable {
    static let seedMeaning = "a number below 2^64, in decimal or as 0x and hex digits"

    /// The seed, or nil if the input of the verb sets one.
    var seed: UInt64?
    var app = TestedApp.reference
    /// Whether `--app` is given.
    var isAppNamed = false
    /// Whether a command that runs the reference app must name it with `--app`.
    ///
    /// This is so if there are compiled-in apps, because a command without `--app` runs one of them.
    var isReferenceNamed = false
    /// The server under test, as a line for the shell.
    ///
    /// If nil, there is no such server, and the lab itself publishes.
    var backend: String?
    /// Whether devices reach the service over real TLS.
    var isSecure = false
    /// The processor time in seconds that a run may use, or nil for the default.
    var processorSeconds: Int?

    init() {}

    /// Reads the options.
    ///
    /// `apps` are the names of the compiled-in apps.
    init(_ words: VerbWords, of verb: Verb, apps: [String]) throws(UsageError) {
        if let word = words.value(of: "--seed") {
            guard let seed = SeedWord.seed(word) else { throw words.refusal(of: word, "--seed", verb) }
            self.seed = seed
        }
        for name in ["--app", "--backend"] {
            if let word = words.value(of: name), word.allSatisfy(\.isWhitespace) {
                throw words.refusal(of: word, name, verb)
            }
        }
        self.app = try TestedApp(words.value(of: "--app"), among: apps, verb)
        self.isAppNamed = words.value(of: "--app") != nil
        self.isReferenceNamed = self.app == .reference && !apps.isEmpty
        self.backend = words.value(of: "--backend")
        self.isSecure = words.has("--secure")
        self.processorSeconds = try words.count("--cpu", 1...100_000, verb)
    }

    /// Whether a program exchanges lines with the lab.
    var hasProgram: Bool { if case .program = self.app { true } else { self.backend != nil } }

    /// The options for a command that runs the same programs again, quoted for a shell.
    var plugs: [String] {
        let isUnsaid = self.app == .reference && !self.isReferenceNamed
        let app = isUnsaid ? [] : ["--app \(ShellWord.plain(self.app.name))"]
        return app + (self.backend.map { ["--backend \(ShellWord.plain($0))"] } ?? [])
    }

    /// The programs that are needed to run a plan that was found with these options. Nil if only the lab is needed.
    var needs: Scenario.Needs? {
        let isUnsaid = self.app == .reference && !self.isReferenceNamed
        let needs = Scenario.Needs(app: isUnsaid ? nil : self.app.name, backend: self.backend)
        return needs.isEmpty ? nil : needs
    }

    /// The options that set the programs, the links and the processor time.
    var setting: [String] {
        self.plugs + (self.isSecure ? ["--secure"] : []) + (self.processorSeconds.map { ["--cpu \($0)"] } ?? [])
    }

    /// The processor time that a run may use, in milliseconds.
    var processorMilliseconds: Int { (self.processorSeconds ?? Self.usualProcessorSeconds) * 1_000 }

    private static let usualProcessorSeconds = 60

    /// Returns the requested known mistakes.
    ///
    /// Only the reference app can have them.
    func traps(_ words: VerbWords, _ verb: Verb) throws(UsageError) -> Set<Trap> {
        let traps: Set<Trap> = try words.choices(of: "--trap", as: "trap", verb)
        guard !traps.isEmpty, self.app != .reference else { return traps }
        throw UsageError("'--trap' works only with the reference app; add '--app \(Apps.reference)'", verb: verb.name)
    }

    /// Returns the command that runs a scenario again.
    ///
    /// A plan contains its seed and its traps.
    func repetition(of file: String, seed: UInt64? = nil, traps: Set<Trap> = []) -> String {
        let seed = seed.map { ["--seed \($0)"] } ?? []
        let traps = traps.map(\.rawValue).sorted().map { "--trap \($0)" }
        let isBuiltIn = file == BuiltInScenario.name
        let start = isBuiltIn ? ["shouldertap explore --seeds 1"] : ["shouldertap run", ShellWord.file(file)]
        return (start + seed + traps + self.setting).joined(separator: " ")
    }

    /// The seed option of verbs that take one file. The file may set its own seed.
    static let seedOfFile = Verb.Option(
        "--seed", .init(placeholder: "N", meaning: LabWords.seedMeaning),
        "the seed of all randomness; by default the file's, or 1")

    static let app = Verb.Option(
        "--app", .init(placeholder: "APP", meaning: "the name of an app that is compiled in, or a command"),
        "run this app: 'reference', a compiled-in one, or a command")
    static let backend = Verb.Option(
        "--backend", .init(placeholder: "CMD", meaning: "a command"), "run this command as the app's server")
    static let secure = Verb.Option("--secure", nil, "let devices reach the service over real TLS")

    static let trap = Verb.Option(
        "--trap",
        .init(placeholder: "T", meaning: "a known mistake: \(Topic.sampleTraps) or \(Topic.snippetTraps)"),
        "switch on mistakes of the reference app: \(Topic.sampleTraps), \(Topic.snippetTraps)", repeats: true)

    static let processorTime = Verb.Option(
        "--cpu", .init(placeholder: "S", meaning: "a whole number of seconds from 1 to 100000"),
        "count a run as endless after S seconds of CPU time; 60 by default")

    /// The options of every verb that runs scenarios.
    static let shared = [app, backend, secure, trap, processorTime]
}

extension VerbWords {
    /// Returns the single file of a verb.
    func onlyFile(of verb: Verb) throws(UsageError) -> RawText {
        guard let file = self.operands.first else {
            throw UsageError("\(verb.name) needs a FILE, or '-' for standard input", verb: verb.name)
        }
        guard let surplus = self.operands.dropFirst().first else { return file }
        let word = TerminalText.escaped(surplus.text)
        throw UsageError("\(verb.name) takes one FILE; remove '\(word)'", verb: verb.name)
    }

    /// Returns the error for an invalid value of an option.
    func refusal(of word: String, _ option: String, _ verb: Verb) -> UsageError {
        let meaning = verb.options.first { $0.name == option }?.value?.meaning ?? ""
        return UsageError("value '\(TerminalText.escaped(word))' of '\(option)' is not \(meaning)", verb: verb.name)
    }
}
