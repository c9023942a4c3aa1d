import Basics

/// A workflow command: a line that sends a message from a step of a GitHub workflow to the runner.
package struct WorkflowCommand: Hashable, Sendable {
    package enum Level: String, Hashable, Sendable {
        case error, warning, notice
    }

    package var level: Level
    /// The title, which is listed first.
    package var title: String
    package var message: String
    /// The file next to which the message is shown.
    package var file: String?

    package init(_ level: Level, _ title: String, _ message: String, file: String? = nil) {
        self.level = level
        self.title = title
        self.message = message
        self.file = file
    }

    /// The command as a single line, for any message.
    package var line: String {
        let file = self.file.map { "file=\(Self.property($0))," } ?? ""
        return "::\(self.level.rawValue) \(file)title=\(Self.property(self.title))::\(Self.data(self.message))"
    }

    private static func data(_ text: String) -> String { Self.escaped(text, "%\r\n") }

    private static func property(_ text: String) -> String { Self.escaped(text, "%\r\n:,") }

    private static func escaped(_ text: String, _ unsafe: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            if unsafe.unicodeScalars.contains(scalar) {
                escaped += "%" + Hex.text(of: [UInt8(scalar.value)]).uppercased()
            } else if Self.isInvisible(scalar) {
                escaped += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether a character could change the colour or the order of the log. Used where no escape exists for such
    /// characters.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Quotes an untrusted text for the log of a step, so that no part of it is read as a command.
    ///
    /// The token that ends the quote is a hash of the text, so the text cannot contain it.
    package static func quoted(_ text: String) -> String {
        let word = "shouldertap-" + Hex.text(of: SHA256.digest(of: Array(text.utf8)).prefix(16))
        return "::stop-commands::\(word)\n\(text)\(text.last == "\n" ? "" : "\n")::\(word)::\n"
    }
}
