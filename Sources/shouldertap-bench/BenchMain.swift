import BenchReport

/// Reads the command line, runs one section, prints its rows and exits with the verdict.
@main
enum BenchMain {
    static func main() {
        Platform.ignoreBrokenPipes()
        let options: BenchOptions
        do {
            options = try BenchOptions.parse(Array(CommandLine.arguments.dropFirst()))
        } catch {
            Platform.print("shouldertap-bench: \(error.text)", toError: true)
            Platform.print("try 'shouldertap-bench --help'", toError: true)
            Platform.leave(.usage)
        }
        guard !options.isHelp else {
            Platform.print(BenchOptions.help)
            Platform.leave(.passed)
        }
        for section in options.sections { Self.run(section, options) }
    }

    private static func run(_ section: BenchOptions.Section, _ options: BenchOptions) -> Never {
        let findings =
            switch section {
            case .parse: ParseSection.run(options)
            case .start: StartSection.run(options)
            case .allocations: AllocationSection.run(options)
            case .secure: SecureSection.run(options)
            case .lab: LabSection.run(options)
            case .replay: ReplaySection.run(options)
            case .explore: ExploreSection.run(options)
            case .serve: ServeSection.run(options)
            }
        let lines = options.isJSON ? findings.rows.map(Rendering.json) : Rendering.table(findings.rows)
        for line in lines { Platform.print(line) }
        let missed = findings.rows.filter { $0.isMet == false }
        for row in missed { Self.complain("missed: \(row.metric), target \(row.target?.text ?? "")") }
        for complaint in findings.complaints { Self.complain(complaint) }
        if options.isQuick && section != .allocations { Self.complain("quick run: times are printed, not judged") }
        if findings.status != .passed { Platform.leave(findings.status) }
        Platform.leave(missed.isEmpty && findings.complaints.isEmpty ? .passed : .missed)
    }

    private static func complain(_ text: String) { Platform.print("shouldertap-bench: \(text)", toError: true) }
}

/// The result of a section.
struct Findings {
    var rows: [Row] = []
    /// The problems other than missed targets, such as contenders that disagree.
    var complaints: [String] = []
    /// The exit status, if it differs from the status that follows from the targets.
    var status = ExitStatus.passed
}
