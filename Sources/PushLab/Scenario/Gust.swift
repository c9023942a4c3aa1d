import Basics

/// What a storm does among the deeds of one random step.
struct Gust {
    /// Where the deeds stand in the plan without the storm.
    let range: Range<Int>
    let strikes: [Scenario.Step]
}

extension Scenario {
    /// Puts the storm among the deeds, by time. Every other step keeps the dice that it has without.
    mutating func add(_ gusts: [Gust]) {
        guard gusts.contains(where: { !$0.strikes.isEmpty }) else { return }
        for place in self.steps.indices { self.steps[place].dice = self.dice(of: place) }
        for gust in gusts.reversed() {
            let merged = (self.steps[gust.range] + gust.strikes).enumerated()
                .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            self.steps.replaceSubrange(gust.range, with: merged.map(\.element))
        }
    }
}
