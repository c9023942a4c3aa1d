import PushLab

extension ExplorationReport {
    /// The maximum number of annotations.
    ///
    /// A runner shows ten of a kind for each step, and drops the rest silently.
    private static let mostAnnotations = 9
    /// The maximum size of a summary. A runner refuses a summary of more than 1,048,576 bytes.
    package static let mostSummaryBytes = 1 << 20

    /// The annotations for the log of a GitHub workflow: a line for each mistake, up to the maximum.
    package var annotations: [String] {
        let causes = self.causes
        var commands = causes.prefix(Self.mostAnnotations).map { cause in
            let group = cause.group
            let finding = self.exploration.findings[group.best]
            let others = self.alsoBroken(by: cause).map { "\n\($0)" } ?? ""
            let repeated = finding.reproduction.map { "\nreproduce: \($0)" } ?? ""
            let seeds = Self.words(ofSeedsOf: group, first: finding.seed)
            return WorkflowCommand(
                .error, finding.violation.property.title, "\(finding.violation.witness)\(others)\n\(seeds)\(repeated)",
                file: self.source(of: finding))
        }
        if causes.count > Self.mostAnnotations {
            let more = Words.counted(causes.count - Self.mostAnnotations, "more mistake")
            commands.append(WorkflowCommand(.error, more, "The summary of this step lists all of them."))
        }
        let room = Self.mostAnnotations - causes.prefix(Self.mostAnnotations).count
        let missed = self.exploration.parts.flatMap { part in
            part.outcomes.filter { $0.isKept == false }.map { (part.source, $0) }
        }
        commands += missed.prefix(room).map { source, outcome in
            WorkflowCommand(.error, "threshold missed", "\(outcome.title): \(outcome.figure)", file: source)
        }
        if self.exploration.verdict == .inconclusive {
            commands.append(WorkflowCommand(.warning, "nothing can be concluded", self.conclusion))
        }
        return commands.map(\.line)
    }

    /// Returns the summary for a step of a GitHub workflow, in Markdown. It contains the verdict, each mistake, and how
    /// often each promise was judged. A mistake with a history also gets a diagram.
    package func summary(mostBytes: Int = Self.mostSummaryBytes) -> String {
        let sum = self.sum.dropLast().map { "- \(MarkdownText.escaped($0))\n" }.joined()
        let head = "## \(self.mark) ShoulderTap: \(MarkdownText.escaped(self.conclusion))\n\n\(sum)\n"
        let table = self.countTable
        // Reserves room for the note about stories that are left out.
        var room = mostBytes - head.utf8.count - table.utf8.count - 200
        var stories = ""
        let causes = self.causes
        for (index, cause) in causes.enumerated() {
            let story = [self.story(of: cause, withDiagram: true), self.story(of: cause, withDiagram: false)]
                .first { $0.utf8.count <= room }
            guard let story else {
                let left = Words.counted(causes.count - index, "more mistake")
                stories += "There is no space for \(left).\n\n"
                break
            }
            stories += story
            room -= story.utf8.count
        }
        return head + stories + table
    }

    private var mark: String {
        switch self.exploration.verdict {
        case .pass: "✅"
        case .fail: "❌"
        case .inconclusive: "❔"
        }
    }

    private func story(of cause: Cause, withDiagram: Bool) -> String {
        let group = cause.group
        let finding = self.exploration.findings[group.best]
        let property = finding.violation.property
        let witness = MarkdownText.escaped(finding.violation.witness)
        var text = "### \(MarkdownText.escaped(property.title))\n\n\(witness)\n\n"
        let steps = self.steps(of: group.best)
        if !steps.isEmpty {
            text += "| step | time | action |\n|--:|--:|---|\n"
            text += steps.map { "| \($0.number) | \($0.time) | \(MarkdownText.escaped($0.words)) |\n" }.joined() + "\n"
        }
        if let others = self.alsoBroken(by: cause) { text += "\(MarkdownText.escaped(others.sentence)).\n\n" }
        let seeds = Self.words(ofSeedsOf: group, first: finding.seed)
        text += "In \(MarkdownText.escaped(self.source(of: finding))), \(MarkdownText.escaped(seeds))."
        text += (finding.shrinking.map { " The plan was \($0)." } ?? "") + "\n\n"
        if let command = finding.reproduction { text += MarkdownText.block(command, language: "sh") + "\n" }
        if withDiagram, let history = self.history(of: group.best) {
            text += "<details><summary>What happened</summary>\n\n"
            text += MarkdownText.block(Mermaid.text(of: history), language: "mermaid") + "\n</details>\n\n"
        }
        return text + "\(MarkdownText.escaped(property.facts.promise))\n\n"
    }

    private var countTable: String {
        let rows = Self.listed.map { property in
            let count = self.exploration.count(property)
            let cells = [count.applicable, count.judged, count.atRisk, count.violations].map(String.init)
            return "| \(MarkdownText.escaped(property.title)) | \(cells.joined(separator: " | ")) |\n"
        }
        return "<details><summary>How often each promise was tested</summary>\n\n"
            + "| promise | applicable | judged | at risk | violations |\n|---|--:|--:|--:|--:|\n" + rows.joined()
            + "\n</details>\n"
    }
}
