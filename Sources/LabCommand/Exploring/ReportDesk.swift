import LabReports
import PushLab

/// Hands out the result of an exploration in each form that is wanted.
struct ReportDesk {
    private let options: ReportOptions

    init(_ options: ReportOptions) { self.options = options }

    func tell(
        _ report: ExplorationReport, milliseconds: Int = 0, _ console: inout Console
    ) throws(RunEnd) {
        if let path = self.options.junit {
            try OutputFile.write(Array(report.junit(milliseconds: milliseconds).xml.utf8), to: path)
        }
        if let path = self.options.html { try OutputFile.write(Array(HTMLReport(report).text.utf8), to: path) }
        if self.options.github { try self.tellGitHub(report, &console) }
        if self.options.json {
            try console.write(report.json + "\n")
        } else {
            let lines = report.lines + (self.options.table ? [""] + report.table : [])
            let text = lines.map { TerminalText.escaped($0) }.joined(separator: "\n")
            // No name in a witness may be taken for a command.
            try console.write(self.options.github ? WorkflowCommand.quoted(text) : text + "\n")
        }
        try console.flush()
    }

    private func tellGitHub(_ report: ExplorationReport, _ console: inout Console) throws(RunEnd) {
        for line in report.annotations { try console.write(line + "\n") }
        guard let path = Platform.environment("GITHUB_STEP_SUMMARY"), !path.isEmpty else { return }
        let file = try OutputFile(RawText(path), append: true)
        defer { file.discard() }
        try file.write(Array(report.summary().utf8))
        try file.commit()
    }
}
