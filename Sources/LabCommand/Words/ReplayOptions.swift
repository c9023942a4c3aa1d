import ShoulderTap

/// What `replay` is asked to do.
struct ReplayOptions: Equatable, Sendable {
    var inputs: [RawText]
    var json = false
    var quiet = false
    var golden: RawText?
    var update = false
    var failOn: [PayloadKind] = []
    var junit: RawText?

    init(inputs: [RawText]) { self.inputs = inputs }

    init(_ words: VerbWords, of verb: Verb) throws(UsageError) {
        self.init(inputs: words.operands)
        self.json = words.has("--json")
        self.quiet = words.has("--quiet")
        self.golden = words.value(of: "--expect").map { RawText($0) }
        self.update = words.has("--update")
        self.junit = words.value(of: "--junit").map { RawText($0) }
        self.failOn = try Self.kinds(words.value(of: "--fail-on") ?? "", verb)
        if words.value(of: "--foreign") == "fail", !self.failOn.contains(.foreign) { self.failOn.append(.foreign) }
        if let complaint = VerbWords.complaint(about: self.inputs, of: verb) {
            throw UsageError(complaint, verb: verb.name)
        }
        if self.update, self.golden == nil {
            throw UsageError("'--update' needs '--expect GOLDEN', the file to write", verb: verb.name)
        }
    }

    private static func kinds(_ word: String, _ verb: Verb) throws(UsageError) -> [PayloadKind] {
        var kinds: [PayloadKind] = []
        let known = PayloadKind.all.map(\.description)
        for name in word.split(separator: ",").map(String.init) {
            try VerbWords.check(name, against: known, as: "kind '\(TerminalText.escaped(name))' of '--fail-on'", verb)
            if let kind = PayloadKind(name) { kinds.append(kind) }
        }
        return kinds
    }
}
