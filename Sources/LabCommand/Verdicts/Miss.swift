import ShoulderTap

/// A payload that is not what was expected of it.
struct Miss: Equatable {
    let place: String
    let text: String

    /// The miss of a payload against an expectation that needs no file; nil if it is met.
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

    init(place: String, text: String) {
        self.place = place
        self.text = text
    }
}
