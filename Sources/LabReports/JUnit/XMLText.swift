/// Text for XML 1.0: special characters are escaped, and forbidden ones become U+FFFD.
enum XMLText {
    /// The maximum length of a text.
    ///
    /// Servers reject texts of ten million bytes.
    static let mostContent = 1 << 20

    static func attribute(_ text: String) -> String {
        Self.escaped(text.unicodeScalars) { scalar in
            switch scalar {
            case "\"": "&quot;"
            // Parsers turn these characters into spaces unless they are escaped.
            case "\n": "&#10;"
            case "\r": "&#13;"
            case "\t": "&#9;"
            default: nil
            }
        }
    }

    static func content(_ text: String) -> String {
        let isCut = text.utf8.count > self.mostContent
        let shown = isCut ? text.unicodeScalars.prefix(self.mostContent / 4) : text.unicodeScalars[...]
        return Self.escaped(shown) { $0 == "\r" ? "&#13;" : nil } + (isCut ? "\n… cut off here" : "")
    }

    private static func escaped(
        _ scalars: some Sequence<Unicode.Scalar>, _ more: (Unicode.Scalar) -> String?
    ) -> String {
        scalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            // After ]] an unescaped > would end a CDATA section.
            case ">": text += "&gt;"
            case _ where !Self.isAllowed(scalar): text += "\u{FFFD}"
            default:
                if let escape = more(scalar) { text += escape } else { text.unicodeScalars.append(scalar) }
            }
        }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x1_0000...: true
        default: false
        }
    }
}
