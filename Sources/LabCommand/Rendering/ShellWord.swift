import Basics

/// Quoting of words for a shell.
enum ShellWord {
    static func quoted(_ word: String) -> String {
        "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// Returns the name of a file. Changes it if a verb could treat it as an option.
    static func file(_ name: String) -> String { Self.plain(name.hasPrefix("-") && name != "-" ? "./\(name)" : name) }

    /// Returns a word, quoted only where a shell needs it.
    static func plain(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            ASCII.isDigit(byte) || ASCII.isLetter(byte) || Array("-_./".utf8).contains(byte)
        }
        return isPlain && !word.isEmpty ? word : Self.quoted(word)
    }
}
