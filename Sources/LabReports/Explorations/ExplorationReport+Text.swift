import Basics
import PushLab

extension ExplorationReport {
    /// The maximum number of steps in a terminal report, to keep it readable.
    private static let mostSteps = 24
    private static let mostSeeds = 5
    private static let mostGoals = 3

    /// The report for a terminal: each mistake with the steps that led to it, and then the summary.
    ///
    /// Names and file contents are not escaped. The code that writes the lines to a terminal has to escape them.
    package var lines: [String] { self.mistakes.flatMap { $0 + [""] } + self.sum }

    /// The lines of each mistake.
    package var mistakes: [[String]] { self.causes.map { self.lines(of: $0.group, also: self.alsoBroken(by: $0)) } }

    /// The advice that a report gives if a program under test failed.
    package static let firstOfAll =
        "fix this first: the program failed, so the run ended here, and nothing later was judged"

    /// Returns the lines of one mistake: witness, steps, and the command that reproduces it.
    func lines(of group: Group, also others: String? = nil) -> [String] {
        let finding = self.exploration.findings[group.best]
        var lines = ["\(finding.violation.property.title): \(finding.violation.witness)"]
        if finding.violation.endsRun { lines.append(Self.firstOfAll) }
        let steps = self.steps(of: group.best)
        let (numbers, times) = (steps.map { String($0.number).count }.max() ?? 0, steps.map(\.time.count).max() ?? 0)
        lines += steps.prefix(Self.mostSteps).map { step in
            let number = String(repeating: " ", count: numbers - String(step.number).count) + String(step.number)
            return "  \(number)  \(PromiseText.padded(step.time, to: times))  \(step.words)"
        }
        if steps.count > Self.mostSteps { lines.append("  … and \(steps.count - Self.mostSteps) more steps") }
        if !finding.keptSteps.isEmpty {
            let steps = Words.list(finding.keptSteps.map(String.init))
            let (noun, pronoun) = finding.keptSteps.count == 1 ? ("step", "it") : ("steps", "them")
            lines.append("the plan keeps \(noun) \(steps), because an expectation is about \(pronoun)")
        }
        if let others { lines.append(others) }
        lines.append("in \(self.source(of: finding)), \(Self.words(ofSeedsOf: group, first: finding.seed))")
        if let command = finding.reproduction {
            lines.append("reproduce: \(command)" + (finding.shrinking.map { "    # \($0)" } ?? ""))
        }
        return lines
    }

    /// Formats the seeds of a group: `seed 7, and with 8, 9 and 4 more`.
    static func words(ofSeedsOf group: Group, first: UInt64) -> String {
        let named = group.seeds.filter { $0 != first }.prefix(Self.mostSeeds)
        // A mistake may occur several times in one run.
        let others = group.count - group.seeds.count { $0 == first }
        guard !named.isEmpty, others > 0 else { return "seed \(first)" }
        var words = named.map(String.init)
        if others > named.count { words.append("\(others - named.count) more") }
        return "seed \(first), also with \(Words.list(words))"
    }

    /// The summary: what was run, how often promises were judged, and the verdict.
    package var sum: [String] {
        let all = Property.promises
        let judged = all.filter { self.exploration.count($0).judged > 0 }
        let atRisk = all.filter { self.exploration.count($0).atRisk > 0 }
        // If no promise was judged, nothing ran. A list of all promises would then explain nothing.
        let unjudged = judged.isEmpty ? [] : all.filter { self.exploration.count($0).judged == 0 }.map(\.id)
        let (seeds, parts) = (self.exploration.seeds, self.exploration.own.count)
        var lines = [
            "\(Words.counted(seeds, "seed")) of \(Words.counted(parts, "scenario")), "
                + (self.exploration.failed == 0 ? "" : "\(self.exploration.failed) of them failed, ")
                + "\(Words.counted(self.exploration.events, "event")), hash \(self.exploration.hash)",
            "\(Words.counted(judged.count, "promise")) judged, \(atRisk.count) of them at risk"
                + (unjudged.isEmpty ? "" : "; never judged: \(Words.list(unjudged))"),
        ]
        if !self.exploration.goals.isEmpty { lines.append(self.goals) }
        lines += self.undecided
        return lines + self.limits + [self.exploration.cut, self.conclusion].compactMap { $0 }
    }

    /// A line for each scenario in which some runs prove nothing.
    private var undecided: [String] {
        self.exploration.own.filter { (1..<max($0.seeds, 1)).contains($0.worth.undecided) }.map { part in
            "\(part.worth.undecided) of \(Words.counted(part.seeds, "run")) of \(part.source) prove nothing: "
                + "a step had no effect on a notification that an expectation is about"
        }
    }

    /// The results of the thresholds, one per line.
    package var limits: [String] {
        self.exploration.parts.enumerated().flatMap { place, part in
            self.exploration.outcomes(of: place).map {
                "\(part.source) \(Self.word(for: $0)) \($0.title): \($0.figure)"
            }
        }
    }

    private static func word(for outcome: Threshold.Outcome) -> String {
        switch outcome.isKept {
        case true?: "keeps"
        case false?: "misses"
        case nil: "never tested"
        }
    }

    private var goals: String {
        let missed = self.exploration.goals.filter { $0.hits == 0 }.map(\.name)
        let all = self.exploration.goals.count
        let met = "\(all - missed.count) of \(Words.counted(all, "goal"))"
        guard !missed.isEmpty else { return "\(met) met" }
        let more = missed.count - Self.mostGoals
        let named = missed.prefix(Self.mostGoals) + (more > 0 ? ["\(more) more"] : [])
        return "\(met) met; not met: \(Words.list(Array(named)))"
    }

    /// The verdict and its reason.
    var conclusion: String { "\(self.exploration.verdict.rawValue): \(self.reason)" }

    var reason: String {
        let exploration = self.exploration
        switch exploration.verdict {
        case .pass: return "no promise was broken"
        case .fail:
            let broken = Set(exploration.findings.map(\.violation.property))
            let promises = Self.listed.filter(broken.contains).map { $0 == .expectation ? $0.facts.name : $0.id }
            let missed = exploration.parts.indices.flatMap(exploration.outcomes(of:)).count { $0.isKept == false }
            let idle = exploration.forbiddenIdleSteps
            let reasons =
                (promises.isEmpty
                    ? [] : ["\(Words.list(promises)) broken, \(Words.counted(self.causes.count, "mistake")) in all"])
                + (missed == 0 ? [] : ["\(Words.counted(missed, "threshold")) missed"])
                + (idle == 0 ? [] : ["\(Words.counted(idle, "step")) without effect"])
            return reasons.joined(separator: "; ")
        case .inconclusive: return self.doubts.joined(separator: "; ")
        }
    }

    /// The reasons why the result is not conclusive.
    var doubts: [String] {
        self.exploration.doubts
            + self.exploration.parts.enumerated().flatMap { place, part in
                self.exploration.outcomes(of: place).filter { $0.isKept == nil }
                    .map { "\(part.source) never tested \($0.title)" }
            } + (self.exploration.isWhole ? [] : ["the run was stopped early"])
    }

    /// A table of how often each promise was judged.
    package var table: [String] {
        let names = Self.listed.map(\.title)
        let width = names.map(\.count).max() ?? 0
        let head = PromiseText.padded("promise", to: width) + "  applicable    judged    at risk  violations"
        return [head]
            + zip(Self.listed, names).map { property, name in
                let count = self.exploration.count(property)
                return PromiseText.padded(name, to: width) + Self.right(count.applicable, 12)
                    + Self.right(count.judged, 10) + Self.right(count.atRisk, 11) + Self.right(count.violations, 12)
            }
    }

    private static func right(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: " ", count: max(1, width - digits.count)) + digits
    }
}
