/// Suggestions for misspelt words.
package enum Spelling {
    /// The maximum number of slips for a suggestion. A word with more slips is probably a different word.
    package static let mostSlips = 2
    /// For words up to this length, only one slip is allowed. Two slips could turn a short word into any other.
    private static let short = 3

    /// Returns the candidate with the fewest slips. If several candidates have the same number of slips, returns the
    /// first of them. Returns nil if no candidate is near enough.
    package static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
        let typed = Array(word.unicodeScalars.prefix(256))
        var best: (candidate: String, slips: Int)?
        for candidate in candidates where candidate != word {
            let meant = Array(candidate.unicodeScalars)
            guard abs(meant.count - typed.count) <= self.mostSlips else { continue }
            let slips = self.slips(from: typed, to: meant)
            // At least one character must remain unchanged.
            let shorter = min(typed.count, meant.count)
            guard slips <= (shorter > self.short ? self.mostSlips : 1), slips < shorter else { continue }
            if slips < best?.slips ?? .max { best = (candidate, slips) }
        }
        return best?.candidate
    }

    /// Returns the choices as a list: `one, two or three`.
    package static func list(_ words: [String], _ conjunction: String = "or") -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }

    /// Returns the number of insertions, deletions, replacements and swaps of neighbours from one word to another.
    package static func slips(from one: [Unicode.Scalar], to other: [Unicode.Scalar]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...other.count)
        for row in 0..<one.count {
            var current = [row + 1]
            for column in 0..<other.count {
                let replaced = previous[column] + (one[row] == other[column] ? 0 : 1)
                var fewest = min(replaced, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    fewest = min(fewest, beforePrevious[column - 1] + 1)
                }
                current.append(fewest)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[other.count]
    }
}
