import Basics
package import PushLab

/// A known mistake explained to somebody who meets it for the first time.
package enum TrapText {
    /// What it is, what it breaks and where, and how to see that.
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

    /// All mistakes with their numbers.
    package static var list: String {
        PromiseText.columns(of: Trap.allCases.map { ($0.rawValue, $0.facts.mistake) }, nameWidth: 5)
            .map { $0 + "\n" }.joined()
    }
}
