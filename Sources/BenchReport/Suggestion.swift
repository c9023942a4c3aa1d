/// Finds the word that was probably meant.
package enum Suggestion {
    /// Returns the nearest word of `known`, if it is near enough to be a typo.
    package static func nearest(to word: String, among known: [String]) -> String? {
        let distances = known.map { ($0, Self.distance(Array(word), Array($0))) }
        guard let best = distances.min(by: { $0.1 < $1.1 }), best.1 <= max(2, best.0.count / 3) else { return nil }
        return best.0
    }

    /// Returns the number of insertions, deletions, replacements and swaps of neighbours between two words.
    private static func distance(_ from: [Character], _ into: [Character]) -> Int {
        var rows = [Array(0...into.count)]
        for row in 1..<(from.count + 1) {
            var line = [row]
            for column in 1..<(into.count + 1) {
                let isSame = from[row - 1] == into[column - 1]
                var best = min(
                    rows[row - 1][column] + 1, line[column - 1] + 1, rows[row - 1][column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, from[row - 1] == into[column - 2], from[row - 2] == into[column - 1] {
                    best = min(best, rows[row - 2][column - 2] + 1)
                }
                line.append(best)
            }
            rows.append(line)
        }
        return rows[from.count][into.count]
    }
}
