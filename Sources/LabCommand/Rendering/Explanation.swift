import Captures
import ShoulderTap

/// Shows the lines of a payload with a caret under each finding, and an explanation of each finding.
struct Explanation {
    let styles: Styles

    func render(_ report: PayloadReport) -> String {
        // If the payload is inside other text, the findings are about that text and not about the payload.
        if let disguise = report.disguise { return "    \(disguise.form.remedy)\n" }
        var text = ""
        var rest = report.findings[...]
        while let first = rest.first {
            let window = LineWindow(around: min(first.offset, report.payload.count), in: report.payload)
            let end = rest.firstIndex { window.column(of: min($0.offset, report.payload.count)) == nil }
            let shown = rest[..<(end ?? rest.endIndex)]
            precondition(!shown.isEmpty, "a window shows the finding that it was made for")
            text += self.render(shown, window, in: report.payload)
            rest = rest[shown.endIndex...]
        }
        if WakeAdvice.isOfUse(for: report) {
            text += "    \(WakeAdvice.verdict(on: report, isBelowFindings: true))\n"
            text += "    Other causes that prevent a wake: shouldertap parse --why\n"
        }
        return text
    }

    private func render(
        _ findings: ArraySlice<Finding>, _ window: LineWindow, in payload: [UInt8]
    ) -> String {
        let columns = findings.compactMap { window.column(of: min($0.offset, payload.count)) }
        let marks = (0...(columns.max() ?? 0)).map { columns.contains($0) ? "^" : " " }.joined()
        let position = TextPosition(of: findings[findings.startIndex].offset, in: payload)
        let number = String(position.line)
        let margin = String(repeating: " ", count: max(0, 4 - number.count))
        let gap = String(repeating: " ", count: max(4, number.count))
        var text = "  \(margin)\(number) | \(window.text)\n  \(gap) | \(self.styles.caret(marks))\n"
        for finding in findings {
            let place = TextPosition(of: finding.offset, in: payload)
            let path = finding.path.isEmpty ? "" : TerminalText.escaped(finding.path) + ": "
            let earlier = finding.earlierOffset.map { " First at byte \($0)." } ?? ""
            text += "       \(finding.severity.rawValue) at \(place.line):\(place.column), byte \(finding.offset)\n"
            text += "       \(path)\(finding.message)\(earlier)\n         \(finding.remedy)\n"
        }
        return text
    }
}
