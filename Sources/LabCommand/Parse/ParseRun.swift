import ShoulderTap

/// The verb `parse`: handles every payload of every input, one by one.
final class ParseRun {
    let options: ParseOptions
    let desk: InputDesk
    private var table: TableRow
    private let explanation: Explanation
    private var tally = Tally()
    /// The number of payloads with a finding that is not allowed. Counted only if no kind was expected.
    private var overBar = 0
    /// Whether to list, at the end, the reasons other than the bytes of a payload for which an app may not wake.
    private var mayWake = false

    init(_ options: ParseOptions) {
        self.options = options
        let isTerminal = Platform.isTerminal(Platform.standardOutput)
        self.table = TableRow.ofOutput
        self.explanation = Explanation(styles: .ofOutput)
        self.desk = InputDesk(
            options.inputs, showsProgress: ProgressMeter.isWanted(options, outputIsTerminal: isTerminal))
        self.desk.console.outlivesReader = options.record || options.expectation != nil
    }

    func run() -> ExitStatus {
        do throws(RunEnd) {
            try self.takeInputs()
            try self.finish()
            return self.seen
        } catch {
            self.desk.console.show(status: "")
            return error.status(behind: self.seen)
        }
    }

    /// Handles a complete payload, unless a signal asks to stop first.
    func take(_ text: PayloadText, from source: RawText) throws(RunEnd) {
        try self.desk.stopIfAsked()
        let report = PayloadReport(source: source, text, self.options.strictness)
        self.tally.count(report.kind)
        let miss = try self.miss(of: report)
        if miss != nil { self.tally.countMiss() }
        if self.options.expectation == nil, report.findings.contains(where: self.options.bar.isReached) {
            self.overBar += 1
        }
        if self.options.why, WakeAdvice.isOfUse(for: report) { self.mayWake = true }
        if self.options.record { try self.record(report) }
        try self.write(report, miss)
        self.desk.countPayload()
    }

    /// The number of payloads so far.
    var payloadCount: Int { self.tally.payloads }

    func makeRoom(for source: RawText) {
        self.table.makeRoom(for: source, withLines: self.options.holdsLines(source))
    }

    private func takeInputs() throws(RunEnd) {
        for input in self.options.inputs { self.makeRoom(for: input) }
        do throws(RunEnd) {
            for input in self.options.inputs { try self.takeInput(input) }
        } catch {
            guard case .interrupted = error else { throw error }
            try self.finish()
            throw error
        }
    }

    private func finish() throws(RunEnd) {
        self.desk.console.show(status: "")
        if self.mayWake { try self.desk.console.write(WakeAdvice.list) }
        let isWanted = !self.options.quiet && !self.options.json
        if isWanted, self.tally.payloads > 1 || Platform.interruption != nil {
            let summary = self.options.expectation == nil ? self.tally.kinds : self.tally.expectations
            try self.desk.console.write((Platform.interruption == nil ? "" : "interrupted after ") + summary + "\n")
        }
        try self.desk.console.flush()
    }

    /// The exit status for the payloads so far.
    private var seen: ExitStatus {
        var seen = self.desk.status
        let isMalformed = self.options.expectation == nil && !self.options.record && self.tally.malformed > 0
        if self.tally.misses > 0 || self.overBar > 0 || isMalformed { seen.worsen(to: .refused) }
        return seen
    }

    private func write(_ report: PayloadReport, _ miss: Miss?) throws(RunEnd) {
        if self.options.quiet { return }
        if self.options.json {
            try self.desk.console.write(JSONRow.render(report))
            if let miss { try self.desk.console.complain("\(miss.place): \(miss.text)") }
            return
        }
        if self.options.expectation == nil {
            try self.desk.console.write(self.table.render(report))
        } else {
            guard let miss else { return }
            try self.desk.console.write(self.table.render(miss))
        }
        if self.options.explain { try self.desk.console.write(self.explanation.render(report)) }
        if self.options.why {
            let verdict = WakeAdvice.verdict(on: report, isBelowFindings: self.options.explain)
            try self.desk.console.write("    \(verdict)\n")
        }
    }

    private func miss(of report: PayloadReport) throws(RunEnd) -> Miss? {
        switch self.options.expectation {
        case nil: nil
        case .recorded: try self.missOfRecorded(report) ?? Miss(report, over: self.options.bar)
        case .some(let expected): Miss(report, expected: expected) ?? Miss(report, over: self.options.bar)
        }
    }
}
