import Basics

extension Spelling {
    /// Returns `: did you mean 'x'?`, or an empty text.
    static func suggestion(for word: String, in candidates: some Sequence<String>) -> String {
        guard let meant = self.nearest(to: word, in: candidates) else { return "" }
        return ": did you mean '\(TerminalText.escaped(meant))'?"
    }
}
