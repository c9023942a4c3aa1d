/// Words as a shell takes them back.
enum ShellWord {
    static func quoted(_ word: String) -> String {
        "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// With quotation marks only where a shell needs them.
    static func plain(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || Array("-_./".utf8).contains(byte)
        }
        return isPlain && !word.isEmpty ? word : Self.quoted(word)
    }
}
