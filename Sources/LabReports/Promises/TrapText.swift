import Basics
package import PushLab

/// Explanations of known mistakes for a reader who does not know them.
package enum TrapText {
    /// Returns an explanation of a mistake: what it is, what it breaks and where, and how to observe it.
    package static func explanation(of trap: Trap) -> String {
        let facts = trap.facts
        var parts = [
            (facts.isHarmless ? "would break" : "breaks", facts.property), ("where", facts.world),
            (facts.isHarmless ? "harmless" : "noticed as", facts.harm),
        ]
        if !facts.isHarmless { parts.append(("see it fail", "shouldertap run FILE --trap \(trap.rawValue)")) }
        let lines = ["\(trap.rawValue)  \(facts.mistake)", ""] + PromiseText.columns(of: parts)
        return lines.map { $0 + "\n" }.joined()
    }

    /// A list of all mistakes, one per line.
    package static var list: String {
        PromiseText.columns(of: Trap.allCases.map { ($0.rawValue, $0.facts.mistake) }, nameWidth: 5)
            .map { $0 + "\n" }.joined()
    }
}
