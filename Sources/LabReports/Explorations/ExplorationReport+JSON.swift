import Basics
import PushLab
import ShoulderTap

extension ExplorationReport {
    /// The report for scripts: one JSON object.
    ///
    /// The names of its members are part of the interface.
    package var json: String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("verdict", self.exploration.verdict.rawValue)
            writer.member("seeds", raw: String(self.exploration.seeds))
            writer.member("failingSeeds", raw: String(self.exploration.failed))
            writer.member("events", raw: String(self.exploration.events))
            writer.member("hash", self.exploration.hash)
            writer.member("complete", raw: String(self.exploration.isWhole))
            if let cut = self.exploration.cut { writer.member("cut", cut) }
            writer.array("scenarios") { writer in
                for part in self.exploration.own { Self.write(part, into: &writer) }
            }
            let known = self.exploration.parts.dropFirst(self.exploration.own.count)
            if !known.isEmpty {
                writer.array("replayed") { writer in
                    for part in known { Self.write(part, into: &writer) }
                }
            }
            writer.key("properties")
            writer.object { writer in
                for property in Property.promises { self.write(property, into: &writer) }
            }
            writer.key("expectations")
            self.writeCount(of: .expectation, into: &writer)
            writer.key("thresholds")
            writer.object { self.writeThresholds(into: &$0) }
            writer.key("measures")
            writer.object { self.writeMeasures(into: &$0) }
            writer.array("violations") { writer in
                let groups = self.groupsByMistake
                let causes = self.causesByMistake
                for index in self.exploration.findings.indices {
                    let mistake = self.exploration.findings[index].mistake
                    guard let group = groups[mistake] else { continue }
                    self.write(finding: index, of: group, causes[mistake], into: &writer)
                }
            }
            writer.key("goals")
            writer.object { writer in
                for goal in self.exploration.goals { writer.member(goal.name, raw: String(goal.hits)) }
            }
            if !self.idle.isEmpty {
                writer.array("withoutEffect") { writer in
                    for step in self.idle {
                        writer.object { writer in
                            writer.member("step", raw: String(step.step))
                            writer.member("reason", step.reason)
                        }
                    }
                }
            }
            writer.array("doubts") { writer in
                for doubt in self.exploration.doubts { writer.string(doubt) }
            }
            if let share = self.exploration.share {
                writer.key("share")
                ShareWriting.write(self, share, into: &writer)
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func write(_ part: Exploration.Part, into writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("file", part.source)
            writer.member("about", part.about)
            writer.member("seeds", raw: String(part.seeds))
        }
    }

    private func write(_ property: Property, into writer: inout JSONWriter) {
        writer.key(property.id)
        self.writeCount(of: property, into: &writer)
    }

    private func writeCount(of property: Property, into writer: inout JSONWriter) {
        let count = self.exploration.count(property)
        writer.object { writer in
            writer.member("name", property.facts.name)
            writer.member("applicable", raw: String(count.applicable))
            writer.member("judged", raw: String(count.judged))
            writer.member("atRisk", raw: String(count.atRisk))
            writer.member("violations", raw: String(count.violations))
        }
    }

    /// Writes all thresholds, grouped by measure.
    private func writeThresholds(into writer: inout JSONWriter) {
        for measure in Measure.allCases {
            let outcomes = self.exploration.parts.flatMap { part in
                part.outcomes.filter { $0.threshold.measure == measure }.map { (part.source, $0) }
            }
            guard !outcomes.isEmpty else { continue }
            writer.array(measure.rawValue) { writer in
                for (source, outcome) in outcomes {
                    writer.object { writer in
                        writer.member("file", source)
                        writer.member("threshold", outcome.threshold.text)
                        if let measured = outcome.measured { writer.member("measured", raw: Measure.text(measured)) }
                        writer.member("values", raw: String(outcome.values))
                        if let isKept = outcome.isKept { writer.member("kept", raw: String(isKept)) }
                    }
                }
            }
        }
    }

    private func writeMeasures(into writer: inout JSONWriter) {
        let measures = self.exploration.measures
        for measure in Measure.allCases where measures[measure].count > 0 {
            writer.key(measure.rawValue)
            writer.object { writer in
                writer.member("values", raw: String(measures[measure].count))
                for figure in ["min", "med", "p(95)", "p(99)", "max"] {
                    let measured = Threshold("\(figure)>=0", of: measure)?.outcome(measures[measure]).measured
                    if let measured { writer.member(figure, raw: Measure.text(measured)) }
                }
            }
        }
    }

    /// Writes one finding with its own plan, if that plan was shrunk.
    ///
    /// Otherwise, writes the smallest plan that shows the same mistake, with the witness of that plan.
    private func write(finding index: Int, of group: Group, _ cause: Cause?, into writer: inout JSONWriter) {
        let finding = self.exploration.findings[index]
        let isOwn = finding.shrunkSteps != nil || self.exploration.findings[group.best].shrunkSteps == nil
        let told = isOwn ? index : group.best
        let plan = self.exploration.findings[told]
        writer.object { writer in
            writer.member("property", finding.violation.property.id)
            writer.member("name", finding.violation.property.facts.name)
            writer.member("kind", finding.violation.kind)
            writer.member("scenario", self.source(of: finding))
            writer.member("seed", raw: String(finding.seed))
            writer.member("failingSeeds", raw: String(group.count))
            writer.member("witness", plan.violation.witness)
            writer.member("time", raw: String(plan.violation.time.microseconds))
            writer.array("steps") { writer in
                for step in plan.neededSteps { writer.raw(String(step)) }
            }
            writer.array("story") { writer in
                for step in self.steps(of: told) { writer.string("\(step.number) \(step.time) \(step.words)") }
            }
            if let cause, !cause.others.isEmpty { self.write(cause, of: finding, into: &writer) }
            writer.member("planSteps", raw: String(plan.size))
            if plan.shrunkSteps != nil { writer.member("shrunkFrom", raw: String(plan.steps)) }
            if !plan.isMinimal { writer.member("minimal", raw: "false") }
            if let isRepeated = plan.isRepeated { writer.member("repeated", raw: String(isRepeated)) }
            if let path = plan.plan { writer.member("plan", path) }
            if let command = plan.reproduction { writer.member("reproduce", command) }
        }
    }

    /// Writes the other mistakes that the plan of a finding shows, or the more specific mistake with the same cause.
    private func write(_ cause: Cause, of finding: Exploration.Finding, into writer: inout JSONWriter) {
        let head = self.exploration.findings[cause.group.best]
        guard head.mistake == finding.mistake else {
            return writer.member("sameCauseAs", head.violation.property.id)
        }
        writer.array("alsoBroken") { writer in
            for group in cause.others { writer.string(self.exploration.findings[group.best].violation.property.id) }
        }
    }
}
