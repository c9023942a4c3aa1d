import Basics

/// The words after a verb, sorted into options and operands according to the verb's description.
struct VerbWords {
    private(set) var options: [(name: String, value: String?)] = []
    private(set) var operands: [RawText] = []
    private(set) var asksForHelp = false

    func has(_ name: String) -> Bool { self.options.contains { $0.name == name } }

    func value(of name: String) -> String? { self.options.first { $0.name == name }?.value }

    func values(of name: String) -> [String] { self.options.filter { $0.name == name }.compactMap(\.value) }

    init(_ words: some Sequence<RawText>, of verb: Verb) throws(UsageError) {
        var rest = Array(words)[...]
        var optionsEnded = false
        while let word = rest.popFirst() {
            let text = word.text
            if optionsEnded || !text.hasPrefix("-") || text == "-" {
                self.operands.append(word)
                // The words after the name of a command belong to the command.
                if verb.operands == .command { optionsEnded = true }
            } else if text == "--" {
                optionsEnded = true
            } else {
                try self.takeOption(word, &rest, of: verb)
                if self.asksForHelp { return }
            }
        }
        for conflict in verb.conflicts where self.has(conflict.one) && self.has(conflict.other) {
            throw UsageError("'\(conflict.one)' cannot be used with '\(conflict.other)'; remove one", verb: verb.name)
        }
    }

    private static let longNames: [Substring: String] = ["-h": Verb.help.name, "-o": "--output"]

    private mutating func takeOption(
        _ word: RawText, _ rest: inout ArraySlice<RawText>, of verb: Verb
    ) throws(UsageError) {
        let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = Self.longNames[parts[0]] ?? String(parts[0])
        let attached = parts.count == 2 ? String(parts[1]) : nil
        guard let option = verb.allOptions.first(where: { $0.name == name }) else {
            let guess = Spelling.suggestion(for: name, in: verb.allOptions.map(\.name))
            throw UsageError("unknown option '\(TerminalText.escaped(name))'\(guess)", verb: verb.name)
        }
        guard let value = option.value else {
            if attached != nil { throw UsageError("option '\(name)' takes no value; remove it", verb: verb.name) }
            if option == Verb.help { self.asksForHelp = true }
            self.options.append((name, nil))
            return
        }
        // The name of another option is not taken as a value. To use it as a value, write it after an equals sign.
        let isMissing = rest.first.map { Self.isOption($0.text, of: verb) } ?? true
        guard let source = attached != nil ? word : isMissing ? nil : rest.popFirst() else {
            throw UsageError(
                "option '\(name)' needs a value: \(value.meaning)", verb: verb.name)
        }
        let chosen = attached ?? source.text
        if !source.isUTF8 {
            let shown = TerminalText.escaped(source)
            throw UsageError("option '\(name)' needs a value in UTF-8; '\(shown)' is not UTF-8", verb: verb.name)
        }
        if self.has(name), !option.repeats {
            throw UsageError("option '\(name)' is given twice; give it once", verb: verb.name)
        }
        if !value.choices.isEmpty {
            let role = "value '\(TerminalText.escaped(chosen))' of '\(name)'"
            try Self.check(chosen, against: value.choices, as: role, verb)
        }
        if chosen.isEmpty { throw UsageError("value '' of '\(name)' is not \(value.meaning)", verb: verb.name) }
        self.options.append((name, chosen))
    }

    private static func isOption(_ text: String, of verb: Verb) -> Bool {
        guard text.hasPrefix("-"), let word = text.split(separator: "=", omittingEmptySubsequences: false).first else {
            return false
        }
        let name = Self.longNames[word] ?? String(word)
        return text == "--" || verb.allOptions.contains { $0.name == name }
    }

    /// Refuses a word that is not one of the choices.
    ///
    /// The error message uses `role` to say what the word means.
    static func check(
        _ word: String, against choices: [String], as role: String, _ verb: Verb
    ) throws(UsageError) {
        guard !choices.contains(word) else { return }
        let guess = Spelling.suggestion(for: word, in: choices)
        throw UsageError(
            "unknown \(role)\(guess.isEmpty ? ": use \(Spelling.list(choices))" : guess)", verb: verb.name)
    }
}

extension VerbWords {
    /// Returns all values of an option. Each value must be the name of a choice.
    func choices<Choice>(
        of option: String, as role: String, _ verb: Verb
    ) throws(UsageError) -> Set<Choice> where Choice: CaseIterable & RawRepresentable<String> & Hashable {
        var chosen: Set<Choice> = []
        for word in self.values(of: option) {
            let known = Choice.allCases.map(\.rawValue)
            try Self.check(word, against: known, as: "\(role) '\(TerminalText.escaped(word))'", verb)
            if let choice = Choice(rawValue: word) { chosen.insert(choice) }
        }
        return chosen
    }
}
