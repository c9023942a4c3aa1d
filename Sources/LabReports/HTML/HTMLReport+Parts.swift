import PushLab

extension HTMLReport {
    var header: String {
        let verdict = self.report.exploration.verdict.rawValue
        let sum = self.report.sum.dropLast().map { "<li>\(HTMLText.escaped($0))</li>\n" }.joined()
        let causes = self.report.causes
        let links =
            causes.prefix(Self.mostStories).enumerated().map { number, cause in
                let violation = self.report.exploration.findings[cause.group.best].violation
                return "<li><a href=\"#story-\(number)\">\(Self.title(of: violation.property))</a></li>\n"
            } + self.missedLimits.enumerated().map { Self.link(to: $0.element, number: $0.offset) }
        let list = links.count > 1 ? "<nav aria-label=\"Mistakes\"><ol>\n\(links.joined())</ol></nav>\n" : ""
        return """
            <header>
            <p class="verdict \(verdict)">\(verdict)</p>
            <h1>\(HTMLText.escaped(self.report.reason.sentence))</h1>
            <ul class="sum">
            \(sum)</ul>
            \(list)</header>

            """
    }

    /// Returns the section of one mistake: the witness, the steps, the command that reproduces it, the promise, and the
    /// timeline.
    func story(of cause: ExplorationReport.Cause, number: Int) -> String {
        let group = cause.group
        let finding = self.report.exploration.findings[group.best]
        let violation = finding.violation
        let steps = self.report.steps(of: group.best).map { step in
            "<tr><td>\(step.number)</td><td>\(step.time)</td><td>\(HTMLText.escaped(step.words))</td></tr>\n"
        }
        let table =
            steps.isEmpty
            ? ""
            : "<table class=\"steps\"><thead><tr><th>step</th><th>time</th><th>action</th></tr></thead>\n"
                + "<tbody>\n\(steps.joined())</tbody></table>\n"
        let command = finding.reproduction.map { command in
            "<p class=\"command\"><code>\(HTMLText.escaped(command))</code> "
                + "<button type=\"button\" hidden>Copy</button></p>\n"
        }
        let advice = violation.endsRun ? "<p>\(HTMLText.escaped(ExplorationReport.firstOfAll))</p>\n" : ""
        let others = self.report.alsoBroken(by: cause).map { "<p>\(HTMLText.escaped($0.sentence))</p>\n" } ?? ""
        let seeds = ExplorationReport.words(ofSeedsOf: group, first: finding.seed)
        let shrinking = finding.shrinking.map { "; \($0)" } ?? ""
        return """
            <article id="story-\(number)">
            <h2>\(Self.title(of: violation.property))</h2>
            <p class="witness">\(HTMLText.escaped(violation.witness))</p>
            \(advice)\(table)\(others)\(command ?? "")<p class="where">\
            in \(HTMLText.escaped(self.report.source(of: finding))), \(seeds)\(shrinking)</p>
            \(Self.explanation(of: violation.property))<div class="timeline" data-history="\(number)"></div>
            </article>

            """
    }

    func section(of run: Run, number: Int) -> String {
        """
        <article id="story-\(number)">
        <h2>\(HTMLText.escaped(run.title))</h2>
        <div class="timeline" data-history="\(number)"></div>
        </article>

        """
    }

    private static func number(of property: Property) -> String { property == .expectation ? "" : property.id }

    private static func title(of property: Property) -> String {
        let number = self.number(of: property)
        return (number.isEmpty ? "" : "<b>\(number)</b> ") + HTMLText.escaped(property.facts.name)
    }

    private static func explanation(of property: Property) -> String {
        let facts = property.facts
        let parts = [
            ("checked", facts.check.rawValue), ("in danger from", facts.threat), ("usually broken by", facts.mistake),
            ("noticed as", facts.harm),
        ]
        let list = parts.map { "<dt>\($0)</dt><dd>\(HTMLText.escaped($1))</dd>\n" }.joined()
        return """
            <details>
            <summary>What is promised, and what usually breaks it</summary>
            <p>\(HTMLText.escaped(facts.promise))</p>
            <dl>
            \(list)</dl>
            </details>

            """
    }

    /// The table of how often each promise was judged.
    var promises: String {
        let rows = ExplorationReport.listed.map { property in
            let count = self.report.exploration.count(property)
            let state = count.violations > 0 ? "broken" : count.judged == 0 ? "idle" : ""
            let numbers = [count.applicable, count.judged, count.atRisk, count.violations]
            let name = "<td>\(Self.number(of: property))</td><td>\(HTMLText.escaped(property.facts.name))</td>"
            return "<tr class=\"\(state)\">" + name
                + numbers.map { "<td>\($0)</td>" }.joined() + "</tr>\n"
        }
        let goals = self.report.exploration.goals.map { goal in
            "<tr class=\"\(goal.hits == 0 ? "idle" : "")\"><td>\(HTMLText.escaped(goal.name))</td>"
                + "<td>\(goal.hits)</td></tr>\n"
        }
        let goalTable =
            goals.isEmpty
            ? ""
            : "<section>\n<h2>Goals</h2>\n<div class=\"wide\"><table class=\"counts\"><thead><tr><th>situation</th>"
                + "<th>times</th></tr></thead>\n<tbody>\n\(goals.joined())</tbody></table></div>\n</section>\n"
        return """
            <section>
            <h2>Promises</h2>
            <p>Judged: how often the promise was checked. At risk: how often the run would have shown a violation.</p>
            <div class="wide"><table class="counts promises"><thead><tr><th>id</th><th>promise</th><th>applicable</th>\
            <th>judged</th><th>at risk</th><th>violations</th></tr></thead>
            <tbody>
            \(rows.joined())</tbody></table></div>
            </section>
            \(goalTable)
            """
    }
}

extension String {
    /// The text with a capital first letter.
    var sentence: String { self.prefix(1).uppercased() + self.dropFirst() }
}
