import Basics
import PushLab

/// Reads the values of a file and collects faults, so that all are reported at once.
struct FaultList {
    private(set) var faults: [ScenarioFault] = []

    mutating func add(_ message: String, at place: Place) { self.faults.append(ScenarioFault(message, at: place)) }

    /// Adds the faults of an included file.
    mutating func add(_ list: FaultList, in file: Int) {
        for fault in list.faults { self.add(fault.message, at: fault.place.moved(to: file)) }
    }

    /// Returns the end of an error message: `: did you mean 'x'?` if a choice is similar to the word, or otherwise the
    /// list of choices.
    static func remedy(for word: String, among choices: [String]) -> String {
        if let meant = Spelling.nearest(to: word, in: choices) { return ": did you mean '\(meant)'?" }
        return choices.isEmpty ? "" : "; use \(Spelling.list(choices))"
    }

    /// The maximum number of keys that a message lists.
    private static let mostKeysTold = 4

    /// Returns the entries of a map if all of its keys are known.
    ///
    /// `what` names the map in messages.
    mutating func fields(_ node: YAMLNode, _ what: String, _ known: [String]) -> Fields? {
        guard case .map(let entries) = node.content else {
            let keys = known.count <= Self.mostKeysTold ? " with \(Spelling.list(known.map { "'\($0)'" }))" : ""
            self.add("\(what) must be a map\(keys); it is \(node.kind)", at: node.place)
            return nil
        }
        for entry in entries where !known.contains(entry.key) {
            let remedy = Self.remedy(for: entry.key, among: known)
            self.add("unknown key '\(entry.key)' in \(what)\(remedy)", at: entry.place)
        }
        return Fields(place: node.place, entries: entries.filter { known.contains($0.key) })
    }

    /// Checks the version of the format. Every file must have one.
    mutating func checkVersion(_ fields: Fields) {
        guard let node = fields["version"] else {
            let remedy = "start the file with 'version: \(Scenario.formatVersion)'"
            return self.add("'version' is missing; \(remedy)", at: fields.place)
        }
        guard case .scalar(let text, isPlain: true) = node.content, text == "\(Scenario.formatVersion)" else {
            return self.add("this version is not supported; write 'version: \(Scenario.formatVersion)'", at: node.place)
        }
    }

    mutating func list(_ node: YAMLNode, _ what: String) -> [YAMLNode]? {
        if node.isNull { return [] }
        guard case .list(let items) = node.content else {
            self.add("\(what) must be a list; it is \(node.kind)", at: node.place)
            return nil
        }
        return items
    }

    mutating func text(_ node: YAMLNode, _ what: String, atMost limit: Int = 4_096) -> String? {
        guard case .scalar(let text, _) = node.content, !node.isNull else {
            self.add("\(what) must be text; it is \(node.kind)", at: node.place)
            return nil
        }
        guard text.utf8.count <= limit else {
            self.add("\(what) has \(text.utf8.count) bytes; the limit is \(limit)", at: node.place)
            return nil
        }
        return text
    }

    /// Reads a text that must be one of the given choices.
    mutating func word(_ node: YAMLNode, _ what: String, among choices: [String]) -> String? {
        guard let word = self.text(node, what) else { return nil }
        guard choices.contains(word) else {
            self.add("unknown \(what) '\(word)'\(Self.remedy(for: word, among: choices))", at: node.place)
            return nil
        }
        return word
    }

    mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ node: YAMLNode, _ what: String, _: Choice.Type
    ) -> Choice? where Choice.RawValue == String {
        self.word(node, what, among: Choice.allCases.map(\.rawValue)).flatMap { Choice(rawValue: $0) }
    }

    mutating func flag(_ node: YAMLNode, _ what: String) -> Bool? {
        guard case .scalar(let text, isPlain: true) = node.content, text == "true" || text == "false" else {
            self.add("\(what) must be true or false", at: node.place)
            return nil
        }
        return text == "true"
    }

    mutating func number(_ node: YAMLNode, _ what: String, in range: ClosedRange<Int>) -> Int? {
        guard case .scalar(let text, isPlain: true) = node.content, let number = Self.digits(text[...]),
            range.contains(number)
        else {
            self.add("\(what) must be a whole number from \(range.lowerBound) to \(range.upperBound)", at: node.place)
            return nil
        }
        return number
    }

    /// Reads a count or a range: `3` or `3..8`.
    ///
    /// In JSON a range is in quotes.
    mutating func count(_ node: YAMLNode, _ what: String, in range: ClosedRange<Int>) -> ClosedRange<Int>? {
        guard case .scalar(let text, let isPlain) = node.content, isPlain || text.contains(".."),
            let ends = Self.ends(of: text).map({ ($0, $1) }), let low = Self.digits(ends.0),
            let high = Self.digits(ends.1), low <= high, range.contains(low), range.contains(high)
        else {
            let limits = "from \(range.lowerBound) to \(range.upperBound)"
            self.add("\(what) must be a whole number \(limits), or a range such as 3..8", at: node.place)
            return nil
        }
        return low...high
    }

    mutating func percent(_ node: YAMLNode, _ what: String) -> Int? {
        guard case .scalar(let text, _) = node.content, text.hasSuffix("%"),
            let number = Self.digits(text.dropLast()), number <= 100
        else {
            self.add("\(what) must be a whole percentage such as 30%", at: node.place)
            return nil
        }
        return number
    }

    /// Returns the two ends of a range.
    ///
    /// For a single value, both ends are the same.
    static func ends(of text: String) -> (Substring, Substring)? {
        let utf8 = Array(text.utf8)
        let dot = UInt8(ascii: ".")
        guard let dots = utf8.indices.dropLast().first(where: { utf8[$0] == dot && utf8[$0 + 1] == dot }) else {
            return (text[...], text[...])
        }
        let middle = text.utf8.index(text.startIndex, offsetBy: dots)
        let (low, high) = (text[..<middle], text[text.utf8.index(middle, offsetBy: 2)...])
        return low.isEmpty || high.isEmpty ? nil : (low, high)
    }

    static func digits(_ text: Substring) -> Int? {
        text.utf8.allSatisfy(ASCII.isDigit) && text.utf8.count <= 9 ? Int(text) : nil
    }
}

/// The entries of a map.
struct Fields {
    let place: Place
    let entries: [YAMLNode.Entry]

    subscript(_ key: String) -> YAMLNode? { self.entries.first { $0.key == key }?.value }
}
