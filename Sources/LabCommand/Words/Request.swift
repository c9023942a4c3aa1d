import Basics

/// The request that a command line makes.
///
/// It depends only on the words, so that every message can be tested.
enum Request: Equatable {
    /// An empty command line.
    case nothing
    /// The help of a verb, or of the tool.
    case help(verb: String?)
    case version
    case completions(Shell)
    case parse(ParseOptions)
    case demo(DemoOptions)
    case run(RunOptions)
    case explore(ExploreOptions)
    case merge(MergeOptions)
    case list(ListOptions)
    case explain(Topic)
    /// Prints a scenario that the user can start from.
    case starter
    /// The JSON Schema of scenarios.
    case schema
    case capture(CaptureRequest)
    case replay(ReplayOptions)
    case serve(ServeOptions)
    case push(PushOptions)
    case with(WithOptions)

    /// Parses a command line.
    ///
    /// `apps` are the names of the compiled-in apps.
    init(words: [RawText], apps: [String] = []) throws(UsageError) {
        guard let first = words.first?.text else {
            self = .nothing
            return
        }
        switch first {
        case "--help", "-h":
            self = try Self.request(of: VerbTable.help, VerbWords(words.dropFirst(), of: VerbTable.help), apps)
        case "--version":
            if let surplus = words.dropFirst().first { throw Self.unexpected(surplus) }
            self = .version
        case _ where first.hasPrefix(Topic.option.name):
            guard let topic = try Topic(askedIn: words) else { throw Self.unknown(first) }
            self = .explain(topic)
        default:
            guard let verb = VerbTable.verb(named: first) else { throw Self.unknown(first) }
            if Topic.verbs.contains(verb.name), let topic = try Topic(askedIn: words.dropFirst()) {
                self = .explain(topic)
            } else if verb.operands == .verbs {
                self = try CaptureRequest.request(of: words.dropFirst(), behind: verb)
            } else {
                self = try Self.request(of: verb, VerbWords(words.dropFirst(), of: verb), apps)
            }
        }
    }

    private static func request(
        of verb: Verb, _ words: VerbWords, _ apps: [String]
    ) throws(UsageError) -> Request {
        if words.asksForHelp { return .help(verb: verb.name) }
        switch verb.operands {
        case .nothing:
            try Self.refuseMore(than: 0, words, verb)
            if verb.name == VerbTable.new.name { return .starter }
            if verb.name == VerbTable.schema.name { return .schema }
            if verb.name == VerbTable.serve.name { return .serve(try ServeOptions(words, of: verb, apps: apps)) }
            return .demo(try DemoOptions(words, of: verb, apps: apps))
        case .files:
            if verb.name == VerbTable.replay.name { return .replay(try ReplayOptions(words, of: verb, apps: apps)) }
            if verb.name == VerbTable.explore.name {
                return .explore(try ExploreOptions(words, of: verb, apps: apps))
            }
            if verb.name == VerbTable.merge.name { return .merge(try MergeOptions(words, of: verb)) }
            return .parse(try ParseOptions(words, of: verb))
        case .paths: return .list(try ListOptions(words, of: verb))
        case .file:
            if verb.name == VerbTable.shrink.name {
                return .explore(try ExploreOptions(shrinking: words, of: verb, apps: apps))
            }
            if verb.name == VerbTable.push.name { return .push(try PushOptions(words, of: verb)) }
            return .run(try RunOptions(words, of: verb, apps: apps))
        case .oneOf where verb.name == VerbTable.explain.name:
            try Self.refuseMore(than: 1, words, verb)
            return .explain(try Topic(words.operands.first, verb))
        case .oneOf(let placeholder, let choices):
            guard let word = words.operands.first?.text else {
                throw UsageError(
                    "\(verb.name) needs a \(placeholder): \(choices.joined(separator: ", "))", verb: verb.name)
            }
            try Self.refuseMore(than: 1, words, verb)
            let role = "\(placeholder) '\(TerminalText.escaped(word))'"
            try VerbWords.check(word, against: choices, as: role, verb)
            guard let shell = Shell(rawValue: word) else { preconditionFailure("a choice that is no shell") }
            return .completions(shell)
        case .verb:
            guard let word = words.operands.first?.text else { return .help(verb: nil) }
            guard let known = VerbTable.verb(named: word) else { throw Self.unknown(word) }
            guard known.operands == .verbs, let second = words.operands.dropFirst().first?.text else {
                try Self.refuseMore(than: 1, words, verb)
                return .help(verb: known.name)
            }
            try Self.refuseMore(than: 2, words, verb)
            return .help(verb: try CaptureRequest.verb(named: second, behind: known).name)
        case .command: return .with(try WithOptions(words, of: verb))
        case .verbs:
            preconditionFailure("the verbs behind a verb are told apart before")
        }
    }

    private static func refuseMore(than count: Int, _ words: VerbWords, _ verb: Verb) throws(UsageError) {
        guard let surplus = words.operands.dropFirst(count).first else { return }
        throw Self.unexpected(surplus, verb)
    }

    private static func unexpected(_ word: RawText, _ verb: Verb? = nil) -> UsageError {
        UsageError("unexpected word '\(TerminalText.escaped(word.text))'", verb: verb?.name)
    }

    private static func unknown(_ word: String) -> UsageError {
        let candidates = VerbTable.all.map(\.name) + VerbTable.ownOptions.map(\.name)
        let guess = Spelling.suggestion(for: word, in: candidates)
        let role = word.hasPrefix("-") ? "option" : "verb"
        return UsageError("unknown \(role) '\(TerminalText.escaped(word))'\(guess)")
    }
}
