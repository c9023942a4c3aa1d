import ShoulderTap

/// A payload that differs from its expectation.
struct Miss: Equatable {
    let place: String
    let text: String

    /// Compares a payload with an expectation from the command line. Returns nil if the payload meets the expectation.
    /// Also returns nil if the expectation is a recorded verdict, because that comparison needs a file.
    init?(_ report: PayloadReport, expected: ParseOptions.Expectation) {
        let wanted: String
        switch expected {
        case .recorded: return nil
        case .tap where report.tap != nil: return nil
        case .tap: wanted = "tap"
        case .kind(let kind) where report.kind == kind: return nil
        case .kind(let kind): wanted = kind.description
        }
        let reason = report.tap == nil ? " (\(Reason.phrase(for: report)))" : ""
        self.init(place: report.place, text: "expected \(wanted), got \(report.kind)\(reason)")
    }

    /// Checks a payload of the expected kind for findings that are not allowed. Returns nil if it has none.
    init?(_ report: PayloadReport, over bar: ParseOptions.Bar) {
        guard let finding = report.findings.first(where: bar.isReached) else { return nil }
        let words = "\(report.kind) with \(finding.severity.rawValue) \(finding.code): \(Reason.phrase(finding))"
        self.init(place: report.place, text: words)
    }

    init(place: String, text: String) {
        self.place = place
        self.text = text
    }
}
