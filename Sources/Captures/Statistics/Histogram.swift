/// Counts how many numbers are in each of some predefined ranges. Each range is a step.
package struct Histogram: Hashable, Sendable {
    package struct Step: Hashable, Sendable {
        /// The lowest number in the range of this step.
        package let from: Int
        package fileprivate(set) var count = 0
    }

    package private(set) var steps: [Step]

    /// - Parameter bounds: The lowest number of each step, in ascending order; the last step has no upper bound.
    init(_ bounds: [Int]) { self.steps = bounds.map { Step(from: $0) } }

    /// Counts a number. A number below the first step is counted in the first step.
    mutating func count(_ number: Int) {
        let place = self.steps.lastIndex { $0.from <= number } ?? 0
        self.steps[place].count += 1
    }

    package var total: Int { self.steps.reduce(0) { $0 + $1.count } }

    /// Returns the range of a step as a text, such as `257-512`, `4` or `5121+`.
    package func label(of place: Int) -> String {
        guard place + 1 < self.steps.count else { return "\(self.steps[place].from)+" }
        let (from, to) = (self.steps[place].from, self.steps[place + 1].from - 1)
        return from == to ? "\(from)" : "\(from)-\(to)"
    }
}
