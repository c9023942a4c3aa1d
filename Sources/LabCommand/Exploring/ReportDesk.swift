import LabReports
import PushLab

/// Writes the result of an exploration in each requested form.
struct ReportDesk {
    private let options: ReportOptions

    init(_ options: ReportOptions) { self.options = options }

    /// Writes the reports.
    ///
    /// If the exploration could not begin, only the machine-readable reports are written, because the user has already
    /// seen the reason.
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
            // A report has already been written to standard output in place of this text.
        } else if self.options.json {
            try console.write(report.json + "\n")
        } else if hasBegun {
            let lines = report.lines + (self.options.table ? [""] + report.table : [])
            let styles = Styles.ofOutput
            let text = lines.map { styles.reported(TerminalText.escaped($0)) }.joined(separator: "\n")
            // A name in a witness must not be interpreted as a workflow command.
            try console.write(self.options.github ? WorkflowCommand.quoted(text) : text + "\n")
        }
        try console.flush()
        // The findings are written first, even if the report files cannot be written.
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
