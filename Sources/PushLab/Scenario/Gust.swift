import Basics

/// What a storm does among some deeds.
struct Gust {
    /// Where the deeds stand in the plan without the storm.
    let range: Range<Int>
    let strikes: [Scenario.Step]
}

extension Scenario {
    /// What the storm does where nothing is left to chance: it is over all steps, and rests while they wait for quiet.
    func gusts(of faults: FaultPlan, _ die: Die) -> [Gust] {
        self.steps.split(omittingEmptySubsequences: true) { $0.deed.isRest }.map { section in
            let start = section.first?.time ?? .zero
            let end = section.map(\.time).max() ?? start
            let strikes = FaultWriter(self, faults, die, step: section.startIndex).strikes(over: end - start)
            return Gust(
                range: section.indices,
                strikes: strikes.map { strike in
                    var strike = strike
                    strike.time = start + strike.time
                    return strike
                })
        }
    }

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

extension Scenario.Deed {
    /// Whether time begins anew behind it.
    var isRest: Bool { if case .quiesce = self { true } else { false } }

    /// Whether the step behind it does not count its time from when this one begins.
    var hasOwnTime: Bool { self.isRest || self.isRandom }

    /// Whether chance chooses what is done.
    var isRandom: Bool { if case .random = self { true } else { false } }
}
