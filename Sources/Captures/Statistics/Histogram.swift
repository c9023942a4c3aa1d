/// Counts numbers in steps that are chosen beforehand.
package struct Histogram: Hashable, Sendable {
    package struct Step: Hashable, Sendable {
        /// The lowest number that counts here.
        package let from: Int
        package fileprivate(set) var count = 0
    }

    package private(set) var steps: [Step]

    /// - Parameter bounds: The lowest number of each step, in ascending order; the last step has no end.
    init(_ bounds: [Int]) { self.steps = bounds.map { Step(from: $0) } }

    /// A number below the first step counts there.
    mutating func count(_ number: Int) {
        let place = self.steps.lastIndex { $0.from <= number } ?? 0
        self.steps[place].count += 1
    }

    package var total: Int { self.steps.reduce(0) { $0 + $1.count } }

    /// The numbers that count in a step, in words: `257-512`, `4`, `5121+`.
    package func label(of place: Int) -> String {
        guard place + 1 < self.steps.count else { return "\(self.steps[place].from)+" }
        let (from, to) = (self.steps[place].from, self.steps[place + 1].from - 1)
        return from == to ? "\(from)" : "\(from)-\(to)"
    }
}
