import Basics
package import PushLab

/// Explanations of promises for a reader who does not know them.
package enum PromiseText {
    static let width = 78

    /// Returns an explanation that fits one screen: the promise, how it is checked, what endangers it, and what usually
    /// breaks it.
    package static func explanation(of property: Property) -> String {
        let facts = property.facts
        var parts = [
            ("checked", "\(facts.check.rawValue)"), ("in danger", "from \(facts.threat)"),
            ("broken by", facts.mistake), ("noticed as", facts.harm),
        ]
        if let relation = Relation(property) {
            parts.append(("second run", "one \(relation.words)"))
            let words = "one seed in four tests one of six relations; every seed tests this one with"
            parts.append(("test it", "\(words) 'relation: \(property.id)'"))
        }
        let traps = property.traps
        if !traps.isEmpty {
            let mistakes = traps.prefix(3).map { "\($0.rawValue): \($0.facts.mistake)" }.joined(separator: " ")
            parts.append(("for example", mistakes))
            parts.append(("see it fail", "shouldertap run FILE --trap \(traps[0].rawValue)"))
        }
        let lines =
            ["\(property.id)  \(facts.name)", ""] + Paragraph.lines(of: facts.promise, width: Self.width) + [""]
            + Self.columns(of: parts) + [""] + Self.counts
        return lines.map { $0 + "\n" }.joined()
    }

    /// A list of all promises, one per line.
    package static var list: String {
        Property.promises.map { property in
            Self.padded(property.id, to: 5) + property.facts.name + "\n"
        }.joined()
    }

    private static let counts = Paragraph.lines(
        of: "A report counts how often a promise was judged, and how often it was at risk: the run would then have "
            + "shown a violation. A promise that was never at risk has not been tested.", width: width)

    /// Formats names and their descriptions in two columns. A description may take several lines.
    static func columns(of parts: some Sequence<(String, String)>, nameWidth: Int = 13) -> [String] {
        parts.flatMap { name, text in
            Paragraph.lines(of: text, width: Self.width - nameWidth).enumerated().map { index, line in
                Self.padded(index == 0 ? name : "", to: nameWidth) + line
            }
        }
    }

    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
