import Basics

/// Texts that YAML reads back unchanged: plain when that is safe, else in quotes.
enum YAMLText {
    /// Words that YAML readers do not read as text.
    private static let meaningful: Set<String> = [
        "", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf",
    ]
    private static let plainBytes = Set("-_./".utf8)

    static func of(_ text: String) -> String { self.isPlain(text) ? text : self.quoted(text) }

    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, ASCII.isLetter(first), !self.meaningful.contains(text.lowercased()) else {
            return false
        }
        return text.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || self.plainBytes.contains($0) }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\r": quoted += "\\r"
            default: quoted += self.needsEscape(scalar) ? self.escape(scalar) : String(scalar)
            }
        }
        return quoted + "\""
    }

    /// Whether a character must be escaped, because YAML forbids it, YAML reads it as a line break, or it is invisible.
    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029, 0xFEFF, 0xFFFE...0xFFFF: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        let width = scalar.value > 0xFFFF ? 8 : 4
        return (width == 8 ? "\\U" : "\\u") + String(repeating: "0", count: width - digits.count) + digits
    }
}
