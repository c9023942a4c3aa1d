import LabReports

/// The payloads that differ from the expectation, for a report.
struct MissList {
    /// The maximum number of misses that a report lists.
    ///
    /// Further misses are only counted.
    private static let mostTold = 100
    private static let mostAnnotations = 10

    private var lines: [String] = []

    var isEmpty: Bool { self.lines.isEmpty }

    mutating func note(_ miss: Miss) {
        if self.lines.count < Self.mostTold { self.lines.append("\(miss.place): \(miss.text)") }
        if self.lines.count == Self.mostTold { self.lines.append("…") }
    }

    /// The annotations in the log of a GitHub workflow, one for each miss. Their number is limited to the maximum that
    /// a runner shows for a step.
    var annotations: [String] {
        self.lines.prefix(Self.mostAnnotations).map {
            WorkflowCommand(.error, "payload not as expected", $0).line
        }
    }

    /// Returns the test case for all misses.
    ///
    /// `count` is the number of payloads that the misses are about.
    func `case`(_ name: String, output: String, about count: Int) -> JUnitReport.Case {
        let text = self.lines.joined(separator: "\n")
        // The count is zero if payloads are missing, or if only the end differs.
        let message = count > 0 ? "\(counted(count, "payload")) not as expected" : self.lines.first ?? ""
        let outcome: JUnitReport.Outcome = self.isEmpty ? .passed : .failed(message: message, text: text)
        return JUnitReport.Case(name, in: "shouldertap.replay", outcome, output: output)
    }
}
