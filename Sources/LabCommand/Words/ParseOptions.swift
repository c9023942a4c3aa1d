import ShoulderTap

/// The options of `parse`.
struct ParseOptions: Equatable, Sendable {
    enum Expectation: Equatable, Sendable {
        case tap
        case kind(PayloadKind)
        case recorded
    }

    /// The lowest severity of finding that makes a payload fail.
    enum Bar: String, CaseIterable, Sendable {
        case warning, error, never

        func isReached(by finding: Finding) -> Bool {
            switch self {
            case .warning: finding.severity != .note
            case .error: finding.severity == .error
            case .never: false
            }
        }
    }

    var inputs: [RawText]
    var json = false
    var explain = false
    var why = false
    var strictness = Strictness.strict
    var lines = false
    var quiet = false
    var expectation: Expectation?
    var record = false
    /// The value of the option, or nil if the option is not given.
    var failOn: Bar?

    init(inputs: [RawText]) { self.inputs = inputs }

    init(_ words: VerbWords, of verb: Verb) throws(UsageError) {
        self.inputs = words.operands
        self.json = words.has("--json")
        self.explain = words.has("--explain")
        self.why = words.has("--why")
        self.strictness = words.has("--lenient") ? .lenient : .strict
        self.lines = words.has("--lines")
        self.quiet = words.has("--quiet")
        self.record = words.has("--record")
        self.failOn = words.value(of: "--fail-on").flatMap(Bar.init)
        self.expectation = words.value(of: "--expect").map(Self.expectation)
        if let complaint = self.complaint { throw UsageError(complaint, verb: verb.name) }
    }

    /// The lowest severity of finding that makes a payload fail.
    ///
    /// If `--fail-on` is not given, the default depends on the expectation. If a tap or a kind other than malformed is
    /// expected, an error makes the payload fail. In all other cases, no finding makes a payload fail.
    var bar: Bar {
        if let failOn { return failOn }
        switch self.expectation {
        case nil, .recorded, .kind(.malformed): return .never
        case .tap, .kind: return .error
        }
    }

    /// Whether verdicts are in files next to the payloads.
    var usesVerdictFiles: Bool { self.record || self.expectation == .recorded }

    /// Whether every payload gets a row.
    ///
    /// With an expectation, only the misses are shown as rows.
    var writesEveryRow: Bool { !self.quiet && (self.json || self.expectation == nil) }

    /// Whether this input contains one payload per line.
    func holdsLines(_ input: RawText) -> Bool { self.lines || PayloadFiles.holdsLines(input) }

    private static func expectation(_ word: String) -> Expectation {
        switch word {
        case "tap": return .tap
        case "recorded": return .recorded
        default:
            guard let kind = PayloadKind(word) else { preconditionFailure("a choice that is no kind") }
            return .kind(kind)
        }
    }

    private var complaint: String? {
        if self.inputs.isEmpty { return "parse needs a FILE, or '-' for standard input" }
        if self.inputs.contains("") { return "a FILE has an empty name" }
        if self.inputs.count(where: { $0 == "-" }) > 1 { return "standard input ('-') is given twice; give it once" }
        guard self.usesVerdictFiles else { return nil }
        let option = self.record ? "--record" : "--expect recorded"
        if self.lines { return "'\(option)' cannot be used with '--lines'" }
        if self.inputs.contains("-") { return "'\(option)' needs files; it cannot read standard input" }
        guard let lines = self.inputs.first(where: PayloadFiles.holdsLines) else { return nil }
        return "'\(option)' needs files with one payload; '\(TerminalText.escaped(lines))' has one payload per line"
    }
}
