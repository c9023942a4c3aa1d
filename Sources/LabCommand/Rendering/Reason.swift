import Captures
import ShoulderTap

/// The reason why a payload is not a tap, as a short phrase.
enum Reason {
    static func phrase(for report: PayloadReport) -> String {
        if let reason = report.reason { return "not a tap: \(reason)" }
        if report.tap != nil { return "a tap" }
        if let disguise = report.disguise { return self.phrase(disguise) }
        switch report.kind {
        case .malformed:
            return report.gravest.map(self.phrase) ?? "these bytes cannot be trusted"
        case .shoulderTap:
            let why = report.gravest.map { ": " + self.phrase($0) } ?? ""
            return "a tap only in the lenient reading\(why)"
        default:
            return "not a tap: " + self.obstacle(in: report)
        }
    }

    /// Formats a finding as `path: message (byte N)`, without the path if it is empty.
    static func phrase(_ finding: Finding) -> String {
        let place = self.place(of: finding)
        if finding.earlierOffset != nil, !finding.path.isEmpty {
            return "duplicate key \(TerminalText.escaped(finding.path)) \(place)"
        }
        let path = finding.path.isEmpty ? "" : TerminalText.escaped(finding.path) + ": "
        return "\(path)\(self.shortened(self.asClause(finding.message))) \(place)"
    }

    /// Formats a disguise: `this is base64; decoded: shoulder tap`.
    private static func phrase(_ disguise: Disguise) -> String {
        guard let kind = disguise.kind else { return "\(disguise.form.words): \(self.asClause(disguise.form.remedy))" }
        return "\(disguise.form.words); \(disguise.form.content): \(kind.words)"
    }

    private static func place(of finding: Finding) -> String {
        let earlier = finding.earlierOffset.map { ", first at byte \($0)" } ?? ""
        return "(byte \(finding.offset))\(earlier)"
    }

    private static func obstacle(in report: PayloadReport) -> String {
        if let envelope = report.findings.first(where: { $0.code.hasPrefix("envelope") }) {
            return self.phrase(envelope)
        }
        // A payload that is too long cannot be delivered, whatever else is right.
        if let length = report.findings.first(where: { $0.code == self.overLimit }) { return self.phrase(length) }
        switch report.kind {
        case .alert, .alertWithWake:
            guard let key = report.visible else { return "it has an alert, a badge or a sound" }
            return "aps.\(key.name) is present (byte \(key.offset))"
        case .background: return "a silent push without an envelope"
        case .mdm: return "it wakes the device management client"
        case .fileProvider: return "it signals a file provider"
        case .cloudKit: return "a CloudKit frame without aps"
        case .voip: return "aps is empty"
        case .liveActivity: return "it is for a Live Activity"
        case .widgets: return "it reloads widgets"
        default:
            let grave = report.gravest.flatMap { $0.severity == .note ? nil : $0 }
            return grave.map(self.phrase) ?? "an unknown kind of push"
        }
    }

    /// Turns a sentence into a clause: removes the full stop and the capital, unless the capital belongs to a name.
    private static func asClause(_ sentence: String) -> String {
        var clause = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        let first = clause.prefix { $0 != " " }
        guard first.dropFirst().allSatisfy(\.isLowercase), let capital = first.first, !self.names.contains(first)
        else { return clause }
        clause.replaceSubrange(...clause.startIndex, with: capital.lowercased())
        return clause
    }

    /// Shortens a clause for a row. If the clause is long, keeps only the part before its first comma or semicolon.
    private static func shortened(_ clause: String) -> String {
        guard clause.count > self.longestClause else { return clause }
        return String(clause.prefix { $0 != "," && $0 != ";" })
    }

    private static let overLimit = "overDeviceLimit"
    private static let longestClause = 72
    private static let names: Set<Substring> = ["Apple", "Live"]
}
