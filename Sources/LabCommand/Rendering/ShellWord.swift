import Basics

/// Words as a shell takes them back.
enum ShellWord {
    static func quoted(_ word: String) -> String {
        "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// The name of a file, which no verb takes for an option.
    static func file(_ name: String) -> String { Self.plain(name.hasPrefix("-") && name != "-" ? "./\(name)" : name) }

    /// With quotation marks only where a shell needs them.
    static func plain(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            ASCII.isDigit(byte) || ASCII.isLetter(byte) || Array("-_./".utf8).contains(byte)
        }
        return isPlain && !word.isEmpty ? word : Self.quoted(word)
    }
}
