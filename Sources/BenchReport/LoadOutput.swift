/// The result of one run of `h2load`, read from what it prints.
package struct LoadOutput: Hashable, Sendable {
    /// The number of requests that were answered with a status below 400.
    package let succeeded: Int
    package let perSecond: Double

    /// Reads the output of `h2load`. Returns nil if the run did not finish.
    package init?(_ text: String) {
        var (succeeded, perSecond): (Int?, Double?)
        for line in text.split(separator: "\n") {
            if line.hasPrefix("finished in ") { perSecond = Self.number(in: line, before: "req/s") }
            if line.hasPrefix("requests: ") { succeeded = Self.number(in: line, before: "succeeded") }
        }
        guard let succeeded, let perSecond else { return nil }
        (self.succeeded, self.perSecond) = (succeeded, perSecond)
    }

    /// Returns the number in front of a word, in a line such as `requests: 9 total, 8 succeeded`.
    private static func number<Number: LosslessStringConvertible>(in line: Substring, before word: String) -> Number? {
        let words = line.split { $0 == " " || $0 == "," }
        guard let place = words.firstIndex(where: { $0 == word }), place > 0 else { return nil }
        return Number(String(words[place - 1]))
    }
}
