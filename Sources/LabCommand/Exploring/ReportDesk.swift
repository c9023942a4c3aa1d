import LabReports
import PushLab

/// Hands out the result of an exploration in each form that is wanted.
struct ReportDesk {
    private let options: ReportOptions

    init(_ options: ReportOptions) { self.options = options }

    /// What could not begin is told to programs alone: people are told why.
    func tell(
        _ report: ExplorationReport, milliseconds: Int = 0, hasBegun: Bool = true, _ console: inout Console
    ) throws(RunEnd) {
        let files = Result { () throws(RunEnd) in try self.writeFiles(report, milliseconds) }
        var summary = Result<Void, RunEnd>.success(())
        if self.options.github {
            for line in report.annotations { try console.write(line + "\n") }
            summary = Result { () throws(RunEnd) in try self.writeSummary(report) }
        }
        if self.options.isReplaced {
            // It stands there already.
        } else if self.options.json {
            try console.write(report.json + "\n")
        } else if hasBegun {
            let lines = report.lines + (self.options.table ? [""] + report.table : [])
            let styles = Styles.ofOutput
            let text = lines.map { styles.reported(TerminalText.escaped($0)) }.joined(separator: "\n")
            // No name in a witness may be taken for a command.
            try console.write(self.options.github ? WorkflowCommand.quoted(text) : text + "\n")
        }
        try console.flush()
        // What was found is told first, be there a place for the files or not.
        try files.get()
        try summary.get()
    }

    private func writeFiles(_ report: ExplorationReport, _ milliseconds: Int) throws(RunEnd) {
        if let path = self.options.junit {
            try OutputFile.write(Array(report.junit(milliseconds: milliseconds).xml.utf8), to: path)
        }
        if let path = self.options.html { try OutputFile.write(Array(HTMLReport(report).text.utf8), to: path) }
    }

    private func writeSummary(_ report: ExplorationReport) throws(RunEnd) {
        guard let path = Platform.environment("GITHUB_STEP_SUMMARY"), !path.isEmpty else { return }
        let file = try OutputFile(RawText(path), append: true)
        defer { file.discard() }
        try file.write(Array(report.summary().utf8))
        try file.commit()
    }
}
