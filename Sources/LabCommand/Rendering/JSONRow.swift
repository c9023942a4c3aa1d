import Captures
import ShoulderTap

/// A payload as one JSON object on one line.
///
/// The keys and their order are part of the interface.
enum JSONRow {
    /// Returns the object.
    ///
    /// `history` has the events that the payload triggered, if it was run through a lab.
    static func render(_ report: PayloadReport, history: [String]? = nil) -> [UInt8] {
        var json = JSONText()
        json.raw("{\"source\":")
        json.string(report.source.text)
        if let line = report.line {
            json.raw(",\"line\":")
            json.number(line)
        }
        json.raw(",\"bytes\":")
        json.number(report.byteCount)
        json.raw(",\"kind\":")
        json.string(report.kind.description)
        json.raw(",\"isTap\":")
        json.boolean(report.tap != nil)
        json.raw(",\"tap\":")
        if let tap = report.tap { self.write(tap, to: &json) } else { json.raw("null") }
        json.raw(",\"diagnostics\":")
        json.array(report.findings) { self.write($1, in: report.payload, to: &$0) }
        if !report.headerFindings.isEmpty {
            json.raw(",\"headers\":")
            HeaderLines.write(report.headerFindings, to: &json)
        }
        if let disguise = report.disguise {
            json.raw(",\"disguise\":")
            self.write(disguise, to: &json)
        }
        if let history {
            json.raw(",\"history\":")
            json.array(history) { $0.string($1) }
        }
        json.raw("}\n")
        return json.bytes
    }

    /// Returns the object for the end of a flow: the events after the last payload, and the problems.
    static func render(end history: [String], _ problems: [String]) -> [UInt8] {
        var json = JSONText()
        json.raw("{\"end\":true,\"history\":")
        json.array(history) { $0.string($1) }
        json.raw(",\"problems\":")
        json.array(problems) { $0.string($1) }
        json.raw("}\n")
        return json.bytes
    }

    private static func write(_ tap: Tap, to json: inout JSONText) {
        json.raw("{\"host\":")
        json.string(tap.host)
        json.raw(",\"subscription\":")
        json.string(tap.subscription)
        json.raw(",\"head\":")
        json.string(tap.head)
        json.raw(",\"activities\":")
        json.array(tap.activities) { $0.string($1) }
        if tap.isHintTruncated { json.raw(",\"truncated\":true") }
        json.raw("}")
    }

    private static func write(_ disguise: Disguise, to json: inout JSONText) {
        json.raw("{\"form\":")
        json.string(disguise.form.rawValue)
        json.raw(",\"kind\":")
        json.string(disguise.kind?.description)
        json.raw(",\"remedy\":")
        json.string(disguise.form.remedy)
        json.raw("}")
    }

    private static func write(_ finding: Finding, in payload: [UInt8], to json: inout JSONText) {
        let position = TextPosition(of: finding.offset, in: payload)
        json.raw("{\"code\":")
        json.string(finding.code)
        json.raw(",\"severity\":")
        json.string(finding.severity.rawValue)
        json.raw(",\"offset\":")
        json.number(finding.offset)
        json.raw(",\"line\":")
        json.number(position.line)
        json.raw(",\"column\":")
        json.number(position.column)
        json.raw(",\"path\":")
        json.string(finding.path)
        json.raw(",\"message\":")
        json.string(finding.message)
        json.raw(",\"remedy\":")
        json.string(finding.remedy)
        json.raw("}")
    }
}
