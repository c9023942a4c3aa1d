import Basics
import Captures

/// A request for the verb `capture`.
enum CaptureRequest: Equatable, Sendable {
    case makeCapture(ImportOptions)
    case check(inputs: [RawText])
    case export(ExportOptions)
    case stats(inputs: [RawText], json: Bool)
    case redact(RedactOptions)
    case schema

    /// - Parameter words: The words after the first one.
    static func request(of words: ArraySlice<RawText>, behind parent: Verb) throws(UsageError) -> Request {
        guard let second = words.first?.text, !second.hasPrefix("-") else {
            let words = try VerbWords(words, of: parent)
            if words.asksForHelp { return .help(verb: parent.name) }
            let verbs = Spelling.list(parent.verbs.map(\.word))
            throw UsageError("\(parent.name) needs a verb: \(verbs)", verb: parent.name)
        }
        let verb = try Self.verb(named: second, behind: parent)
        let rest = try VerbWords(words.dropFirst(), of: verb)
        if rest.asksForHelp { return .help(verb: verb.name) }
        return .capture(try Self.request(verb, rest))
    }

    static func verb(named word: String, behind parent: Verb) throws(UsageError) -> Verb {
        if let verb = parent.verbs.first(where: { $0.word == word }) { return verb }
        let known = parent.verbs.map(\.word)
        let guess = Spelling.suggestion(for: word, in: known)
        throw UsageError(
            "unknown verb '\(parent.name) \(TerminalText.escaped(word))'"
                + (guess.isEmpty ? ": use \(Spelling.list(known))" : guess), verb: parent.name)
    }

    private static func request(_ verb: Verb, _ words: VerbWords) throws(UsageError) -> CaptureRequest {
        switch verb.word {
        case "import": return .makeCapture(try ImportOptions(words, of: verb))
        case "export": return .export(try ExportOptions(words, of: verb))
        case "redact": return .redact(try RedactOptions(words, of: verb))
        case "check": return .check(inputs: try words.inputs(of: verb))
        case "stats": return .stats(inputs: try words.inputs(of: verb), json: words.has("--json"))
        default:
            if let surplus = words.operands.first {
                throw UsageError("unexpected word '\(TerminalText.escaped(surplus))'", verb: verb.name)
            }
            return .schema
        }
    }
}

/// The options of `capture import`.
struct ImportOptions: Equatable, Sendable {
    enum Form: String, Sendable {
        case payload, lines, log

        /// Chooses the form that fits the name of a file.
        init(of name: RawText) {
            if name == "-" || PayloadFiles.holdsLines(name) {
                self = .lines
            } else {
                self = PayloadFiles.isPayload(name) ? .payload : .log
            }
        }
    }

    var inputs: [RawText]
    var output: RawText
    var append = false
    var keepSecrets = false
    /// The file with the key for pseudonyms of tokens.
    ///
    /// Without it, the key is random.
    var key: RawText?
    /// The form of the inputs.
    ///
    /// Nil chooses the form of each input by its name.
    var form: Form?
    var channel = CaptureEntry.Channel.apns

    init(_ words: VerbWords, of verb: Verb) throws(UsageError) {
        self.inputs = try words.inputs(of: verb)
        self.output = try words.output(of: verb)
        self.append = words.has("--append")
        self.keepSecrets = words.has("--keep-secrets")
        self.key = words.value(of: "--key").map { RawText($0) }
        self.form = words.value(of: "--as").flatMap(Form.init)
        self.channel = words.value(of: "--channel").flatMap(CaptureEntry.Channel.init) ?? .apns
    }
}

/// The options of `capture export`.
struct ExportOptions: Equatable, Sendable {
    var inputs: [RawText]
    var folder: RawText
    var line: Int?
    var bundle: String?

    init(_ words: VerbWords, of verb: Verb) throws(UsageError) {
        self.inputs = try words.inputs(of: verb)
        self.folder = try words.output(of: verb)
        if self.folder == "-" {
            throw UsageError("capture export writes a folder; '-' is not a folder", verb: verb.name)
        }
        self.bundle = words.value(of: "--bundle")
        if let word = words.value(of: "--line") {
            guard let line = Int(word), line > 0, word.allSatisfy({ "0"..."9" ~= $0 }) else {
                throw UsageError(
                    "value '\(TerminalText.escaped(word))' of '--line' is not a line number", verb: verb.name)
            }
            self.line = line
        }
    }
}

/// The options of `capture redact`.
struct RedactOptions: Equatable, Sendable {
    var inputs: [RawText]
    var output: RawText
    var paths: [SecretPath]
    var masksTexts: Bool
    var key: RawText?

    init(_ words: VerbWords, of verb: Verb) throws(UsageError) {
        self.inputs = try words.inputs(of: verb)
        self.output = try words.output(of: verb)
        self.masksTexts = words.has("--redact-texts")
        self.key = words.value(of: "--key").map { RawText($0) }
        self.paths = []
        for word in words.values(of: "--redact") {
            guard let path = SecretPath(word) else {
                let shown = TerminalText.escaped(word)
                throw UsageError("'\(shown)' of '--redact' is not a path such as aps.alert or *.email", verb: verb.name)
            }
            self.paths.append(path)
        }
    }
}

extension VerbWords {
    fileprivate func inputs(of verb: Verb) throws(UsageError) -> [RawText] {
        if let complaint = Self.complaint(about: self.operands, of: verb) {
            throw UsageError(complaint, verb: verb.name)
        }
        return self.operands
    }

    /// Returns an error message about the input files of a verb, or nil if they are valid.
    static func complaint(about inputs: [RawText], of verb: Verb) -> String? {
        if inputs.isEmpty { return "\(verb.name) needs a FILE, or '-' for standard input" }
        if inputs.contains("") { return "a FILE has an empty name" }
        return inputs.count { $0 == "-" } > 1 ? "standard input ('-') is given twice; give it once" : nil
    }

    fileprivate func output(of verb: Verb) throws(UsageError) -> RawText {
        guard let output = self.value(of: "--output"), !output.isEmpty else {
            let place = verb.options.first { $0.name == "--output" }?.value?.placeholder ?? "FILE"
            throw UsageError("\(verb.name) needs -o \(place)", verb: verb.name)
        }
        return RawText(output)
    }
}
