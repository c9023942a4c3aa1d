import Captures
import LabReports
import PushLab
import ShoulderTap

/// Reports each payload and, if requested, the events that it triggers.
///
/// Compares them with a golden file or with the allowed kinds.
final class VerdictReplay: Replay {
    private let options: ReplayOptions
    private let desk: InputDesk
    private let flow: FlowDrive?
    private var table: TableRow
    private var tally = Tally()
    private var failing = Tally()
    private let golden: GoldenFile?
    private let update: OutputFile?
    /// Whether any row of the golden file was too long to be read again. The file is then not written.
    private var isTooLong = false
    private var misses = MissList()

    init(_ options: ReplayOptions, _ desk: InputDesk, _ flow: FlowDrive?) throws(RunEnd) {
        self.options = options
        self.desk = desk
        self.flow = flow
        self.table = TableRow.ofOutput
        for input in options.inputs { self.table.makeRoom(for: input, withLines: true) }
        let (path, header) = (options.golden, GoldenHeader(flow: options.flow?.words))
        self.golden = options.update ? nil : path.map { GoldenFile($0, header, desk) }
        self.update = options.update ? try path.map { path throws(RunEnd) in try OutputFile(path) } : nil
        try self.update?.write(header.line)
    }

    deinit { self.update?.discard() }

    func isReady() throws(RunEnd) -> Bool {
        guard try self.golden?.isSound() ?? true else { return false }
        if let flow { try self.assemble(flow) }
        return true
    }

    /// Sets up all devices before the first push.
    ///
    /// If a device joined only when its push arrives, it would fetch the change during its setup. The push would then
    /// find nothing new.
    private func assemble(_ flow: FlowDrive) throws(RunEnd) {
        for input in self.options.inputs { try self.desk.readAhead(input) { flow.meet($0) } }
        try flow.open()
    }

    func begin() { self.flow?.begin() }

    func take(_ entry: CaptureEntry, from source: RawText, line: Int) throws(RunEnd) {
        if self.asksKindsAlone, entry.channel == .apns, self.take(PushPayload.classify(entry.payload.span)) { return }
        let verdict = ChannelVerdict(of: entry)
        let report = PayloadReport(source: source, line: line, entry, verdict)
        self.tally.count(report.kind)
        let course = try self.flow?.drive(entry, verdict)
        let miss = try self.miss(of: report, entry.channel, course)
        if let miss { try self.note(miss) }
        if self.options.json {
            try self.desk.console.write(JSONRow.render(report, history: course?.lines))
            if let miss { try self.desk.console.complain("\(miss.place): \(TerminalText.escaped(miss.text))") }
            return
        }
        let tells = !self.options.quiet && self.options.golden == nil
        if tells { try self.tell(course?.aftermath) }
        if let miss {
            try self.desk.console.write(self.table.render(miss))
        } else if tells {
            try self.desk.console.write(self.table.render(report) + HeaderLines.render(report.headerFindings))
        }
        if tells { try self.tell(course?.story) }
    }

    private func tell(_ story: [String]?) throws(RunEnd) {
        for line in story ?? [] { try self.desk.console.write(TerminalText.escaped("    \(line)") + "\n") }
    }

    var asksKindsAlone: Bool {
        self.flow == nil && !self.options.failsOnHeaders && self.options.golden == nil && self.options.quiet
            && !self.options.json
    }

    /// Counts a payload by kind.
    ///
    /// Returns false if the kind is not allowed. Such a payload is reported with a reason, which needs more than the
    /// kind.
    func take(_ kind: PayloadKind) -> Bool {
        guard !self.options.failOn.contains(kind) else { return false }
        self.tally.count(kind)
        return true
    }

    func finish() throws(RunEnd) {
        if let flow { try self.end(flow) }
        if let more = try self.golden?.rest(), more > 0 {
            let name = TerminalText.escaped(self.options.golden ?? "")
            self.tally.countMissing(more)
            let words = "it has \(counted(more, "entry", "entries")) more than there are payloads"
            try self.note(Miss(place: name, text: words))
            try self.desk.console.write("\(name): \(words)\n")
        }
        try self.commit()
        if self.options.github { for line in self.misses.annotations { try self.desk.console.write(line + "\n") } }
        try self.summarize()
    }

    /// Writes a row of the golden file.
    ///
    /// If a row is too long to be read again, the file is not written at all, because no replay would match it.
    private func record(_ row: GoldenRow, of place: String) throws(RunEnd) {
        guard let update, !self.isTooLong else { return }
        if let line = row.readableLine { return try update.write(line) }
        self.isTooLong = true
        let name = TerminalText.escaped(self.options.golden ?? "")
        try self.desk.fail(
            .badData,
            "\(place): its history needs a row of more than \(CaptureReader.mostLineBytes) bytes; \(name) is "
                + "unchanged. Record shorter captures, or verdicts without --flow")
    }

    /// Completes the golden file.
    ///
    /// If a capture is incomplete or the app failed, the old file is left unchanged, because no replay would match the
    /// new one.
    private func commit() throws(RunEnd) {
        guard let update, !self.isTooLong else { return }
        guard self.desk.status == .missingInput || self.desk.status == .broken else { return try update.commit() }
        let name = TerminalText.escaped(self.options.golden ?? "")
        try self.desk.console.complain("\(name) is unchanged: not all of the capture was replayed")
    }

    /// Handles the events after the last payload, and the problems.
    private func end(_ flow: FlowDrive) throws(RunEnd) {
        let course = try flow.finish()
        let row = GoldenRow(end: self.tally.payloads + 1, history: course.lines)
        try self.record(row, of: "the end")
        if self.options.json { try self.desk.console.write(JSONRow.render(end: course.lines, flow.problems)) }
        if self.options.golden != nil {
            guard let difference = try self.golden?.difference(of: row) else { return }
            self.tally.noteOtherEnd()
            return try self.tell(Miss(place: "the end", text: difference))
        }
        if !self.options.quiet, !self.options.json { try self.tell(course.aftermath) }
        for problem in flow.problems { try self.tell(Miss(place: "the end", text: problem)) }
    }

    private func tell(_ miss: Miss) throws(RunEnd) {
        try self.note(miss)
        let words = TerminalText.escaped("\(miss.place): \(miss.text)")
        guard !self.options.json else { return try self.desk.console.complain(words) }
        try self.desk.console.write(words + "\n")
    }

    func summarize() throws(RunEnd) {
        if self.options.json { return try self.desk.console.flush() }
        let start = Platform.interruption == nil ? "" : "interrupted after "
        var summary = self.golden == nil ? self.tally.kinds : self.tally.expectations
        if self.failing.payloads > 0 {
            summary += "; \(counted(self.failing.payloads, "payload")) of a kind in '--fail-on'"
        }
        if !self.options.quiet || Platform.interruption != nil || !self.misses.isEmpty {
            try self.desk.console.write(start + summary + "\n")
            if let flow { try self.desk.console.write(flow.figures + "\n") }
            if let conclusion = self.flow?.conclusion, self.options.golden == nil, self.desk.status == .passed {
                try self.desk.console.write(conclusion + "\n")
            }
        }
        try self.desk.console.flush()
    }

    var cases: [JUnitReport.Case] {
        let what = self.flow == nil ? "verdicts are" : "verdicts and histories are"
        let name: String
        if let golden = self.options.golden {
            name = "\(what) the same as in \(golden.text)"
        } else if self.options.failsOnAnything {
            let headers = self.options.failsOnHeaders ? ["sent with wrong headers"] : []
            name = "no payload is " + (self.options.failOn.map(\.description) + headers).joined(separator: ", ")
        } else {
            name = self.flow == nil ? "every payload gets a verdict" : "all devices agree after the last payload"
        }
        if self.golden?.isFaulty == true {
            let message = "the file with the verdicts is missing"
            return [JUnitReport.Case(name, in: "shouldertap.replay", .broken(message: message, text: ""))]
        }
        if self.isTooLong {
            let message = "a row would be too long to read again"
            return [JUnitReport.Case(name, in: "shouldertap.replay", .broken(message: message, text: ""))]
        }
        if let failure = self.flow?.failure {
            return [JUnitReport.Case(name, in: "shouldertap.replay", .broken(message: failure, text: ""))]
        }
        let count = max(self.tally.misses, self.failing.payloads)
        return [self.misses.case(name, output: self.tally.kinds, about: count)]
    }

    private func miss(
        of report: PayloadReport, _ channel: CaptureEntry.Channel, _ course: FlowDrive.Course?
    ) throws(RunEnd) -> Miss? {
        if self.options.golden != nil {
            let row = GoldenRow(entry: self.tally.payloads, report, history: course?.lines)
            try self.record(row, of: report.place)
            guard let difference = try self.golden?.difference(of: row) else { return nil }
            self.tally.countMiss()
            return Miss(place: report.place, text: "\(difference)\(self.reason(report, difference))")
        }
        // A request is foreign to every push service, which is correct.
        guard channel != .rest else { return nil }
        if self.options.failOn.contains(report.kind) {
            self.failing.count(report.kind)
            return Miss(place: report.place, text: "'--fail-on' forbids \(report.kind) (\(Reason.phrase(for: report)))")
        }
        let errors = report.headerFindings.filter { $0.code.severity == .error }
        guard self.options.failsOnHeaders, let error = errors.first else { return nil }
        self.failing.count(report.kind)
        return Miss(place: report.place, text: error.sentence)
    }

    /// If the golden file has another kind for the payload, returns the reason why the payload has its own kind.
    /// Returns an empty text if the kinds are the same or if the payload is a tap.
    private func reason(_ report: PayloadReport, _ difference: String) -> String {
        let isOfAnotherKind = difference.hasPrefix("expected ") && difference.contains(", got \(report.kind);")
        return isOfAnotherKind && report.tap == nil ? " (\(Reason.phrase(for: report)))" : ""
    }

    private func note(_ miss: Miss) throws(RunEnd) {
        self.desk.worsen(to: .refused)
        self.misses.note(miss)
    }
}

extension PayloadReport {
    init(source: RawText, line: Int, _ entry: CaptureEntry, _ verdict: ChannelVerdict) {
        self.init(
            source: source, line: line, byteCount: entry.payload.count, payload: entry.payload, kind: verdict.kind,
            tap: verdict.tap, findings: verdict.diagnostics.map(Finding.init),
            visible: verdict.inspection.flatMap { VisibleKey(in: $0) }, reason: verdict.reason,
            headerFindings: HeaderFinding.all(in: entry, verdict.kind))
    }
}
