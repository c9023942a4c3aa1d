import PushLab

/// A group of mistakes with one cause: the same smallest plan shows all of them.
extension ExplorationReport {
    struct Cause {
        /// The most specific mistake.
        var group: Group
        /// The other mistakes that the plan shows, in the order of their discovery.
        var others: [Group] = []
    }

    /// The mistakes by their causes, in the order of their discovery. A mistake without a shrunk plan is a separate
    /// cause.
    var causes: [Cause] {
        var causes: [(key: CauseKey?, groups: [Group])] = []
        for group in self.groups {
            let key = self.key(of: group)
            if let key, let place = causes.firstIndex(where: { $0.key == key }) {
                causes[place].groups.append(group)
            } else {
                causes.append((key, [group]))
            }
        }
        return causes.map { cause in
            let ranks = cause.groups.map { self.exploration.findings[$0.best].violation.vagueness }
            // The most specific mistake is the head. If several are equally specific, the first of them is the head.
            let head = ranks.indices.min { ranks[$0] < ranks[$1] } ?? 0
            var others = cause.groups
            return Cause(group: others.remove(at: head), others: others)
        }
    }

    /// The cause of each mistake.
    ///
    /// The cause of each mistake.
    ///
    /// Used for lookup only: iteration order is not deterministic.
    var causesByMistake: [Exploration.Mistake: Cause] {
        let causes = self.causes.flatMap { cause in
            ([cause.group] + cause.others).map { (self.exploration.findings[$0.best].mistake, cause) }
        }
        return Dictionary(causes, uniquingKeysWith: { one, _ in one })
    }

    /// The parts of a shrunk plan that determine the events of a run. The seed and the expectations differ between
    /// mistakes and are not included.
    private struct CauseKey: Equatable {
        let part: Int
        let plan: Scenario
    }

    private func key(of group: Group) -> CauseKey? {
        let finding = self.exploration.findings[group.best]
        guard finding.shrunkSteps != nil, var plan = self.plan(of: group.best) else { return nil }
        (plan.seed, plan.expectations, plan.about) = (nil, [], "")
        return CauseKey(part: finding.part, plan: plan)
    }

    /// Returns `also broken by it: P7 no lost change and P13 at least one callback`, or nil if nothing else is broken.
    func alsoBroken(by cause: Cause) -> String? {
        var titles: [String] = []
        for group in cause.others {
            let title = self.exploration.findings[group.best].violation.property.title
            if !titles.contains(title) { titles.append(title) }
        }
        return titles.isEmpty ? nil : "also broken by it: \(Words.list(titles))"
    }
}

extension Violation {
    /// A rank that shows how vaguely a violation locates the mistake. A lower rank is more precise. A violation that
    /// ends the run has the lowest rank. The next ranks are, in this order: a wrong action, a wrong list at the end,
    /// and a broken expectation of the scenario.
    fileprivate var vagueness: Int {
        if self.endsRun { return 0 }
        switch self.property {
        case .expectation: return 3
        case .p7, .p8, .p20, .p30: return 2
        default: return 1
        }
    }
}
