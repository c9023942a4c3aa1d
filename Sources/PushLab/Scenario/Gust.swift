package import Basics

/// The strikes of the storm in one section of a plan. A section consists of the steps between one quiesce and the next.
struct Gust {
    /// The range of the section's steps in the plan without the storm.
    let range: Range<Int>
    let strikes: [Scenario.Step]
}

extension Scenario {
    /// Returns the strikes of the storm for a scenario without random steps. The storm lasts over all steps and pauses
    /// at each quiesce.
    func gusts(of faults: FaultPlan, _ die: Die) -> [Gust] {
        self.sections.map { section in
            let start = section.first?.time ?? .zero
            let strikes = FaultWriter(self, faults, die, step: section.startIndex).strikes(over: section.time)
            return Gust(
                range: section.indices,
                strikes: strikes.map { strike in
                    var strike = strike
                    strike.time = start + strike.time
                    return strike
                })
        }
    }

    /// The maximum length of a storm. It is longer than any storm in a file, and adding one more step to it does not
    /// overflow.
    private static let mostStorm = Interval(microseconds: .max / 2)

    /// The total time during which the storm strikes.
    package var timeOfStorm: Interval {
        let spans = self.steps.compactMap { if case .random(let deeds) = $0.deed { deeds.span } else { nil } }
        return (spans.isEmpty ? self.sections.map(\.time) : spans).reduce(.zero) { min($0 + $1, Self.mostStorm) }
    }

    /// The steps between one quiesce and the next.
    private var sections: [ArraySlice<Step>] { self.steps.split { $0.deed.isRest } }

    /// Inserts the storm among the steps, by time.
    ///
    /// All other steps keep the dice numbers that they have without the storm. If steps of the storm come later than
    /// the quiesce that follows them, the quiesce is delayed to the time of the last step.
    mutating func add(_ gusts: [Gust]) {
        guard gusts.contains(where: { !$0.strikes.isEmpty }) else { return }
        for place in self.steps.indices { self.steps[place].dice = self.dice(of: place) }
        for gust in gusts.reversed() {
            let merged = (self.steps[gust.range] + gust.strikes).enumerated()
                .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
            let next = gust.range.upperBound
            if next < self.steps.count, let last = merged.last {
                self.steps[next].time = max(self.steps[next].time, last.time)
            }
            self.steps.replaceSubrange(gust.range, with: merged)
        }
    }
}

extension ArraySlice<Scenario.Step> {
    /// The time from the first step to the last.
    fileprivate var time: Interval {
        guard let start = self.first?.time, let end = self.map(\.time).max() else { return .zero }
        return end - start
    }
}

extension Scenario.Deed {
    /// Whether the times of the steps after this step are counted from zero again.
    var isRest: Bool { if case .quiesce = self { true } else { false } }

    /// Whether the beginning of this step is no reference for the time of the next step. If so, a file cannot say how
    /// long after this step the next step comes.
    var hasOwnTime: Bool { self.isRest || self.isRandom }

    /// Whether the step is replaced by randomly chosen steps.
    package var isRandom: Bool { if case .random = self { true } else { false } }
}
