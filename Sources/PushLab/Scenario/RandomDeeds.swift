package import Basics

extension Scenario {
    /// Returns the scenario with each random step replaced by the steps that a seed chooses, and with the relation that
    /// the seed checks.
    ///
    /// The steps that replace a random step depend only on the seed and on the number of the random step.
    package func expanded(seed: UInt64) -> Scenario {
        var expanded = self.related(by: seed).turned(by: seed)
        expanded.seed = seed
        expanded.steps = []
        expanded.faults = nil
        if let sizes = self.pageSize {
            let draws = (0...1).map { n in
                Die(seed: seed).draw(.scenario, entity: .max, cause: DieCause(step: 0), n: n)
            }
            // Most bugs need reads of several pages, so half of all runs have pages that are as small as possible.
            let most = draws[1].below(2) == 0 ? sizes.upperBound : min(sizes.lowerBound + 3, sizes.upperBound)
            let size = Int(draws[0].within(Int64(sizes.lowerBound)...Int64(most)))
            expanded.pageSize = size...size
        }
        var published = 0
        var latest = Interval.zero
        var gusts: [Gust] = []
        for (number, step) in self.steps.enumerated() {
            guard case .random(let deeds) = step.deed else {
                // Earlier random steps may end after the time of this step.
                var step = step
                step.time = max(step.time, latest)
                if step.deed.isRest { latest = .zero }
                expanded.steps.append(step)
                continue
            }
            var writer = DeedWriter(self, Die(seed: seed), step: number, published)
            let start = max(step.time, latest)
            let place = expanded.steps.count
            expanded.steps += writer.write(deeds, from: start)
            published = writer.published
            if let faults = self.faults {
                let strikes = FaultWriter(self, faults, Die(seed: seed), step: number).strikes(over: deeds.span)
                gusts.append(Gust(range: place..<expanded.steps.count, strikes: strikes.compactMap(writer.placed)))
            }
            // Only the new steps count, because the time of the step before them may count from another beginning.
            let end = expanded.steps[place...].last?.time ?? .zero
            latest = max(latest, end, gusts.last?.strikes.last?.time ?? .zero)
        }
        if let faults = self.faults, !self.steps.contains(where: \.deed.isRandom) {
            gusts = expanded.gusts(of: faults, Die(seed: seed))
        }
        expanded.add(gusts)
        return expanded
    }
}

extension Scenario.RandomDeeds {
    /// The time over which steps are spread when a scenario names none.
    package static let usualSpan = Interval.minutes(10)

    /// The words of the steps that are chosen at random and that a scenario can leave out, in the order of the table.
    package static let words = StepTable.all.filter(\.chance.isNamed).map(\.word)

    /// The words of the steps that are chosen at random only if a scenario asks for them, in the order of the table.
    package static let extraWords = StepTable.all.filter { $0.extra != nil }.map(\.word)

    /// The words of the steps that are chosen at random only in place of another step or around it, each with the word
    /// of the other step.
    ///
    /// If the other step is left out, these steps are left out too.
    // Used for lookup only: iteration order is not deterministic.
    package static let companions = Dictionary(
        uniqueKeysWithValues: StepTable.all.compactMap { kind in
            if case .with(let other) = kind.chance { (kind.word, other) } else { nil }
        })
}
