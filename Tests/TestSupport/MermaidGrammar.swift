/// The part of Mermaid's sequence diagrams that we write, line by line, and nothing else of Mermaid.
///
/// It is narrower than Mermaid itself: what it lets pass, every version since 8.5 draws, in every theme.
package struct MermaidGrammar {
    /// What Mermaid takes unless its owner allows more, in UTF-16 code units.
    package static let mostUnits = 50_000

    private var declared: [String] = []
    private var faults: [String] = []

    /// What is wrong with a diagram; empty when nothing is.
    package static func faults(of text: String) -> [String] {
        var grammar = MermaidGrammar()
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() } else { grammar.faults.append("it does not end with a line feed") }
        if lines.first != "sequenceDiagram" { grammar.faults.append("it does not begin with sequenceDiagram") }
        for (number, line) in lines.enumerated().dropFirst() { grammar.check(line, number + 1) }
        if text.utf16.count > Self.mostUnits { grammar.faults.append("it has \(text.utf16.count) UTF-16 code units") }
        return grammar.faults
    }

    private mutating func check(_ line: Substring, _ number: Int) {
        guard line.hasPrefix("    "), let statement = Optional(line.dropFirst(4)), statement.first != " " else {
            return self.faults.append("line \(number) is not indented by four: \(line)")
        }
        let problem: String? =
            if statement.hasPrefix("participant ") {
                self.declaration(statement.dropFirst("participant ".count))
            } else if statement.hasPrefix("Note over ") {
                self.saying(statement.dropFirst("Note over ".count), by: { [$0] })
            } else {
                self.saying(statement, by: Self.ends)
            }
        if let problem { self.faults.append("line \(number) \(problem): \(line)") }
    }

    private mutating func declaration(_ rest: Substring) -> String? {
        let parts = Self.cut(rest, at: " as ")
        guard let parts, Self.isWord(parts.before) else { return "declares no word" }
        guard !self.declared.contains(String(parts.before)) else { return "declares a word again" }
        self.declared.append(String(parts.before))
        return Self.problem(in: parts.after)
    }

    private func saying(_ rest: Substring, by ends: (Substring) -> [Substring]?) -> String? {
        guard let parts = Self.cut(rest, at: ": "), let words = ends(parts.before) else { return "is no statement" }
        if let stranger = words.first(where: { !self.declared.contains(String($0)) }) { return "names \(stranger)" }
        return Self.problem(in: parts.after)
    }

    /// The two sides of an arrow.
    private static func ends(_ text: Substring) -> [Substring]? {
        let from = text.prefix(while: Self.isPlain)
        let rest = text.dropFirst(from.count)
        let arrow = ["-->>", "->>", "-)", "-x"].first(where: rest.hasPrefix)
        return arrow.map { [from, rest.dropFirst($0.count)] }
    }

    /// What is wrong with words that are only to be shown.
    private static func problem(in text: Substring) -> String? {
        if text.isEmpty || text.first == " " || text.last == " " { return "has blank words" }
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "#" {
                let digits = rest.prefix { "0"..."9" ~= $0 }
                guard (2...7).contains(digits.count), rest.dropFirst(digits.count).first == ";" else {
                    return "has a # that begins no code"
                }
                rest = rest.dropFirst(digits.count + 1)
            } else if Self.forbidden.contains(scalar) || Self.isInvisible(scalar) {
                return "has U+\(String(scalar.value, radix: 16))"
            }
        }
        let words = text.unicodeScalars.split { !Self.isWord($0) }
        return words.contains { String($0).lowercased() == "end" } ? "has the bare word end" : nil
    }

    private static let forbidden = Set(";:<>&\"\\%{}$`|[]~^@ﬂ°¶ß".unicodeScalars)

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        case .spaceSeparator: scalar != " "
        default: false
        }
    }

    /// As JavaScript sees words.
    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        "a"..."z" ~= scalar || "A"..."Z" ~= scalar || "0"..."9" ~= scalar || scalar == "_"
    }

    private static func isPlain(_ character: Character) -> Bool {
        "a"..."z" ~= character || "0"..."9" ~= character
    }

    private static func isWord(_ text: Substring) -> Bool {
        text.first.map { "a"..."z" ~= $0 } == true && text.allSatisfy(Self.isPlain) && text != "end"
    }

    private static func cut(_ text: Substring, at mark: String) -> (before: Substring, after: Substring)? {
        guard let start = text.firstRange(of: mark) else { return nil }
        return (text[..<start.lowerBound], text[start.upperBound...])
    }
}
