import Basics
import PushLab
import ShoulderTap

/// The member `share` of a result: all data that `merge` needs to combine several shares into one exploration.
///
///     {"number":1,"count":3,"of":"5f0c…","parts":[…],"findings":[…],"goals":[…],…}
///
/// It contains more than the rest of the result. Only the version that wrote it can read it.
enum ShareWriting {
    /// The version of the format.
    static let format = 3

    static func write(_ report: ExplorationReport, _ share: Exploration.Share, into writer: inout JSONWriter) {
        let exploration = report.exploration
        writer.object { writer in
            writer.member("format", raw: String(Self.format))
            writer.member("number", raw: String(share.shard.number))
            writer.member("count", raw: String(share.shard.count))
            writer.member("of", raw: String(share.whole))
            writer.member("seeds", raw: String(exploration.seeds))
            writer.member("failed", raw: String(exploration.failed))
            writer.member("events", raw: String(exploration.events))
            writer.member("code", raw: String(exploration.code))
            writer.member("complete", raw: String(exploration.isWhole))
            if let cut = exploration.cut { writer.member("cut", cut) }
            writer.array("gaps") { writer in
                for gap in exploration.gaps { writer.string(gap) }
            }
            writer.array("goals") { writer in
                for goal in exploration.goals { writer.raw(String(goal.hits)) }
            }
            writer.array("parts") { writer in
                for part in exploration.parts { Self.write(part, into: &writer) }
            }
            writer.array("findings") { writer in
                let groups = report.groupsByMistake
                for (place, finding) in exploration.findings.enumerated() {
                    let count = groups[finding.mistake]?.count ?? 1
                    Self.write(finding, failing: count, report.plan(of: place), into: &writer)
                }
            }
        }
    }

    private static func write(_ part: Exploration.Part, into writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("source", part.source)
            writer.member("about", part.about)
            writer.member("seeds", raw: String(part.seeds))
            writer.member("known", raw: String(part.isKnown))
            writer.array("wanted") { writer in
                for property in part.wanted { writer.string(property.id) }
            }
            writer.array("thresholds") { writer in
                for threshold in part.thresholds {
                    writer.array {
                        $0.string(threshold.measure.rawValue); $0.string(threshold.text)
                    }
                }
            }
            writer.key("counts")
            writer.object { writer in
                for property in Property.allCases {
                    guard let count = part.counts[property] else { continue }
                    writer.array(property.id) { writer in
                        for number in [count.applicable, count.judged, count.atRisk, count.violations] {
                            writer.raw(String(number))
                        }
                    }
                }
            }
            writer.array("worth") { writer in
                for number in [part.worth.undecided, part.worth.publishing, part.worth.delivering] {
                    writer.raw(String(number))
                }
            }
            writer.key("measures")
            writer.object { writer in
                for measure in Measure.allCases where part.measures[measure].count > 0 {
                    writer.key(measure.rawValue)
                    Self.write(part.measures[measure], into: &writer)
                }
            }
        }
    }

    private static func write(_ histogram: Histogram, into writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("smallest", raw: String(histogram.smallest))
            writer.member("largest", raw: String(histogram.largest))
            writer.member("total", raw: String(histogram.total))
            writer.array("counters") { writer in
                for (place, count) in histogram.counters {
                    writer.array {
                        $0.raw(String(place)); $0.raw(String(count))
                    }
                }
            }
        }
    }

    private static func write(
        _ finding: Exploration.Finding, failing: Int, _ plan: Scenario?, into writer: inout JSONWriter
    ) {
        writer.object { writer in
            writer.member("job", raw: String(finding.job))
            writer.member("part", raw: String(finding.part))
            writer.member("seed", raw: String(finding.seed))
            writer.member("property", finding.violation.property.id)
            writer.member("kind", finding.violation.kind)
            writer.member("failing", raw: String(failing))
            writer.member("witness", finding.violation.witness)
            writer.member("time", raw: String(finding.violation.time.microseconds))
            writer.array("involved") { writer in
                for step in finding.violation.steps { writer.raw(String(step)) }
            }
            writer.member("steps", raw: String(finding.steps))
            if let steps = finding.shrunkSteps { writer.member("shrunkSteps", raw: String(steps)) }
            if !finding.isMinimal { writer.member("minimal", raw: "false") }
            if let isRepeated = finding.isRepeated { writer.member("repeated", raw: String(isRepeated)) }
            if let path = finding.plan { writer.member("path", path) }
            if let command = finding.reproduction { writer.member("reproduce", command) }
            if let plan { writer.member("plan", plan.yaml) }
        }
    }
}
