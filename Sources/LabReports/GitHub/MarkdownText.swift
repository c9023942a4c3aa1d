/// Words of others in Markdown: nothing in them is taken for mark-up, a link or a name.
enum MarkdownText {
    /// Within a line, a heading or a cell of a table.
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

    /// In a fence that is longer than any in the text.
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

    /// Blanks are plain; a line feed would end what the words stand in.
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
