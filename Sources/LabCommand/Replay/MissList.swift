import LabReports

/// What was not as expected, for a report.
struct MissList {
    /// Of more misses a report only tells the number.
    private static let mostTold = 100
    private static let mostAnnotations = 10

    private var lines: [String] = []

    var isEmpty: Bool { self.lines.isEmpty }

    mutating func note(_ miss: Miss) {
        if self.lines.count < Self.mostTold { self.lines.append("\(miss.place): \(miss.text)") }
        if self.lines.count == Self.mostTold { self.lines.append("…") }
    }

    /// A line for each miss in the log of a GitHub workflow, as many as a runner shows for a step.
    var annotations: [String] {
        self.lines.prefix(Self.mostAnnotations).map {
            WorkflowCommand(.error, "payload not as expected", $0).line
        }
    }

    /// The test case that stands for all of them; `count` is how many payloads they are about.
    func `case`(_ name: String, output: String, about count: Int) -> JUnitReport.Case {
        let text = self.lines.joined(separator: "\n")
        // No payload differs where one is missing, or the end alone is another.
        let message = count > 0 ? "\(counted(count, "payload")) not as expected" : self.lines.first ?? ""
        let outcome: JUnitReport.Outcome = self.isEmpty ? .passed : .failed(message: message, text: text)
        return JUnitReport.Case(name, in: "shouldertap.replay", outcome, output: output)
    }
}
