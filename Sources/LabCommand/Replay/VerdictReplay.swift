import Captures
import LabReports
import ShoulderTap

/// Says what each payload is, and compares that with what was recorded or is allowed.
final class VerdictReplay: Replay {
    /// Of more misses a report only tells the number.
    private static let mostTold = 100

    private let options: ReplayOptions
    private let desk: InputDesk
    private var table: TableRow
    private var tally = Tally()
    private var failing = Tally()
    private let golden: GoldenFile?
    private let update: OutputFile?
    private var misses: [String] = []

    init(_ options: ReplayOptions, _ desk: InputDesk) throws(RunEnd) {
        self.options = options
        self.desk = desk
        let styles = Styles(
            isTerminal: Platform.isTerminal(Platform.standardOutput), noColor: Platform.environment("NO_COLOR"),
            terminal: Platform.environment("TERM"))
        self.table = TableRow(styles: styles)
        for input in options.inputs { self.table.makeRoom(for: input, withLines: true) }
        let path = options.golden
        self.golden = options.update ? nil : path.map { GoldenFile($0, desk) }
        self.update = options.update ? try path.map { path throws(RunEnd) in try OutputFile(path) } : nil
        try self.update?.write(GoldenRow.header)
    }

    deinit { self.update?.discard() }

    func isReady() throws(RunEnd) -> Bool { try self.golden?.isSound() ?? true }

    func take(_ entry: CaptureEntry, from source: RawText, line: Int) throws(RunEnd) {
        let report = PayloadReport(source: source, line: line, payload: entry.payload)
        self.tally.count(report.kind)
        let miss = try self.miss(of: report)
        if let miss { try self.note(miss) }
        if self.options.json {
            try self.desk.console.write(JSONRow.render(report))
            if let miss { try self.desk.console.complain("\(miss.place): \(miss.text)") }
        } else if let miss {
            try self.desk.console.write(self.table.render(miss))
        } else if !self.options.quiet, self.options.golden == nil {
            try self.desk.console.write(self.table.render(report))
        }
    }

    func finish() throws(RunEnd) {
        if let more = try self.golden?.rest(), more > 0 {
            let name = TerminalText.escaped(self.options.golden ?? "")
            try self.note(Miss(place: name, text: "\(counted(more, "entry", "entries")) more than there are payloads"))
            try self.desk.console.write("\(name): \(counted(more, "entry", "entries")) more than there are payloads\n")
        }
        try self.update?.commit()
        try self.summarize()
    }

    func summarize() throws(RunEnd) {
        if self.options.json { return try self.desk.console.flush() }
        let start = Platform.interruption == nil ? "" : "interrupted after "
        var summary = self.golden == nil ? self.tally.kinds : self.tally.expectations
        if self.failing.payloads > 0 { summary += "; \(counted(self.failing.payloads, "payload")) must not be there" }
        if !self.options.quiet || Platform.interruption != nil || !self.misses.isEmpty {
            try self.desk.console.write(start + summary + "\n")
        }
        try self.desk.console.flush()
    }

    var cases: [JUnitReport.Case] {
        let name: String
        if let golden = self.options.golden {
            name = "verdicts are those of \(golden.text)"
        } else if self.options.failOn.isEmpty {
            name = "every payload gets a verdict"
        } else {
            name = "no payload is " + self.options.failOn.map(\.description).joined(separator: ", ")
        }
        if self.golden?.isFaulty == true {
            let message = "there are no verdicts to compare with"
            return [JUnitReport.Case(name, in: "shouldertap.replay", .broken(message: message, text: ""))]
        }
        let text = self.misses.joined(separator: "\n")
        let count = max(self.tally.misses, self.failing.payloads)
        let outcome: JUnitReport.Outcome =
            self.misses.isEmpty
            ? .passed : .failed(message: "\(counted(max(count, 1), "payload")) not as expected", text: text)
        return [JUnitReport.Case(name, in: "shouldertap.replay", outcome, output: self.tally.kinds)]
    }

    private func miss(of report: PayloadReport) throws(RunEnd) -> Miss? {
        if self.options.golden != nil {
            let row = GoldenRow(entry: self.tally.payloads, bytes: report.byteCount, report.payload)
            try self.update?.write(row.line)
            guard let difference = try self.golden?.difference(of: row) else { return nil }
            self.tally.countMiss()
            return Miss(place: report.place, text: difference)
        }
        guard self.options.failOn.contains(report.kind) else { return nil }
        self.failing.count(report.kind)
        return Miss(place: report.place, text: "\(report.kind) must not be there (\(Reason.phrase(for: report)))")
    }

    private func note(_ miss: Miss) throws(RunEnd) {
        self.desk.worsen(to: .refused)
        if self.misses.count < Self.mostTold { self.misses.append("\(miss.place): \(miss.text)") }
        if self.misses.count == Self.mostTold { self.misses.append("…") }
    }
}

extension PayloadReport {
    init(source: RawText, line: Int, payload: [UInt8]) {
        let inspection = PushPayload.inspect(payload)
        self.init(
            source: source, line: line, byteCount: payload.count, payload: payload, kind: inspection.kind,
            tap: inspection.tap, findings: inspection.diagnostics.map(Finding.init),
            visible: VisibleKey(in: inspection))
    }
}
