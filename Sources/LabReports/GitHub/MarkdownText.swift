/// Escapes text for Markdown, so that nothing in it becomes mark-up, a link or a mention.
enum MarkdownText {
    /// Escapes a text within a line, a heading or a table cell.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            if Self.isPlain(scalar) {
                escaped.unicodeScalars.append(scalar)
            } else if Self.isInvisible(scalar) {
                escaped += "\u{FFFD}"
            } else {
                escaped += "&#\(scalar.value);"
            }
        }
    }

    /// Wraps a text in a fence that is longer than any fence in the text.
    static func block(_ text: String, language: String = "") -> String {
        let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return "\(fence)\(language)\n\(Self.visible(text))\(text.last == "\n" ? "" : "\n")\(fence)\n"
    }

    private static func visible(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { visible, scalar in
            let isKept = scalar == "\n" || scalar == "\t" || !Self.isInvisible(scalar)
            visible.unicodeScalars.append(isKept ? scalar : "\u{FFFD}")
        }
    }

    /// Whether a character needs no escape.
    ///
    /// A space needs none. A line feed needs one, because it would end the line.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return !Self.isInvisible(scalar) }
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", " ", ",", "?", "'", "/", ";": return true
        default: return false
        }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}
