import PushLab

/// Mistakes that have one cause: the same plan, made as small as it can be, shows all of them.
extension ExplorationReport {
    struct Cause {
        /// The mistake that tells most.
        var group: Group
        /// The other promises that the plan breaks, in the order of their discovery.
        var others: [Group] = []
    }

    /// The mistakes by their causes, in the order in which they turned up. A mistake without a shrunk plan has a cause
    /// of its own.
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
            // Of several that tell as much, the first.
            let head = ranks.indices.min { ranks[$0] < ranks[$1] } ?? 0
            var others = cause.groups
            return Cause(group: others.remove(at: head), others: others)
        }
    }

    /// Looked up, never walked through.
    var causesByMistake: [Exploration.Mistake: Cause] {
        let causes = self.causes.flatMap { cause in
            ([cause.group] + cause.others).map { (self.exploration.findings[$0.best].mistake, cause) }
        }
        return Dictionary(causes, uniquingKeysWith: { one, _ in one })
    }

    /// The parts of a shrunk plan that decide what happens. The seed and the expectations are not among them: each
    /// mistake keeps its own.
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

    /// `also broken by it: P7 no lost change and P13 at least one callback`; nil where nothing else is.
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
    /// The rank of what says less about the place of a mistake: an action that is wrong says most, a list that is not
    /// right in the end less, and an expectation of the scenario least.
    fileprivate var vagueness: Int {
        if self.endsRun { return 0 }
        switch self.property {
        case .expectation: return 3
        case .p7, .p8, .p20, .p30: return 2
        default: return 1
        }
    }
}
