import Basics

extension Spelling {
    /// `: did you mean 'x'?`, or nothing.
    static func suggestion(for word: String, in candidates: some Sequence<String>) -> String {
        guard let meant = self.nearest(to: word, in: candidates) else { return "" }
        return ": did you mean '\(TerminalText.escaped(meant))'?"
    }
}
