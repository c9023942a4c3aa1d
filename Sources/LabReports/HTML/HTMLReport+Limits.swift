import PushLab

/// Missed thresholds, reported as findings.
extension HTMLReport {
    /// A threshold that was missed, and the scenario that sets it.
    struct MissedLimit {
        let source: String
        let outcome: Threshold.Outcome
    }

    var missedLimits: [MissedLimit] {
        self.report.exploration.parts.flatMap { part in
            part.outcomes.filter { $0.isKept == false }.map { MissedLimit(source: part.source, outcome: $0) }
        }
    }

    static func link(to limit: MissedLimit, number: Int) -> String {
        "<li><a href=\"#story-limit-\(number)\">\(HTMLText.escaped(limit.outcome.title))</a></li>\n"
    }

    static func story(of limit: MissedLimit, number: Int) -> String {
        """
        <article id="story-limit-\(number)">
        <h2><b>threshold</b> \(HTMLText.escaped(limit.outcome.title))</h2>
        <p class="witness">\(HTMLText.escaped(limit.outcome.figure))</p>
        <p class="where">in \(HTMLText.escaped(limit.source)), over all of its seeds</p>
        </article>

        """
    }
}
