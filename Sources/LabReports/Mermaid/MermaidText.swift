/// Escapes text for a Mermaid diagram: every character that could have a meaning is written as a code.
enum MermaidText {
    /// The maximum length of a text. Longer texts are cut.
    static let mostScalars = 48

    /// Escapes a text after a colon or an `as`.
    static func escaped(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars.prefix(Self.mostScalars + 1))
        if scalars.count > Self.mostScalars { scalars[(Self.mostScalars - 1)...] = ["…"] }
        guard !scalars.isEmpty else { return Self.code(of: " ") }
        var result = ""
        for (index, scalar) in scalars.enumerated() {
            let isCode = Self.isLost(scalars, at: index) || Self.beginsEnd(scalars, at: index)
            result += isCode ? Self.code(of: scalar) : Self.written(scalar)
        }
        return result
    }

    /// Whether the word "end" begins at an index.
    ///
    /// An unescaped "end" would end the diagram.
    private static func beginsEnd(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        guard index + 3 <= scalars.count, index == 0 || !Self.isWord(scalars[index - 1]) else { return false }
        guard index + 3 == scalars.count || !Self.isWord(scalars[index + 3]) else { return false }
        return scalars[index..<index + 3].map(\.properties.lowercaseMapping).joined() == "end"
    }

    /// Whether JavaScript counts a character as part of a word.
    private static func isWord(_ scalar: Unicode.Scalar) -> Bool { Self.isLetterOrDigit(scalar) || scalar == "_" }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        "a"..."z" ~= scalar || "A"..."Z" ~= scalar || "0"..."9" ~= scalar
    }

    /// Whether Mermaid would drop or change a character. Mermaid drops a space at either end of a text. It joins a
    /// combining mark at the beginning to the preceding character.
    private static func isLost(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        switch scalars[index].properties.generalCategory {
        case .spaceSeparator: index == 0 || index == scalars.count - 1
        case .nonspacingMark, .spacingMark, .enclosingMark: index == 0
        default: false
        }
    }

    private static func written(_ scalar: Unicode.Scalar) -> String {
        if Self.isLetterOrDigit(scalar) || Self.plain.contains(scalar) { return "\(scalar)" }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            // Mermaid has no code for these characters, so their numbers are written as text.
            return "(U+\(String(scalar.value, radix: 16, uppercase: true)))"
        case .spaceSeparator: return Self.code(of: scalar)
        default: return scalar.isASCII || Self.markers.contains(scalar) ? Self.code(of: scalar) : "\(scalar)"
        }
    }

    private static func code(of scalar: Unicode.Scalar) -> String { "#\(scalar.value);" }

    private static let plain = Set(" -_.,()/+!?'*=…".unicodeScalars)
    /// The characters that Mermaid puts in place of codes while it parses a diagram.
    private static let markers = Set("ﬂ°¶ß".unicodeScalars)
}
