import Captures
import ShoulderTap

/// The statistics of captures as readable text.
enum StatisticsText {
    private static let barWidth = 40

    static func render(_ statistics: CaptureStatistics) -> String {
        let sections = [
            self.overview(statistics), self.table("kinds", self.kinds(statistics)),
            self.table("findings in payloads", self.oddities(statistics)),
            self.table("findings in headers", self.headerFindings(statistics)),
            self.table("apns-priority", self.words(statistics.priorities)),
            self.table("apns-push-type", self.words(statistics.types)),
            self.histogram("bytes of a payload", statistics.sizes), self.budget(statistics), self.order(statistics),
        ]
        return sections.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func overview(_ statistics: CaptureStatistics) -> String {
        let channels = CaptureEntry.Channel.allCases.compactMap { channel in
            statistics.channels[channel].map { "\($0) \(channel.rawValue)" }
        }
        var words = [
            counted(statistics.payloads, "payload"), counted(statistics.bytes, "byte"),
            counted(statistics.deviceCount, "device"),
        ]
        if statistics.unreadable > 0 { words.append(counted(statistics.unreadable, "unreadable line")) }
        let by = channels.isEmpty ? "" : " (\(channels.joined(separator: ", ")))"
        return words.joined(separator: ", ") + by + "\n"
    }

    static func kinds(_ statistics: CaptureStatistics) -> [(String, Int)] {
        PayloadKind.all.compactMap { kind in statistics.kinds[kind].map { (kind.words, $0) } }
    }

    static func oddities(_ statistics: CaptureStatistics) -> [(String, Int)] {
        PayloadDiagnostic.Code.all.compactMap { code in statistics.oddities[code].map { (code.description, $0) } }
    }

    static func headerFindings(_ statistics: CaptureStatistics) -> [(String, Int)] {
        HeaderFinding.Code.allCases.compactMap { code in
            statistics.headerFindings[code].map { (code.rawValue, $0) }
        }
    }

    private static func words(_ words: WordCount) -> [(String, Int)] {
        words.sorted.map { (TerminalText.escaped($0.word), $0.count) }
            + (words.others > 0 ? [("others", words.others)] : [])
    }

    private static func table(_ title: String, _ rows: [(name: String, count: Int)]) -> String {
        guard !rows.isEmpty else { return "" }
        let width = rows.map { TerminalText.width($0.name) }.max() ?? 0
        let digits = rows.map { String($0.count).count }.max() ?? 0
        return "\(title)\n"
            + rows.map { row in
                "  \(TerminalText.padded(row.name, to: width))  \(Self.right(row.count, digits))\n"
            }.joined()
    }

    private static func histogram(_ title: String, _ histogram: Histogram) -> String {
        guard histogram.total > 0 else { return "" }
        let most = histogram.steps.map(\.count).max() ?? 1
        let labels = histogram.steps.indices.map(histogram.label)
        let width = labels.map(\.count).max() ?? 0
        let digits = String(most).count
        let rows = zip(labels, histogram.steps).map { label, step in
            let length = step.count == 0 ? 0 : max(1, step.count * Self.barWidth / most)
            let bar = length == 0 ? "" : "  " + String(repeating: "#", count: length)
            let name = String(repeating: " ", count: width - label.count) + label
            return "  \(name)  \(Self.right(step.count, digits))\(bar)\n"
        }
        return "\(title)\n" + rows.joined()
    }

    private static func budget(_ statistics: CaptureStatistics) -> String {
        guard statistics.hourlyTaps.total > 0 else { return "" }
        return self.histogram("taps for a device in an hour", statistics.hourlyTaps)
            + "  \(counted(statistics.hoursOverBudget, "hour")) over the budget of "
            + "\(CaptureStatistics.hourlyBudget), at most \(statistics.busiestHour) taps\n"
    }

    private static func order(_ statistics: CaptureStatistics) -> String {
        var lines: [String] = []
        if statistics.doubles > 0 {
            lines.append(counted(statistics.doubles, "duplicate") + " of a push to the same device")
        }
        if statistics.bursts > 0 {
            lines.append(
                "\(counted(statistics.bursts, "burst")) to one device, the longest of \(statistics.longestBurst)")
        }
        if statistics.inversions > 0 {
            lines.append("\(counted(statistics.inversions, "entry", "entries")) earlier than the entry before")
        }
        if statistics.urgentWakes > 0 {
            lines.append("\(counted(statistics.urgentWakes, "silent push", "silent pushes")) at priority 10, not 5")
        }
        if statistics.untold > 0 {
            lines.append("\(counted(statistics.untold, "push", "pushes")) not checked: there are too many devices")
        }
        if statistics.timed < statistics.payloads, statistics.payloads > 0 {
            lines.append("\(statistics.payloads - statistics.timed) without a time")
        }
        return lines.isEmpty ? "" : "order and other observations\n" + lines.map { "  \($0)\n" }.joined()
    }

    private static func right(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: " ", count: max(0, width - digits.count)) + digits
    }
}
