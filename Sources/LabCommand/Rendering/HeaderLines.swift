import Captures
import ShoulderTap

/// The findings in the headers of a push. They are shown as rows after the row of the payload, and as JSON.
enum HeaderLines {
    /// Returns rows with the header, its meaning and a remedy for each finding:
    ///
    /// `    warning  apns-priority: 10    A silent push has priority 10. … Send 'apns-priority: 5'.`
    static func render(_ findings: [HeaderFinding]) -> String {
        findings.map { finding in
            let value = TerminalText.escaped(finding.place)
            let severity = TerminalText.padded(finding.code.severity.rawValue, to: 7)
            return "    \(severity)  \(value)\n"
                + "             \(finding.code.message)\n             \(finding.code.remedy)\n"
        }.joined()
    }

    static func write(_ findings: [HeaderFinding], to json: inout JSONText) {
        json.array(findings) { json, finding in
            json.raw("{\"code\":")
            json.string(finding.code.rawValue)
            json.raw(",\"severity\":")
            json.string(finding.code.severity.rawValue)
            json.raw(",\"header\":")
            json.string(finding.header)
            json.raw(",\"value\":")
            json.string(finding.value)
            json.raw(",\"message\":")
            json.string(finding.code.message)
            json.raw(",\"remedy\":")
            json.string(finding.code.remedy)
            json.raw("}")
        }
    }
}

extension HeaderFinding {
    /// The name of the header. If the finding has a value, the value follows after a colon.
    var place: String { self.value.map { "\(self.header): \($0)" } ?? self.header }

    /// The problem and the remedy, in one line.
    var sentence: String { "\(self.place): \(self.code.message) \(self.code.remedy)" }
}
