import PushLab

extension ExplorationReport {
    /// The report for CI servers. It has one case for each scenario and promise, and one case that says whether the
    /// result is conclusive.
    package func junit(milliseconds: Int = 0) -> JUnitReport {
        // Used for lookup only: iteration order is not deterministic.
        var broken: [Place: [Group]] = [:]
        for group in self.groups {
            let finding = self.exploration.findings[group.best]
            broken[Place(part: finding.part, property: finding.violation.property), default: []].append(group)
        }
        let cases = self.exploration.parts.enumerated().flatMap { number, part in
            let cut = self.exploration.cutRuns(of: number)
            return ExplorationReport.listed.map { property in
                let groups = broken[Place(part: number, property: property)] ?? []
                let count = part.counts[property] ?? PropertyCount()
                return JUnitReport.Case(
                    property.title, in: part.source, self.outcome(property, groups, count, cut),
                    output: Self.words(of: count, part))
            }
        }
        let limits = self.exploration.parts.enumerated().flatMap { number, part in
            self.exploration.outcomes(of: number).map {
                JUnitReport.Case("threshold \($0.title)", in: part.source, Self.outcome($0))
            }
        }
        return JUnitReport("shouldertap explore", cases + limits + [self.conclusionCase], milliseconds: milliseconds)
    }

    private struct Place: Hashable {
        let part: Int
        let property: Property
    }

    /// - Parameter cut: The number of runs that ended because a program failed.
    private func outcome(
        _ property: Property, _ groups: [Group], _ count: PropertyCount, _ cut: Int
    ) -> JUnitReport.Outcome {
        if let first = groups.first {
            let text = groups.map { self.lines(of: $0).joined(separator: "\n") }.joined(separator: "\n\n")
            return .failed(
                message: self.exploration.findings[first.best].violation.witness,
                text: "\(text)\n\n\(PromiseText.explanation(of: property))")
        }
        if count.judged == 0, cut > 0 {
            let runs = cut == 1 ? "a run" : "\(cut) runs"
            return .skipped(message: "unknown: \(runs) ended early because a program failed")
        }
        if count.applicable == 0 { return .skipped(message: "not applicable: this scenario cannot put it at risk") }
        if count.judged == 0 { return .skipped(message: "unknown: no seed tested it") }
        return .passed
    }

    private static func outcome(_ outcome: Threshold.Outcome) -> JUnitReport.Outcome {
        switch outcome.isKept {
        case true?: .passed
        case false?: .failed(message: "\(outcome.title): \(outcome.figure)", text: outcome.figure)
        case nil: .skipped(message: "unknown: \(outcome.figure)")
        }
    }

    private static func words(of count: PropertyCount, _ part: Exploration.Part) -> String {
        guard count.applicable > 0 else { return "" }
        return "\(Words.counted(part.seeds, "seed")), applicable in \(count.applicable), judged \(count.judged) times, "
            + "at risk \(count.atRisk) times"
    }

    private var conclusionCase: JUnitReport.Case {
        JUnitReport.Case(
            "reaches a conclusion", in: "shouldertap explore",
            self.doubts.isEmpty ? .passed : .skipped(message: "unknown: " + self.doubts.joined(separator: "; ")),
            output: self.sum.joined(separator: "\n"))
    }
}
