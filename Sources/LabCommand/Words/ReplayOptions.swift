import ShoulderTap

/// The options of `replay`.
struct ReplayOptions: Equatable, Sendable {
    /// The options for driving payloads through a lab.
    struct Flow: Equatable, Sendable {
        var lab = LabWords()
        var speed = ReplaySpeed.max
        var hazards = TapHazards()

        var seed: UInt64 { self.lab.seed ?? 1 }

        /// The options of a flow that determine its history, as text. The app is not included.
        var words: String { "seed \(self.seed), speed \(self.speed.words), taps \(self.hazards.words)" }
    }

    var inputs: [RawText]
    var json = false
    var quiet = false
    var golden: RawText?
    var update = false
    var failOn: [PayloadKind] = []
    /// Whether an error in the headers of a push is a failure.
    var failsOnHeaders = false
    var junit: RawText?
    var github = false
    /// The options for driving the payloads through a lab, or nil for verdicts alone.
    var flow: Flow?
    /// The file to which a scenario is written.
    var scenario: RawText?

    /// Whether the user requested more than the rows of the payloads: a comparison, a report, a scenario file, or a
    /// flow.
    var asksForVerdict: Bool {
        self.golden != nil || self.failsOnAnything || self.junit != nil || self.scenario != nil || self.flow != nil
    }

    /// Whether any kind of payload, or an error in headers, is a failure.
    var failsOnAnything: Bool { !self.failOn.isEmpty || self.failsOnHeaders }

    init(inputs: [RawText]) { self.inputs = inputs }

    /// Reads the options.
    ///
    /// `apps` are the names of the compiled-in apps.
    init(_ words: VerbWords, of verb: Verb, apps: [String]) throws(UsageError) {
        self.init(inputs: words.operands)
        self.json = words.has("--json")
        self.quiet = words.has("--quiet")
        self.golden = words.value(of: "--expect").map { RawText($0) }
        self.update = words.has("--update")
        self.github = words.has("--github")
        self.junit = words.value(of: "--junit").map { RawText($0) }
        self.scenario = words.value(of: "--to-scenario").map { RawText($0) }
        let names = (words.value(of: "--fail-on") ?? "").split(separator: ",").map(String.init)
        self.failsOnHeaders = names.contains(Self.headers)
        self.failOn = try Self.kinds(names, verb)
        if words.value(of: "--foreign") == "fail", !self.failOn.contains(.foreign) { self.failOn.append(.foreign) }
        if let complaint = VerbWords.complaint(about: self.inputs, of: verb) {
            throw UsageError(complaint, verb: verb.name)
        }
        if self.junit == "-" {
            throw UsageError(
                "'--junit -' would mix with the rows on standard output; write it to a file", verb: verb.name)
        }
        if self.update, self.golden == nil {
            throw UsageError("'--update' needs the file to write; add '--expect GOLDEN'", verb: verb.name)
        }
        self.flow = try Self.flow(words, verb, apps)
    }

    private static func flow(_ words: VerbWords, _ verb: Verb, _ apps: [String]) throws(UsageError) -> Flow? {
        guard words.has("--flow") else {
            if let name = ["--speed", "--seed", "--app", "--taps"].first(where: { words.has($0) }) {
                throw UsageError("'\(name)' works only with a flow; add '--flow'", verb: verb.name)
            }
            return nil
        }
        var flow = Flow(lab: try LabWords(words, of: verb, apps: apps))
        if let word = words.value(of: "--speed") {
            guard let speed = ReplaySpeed(word) else { throw words.refusal(of: word, "--speed", verb) }
            flow.speed = speed
        }
        if let word = words.value(of: "--taps") {
            guard let hazards = TapHazards(word) else { throw words.refusal(of: word, "--taps", verb) }
            flow.hazards = hazards
        }
        return flow
    }

    /// The word of `--fail-on` for an error in the headers of a push.
    static let headers = "headers"

    private static func kinds(_ names: [String], _ verb: Verb) throws(UsageError) -> [PayloadKind] {
        var kinds: [PayloadKind] = []
        let known = PayloadKind.all.map(\.description) + [Self.headers]
        for name in names {
            try VerbWords.check(name, against: known, as: "kind '\(TerminalText.escaped(name))' of '--fail-on'", verb)
            if let kind = PayloadKind(name) { kinds.append(kind) }
        }
        return kinds
    }
}
