import Basics
import Captures

/// The verb `capture redact`: reads captures and writes one capture without secrets.
final class RedactRun {
    private let options: RedactOptions
    private let desk: InputDesk
    /// The maximum number of values that are reported for one input.
    ///
    /// Further values are only counted.
    private static let mostNamed = 20

    private var (entries, kept, keptHere) = (0, 0, 0)
    /// Whether any header or entry of a capture has been read so far.
    private var isBegun = false
    private var matched: Set<SecretPath> = []
    private var (traces, tracesHere) = (0, 0)

    init(_ options: RedactOptions) {
        self.options = options
        self.desk = InputDesk(options.inputs)
    }

    func run() -> ExitStatus {
        self.desk.run { () throws(RunEnd) in
            let inputs = self.options.inputs + [self.options.key].compactMap(\.self)
            guard try self.desk.areApart(reading: inputs, writing: [self.options.output]) else { return }
            guard let key = try self.desk.pseudonymKey(self.options.key) else { return }
            let redactor = Redactor(key: key, paths: self.options.paths, masksTexts: self.options.masksTexts)
            let output = try OutputFile(self.options.output)
            defer { output.discard() }
            for input in self.options.inputs {
                try self.desk.readCapture(input) { item, line throws(RunEnd) in
                    switch item {
                    case .finding: return
                    case .header(let header): try output.write(CaptureWriter.line(of: header))
                    case .entry(let entry): try output.write(self.masked(entry, redactor, input, line))
                    }
                    self.isBegun = true
                }
                try self.endNaming(input)
            }
            guard self.desk.status != .missingInput else {
                return try self.desk.fail(.missingInput, "cannot read an input, so nothing was written")
            }
            guard self.isBegun else { return try self.desk.fail(.badData, "no entry was read, so nothing was written") }
            try output.commit()
            for path in self.options.paths where !self.matched.contains(path) {
                let shown = TerminalText.escaped(path.text)
                try self.desk.console.complain("'--redact \(shown)' matched nothing; check its spelling")
            }
            guard !OutputFile.isStandardOutput(self.options.output) else { return }
            let name = TerminalText.escaped(self.options.output)
            try self.desk.console.write("\(name): \(counted(self.entries, "entry", "entries"))\n\(self.account)")
        }
    }

    /// The summary: the kinds of secrets that were masked, and the kinds that were not searched.
    private var account: String {
        var masked = "tokens of devices, authorization, JSON web tokens, private keys, values under secret names"
        if !self.options.paths.isEmpty { masked += ", the values of '--redact'" }
        if self.options.masksTexts { masked += ", texts" }
        var lines = Paragraph.lines(of: "masked: \(masked)", width: 78)
        if !self.options.masksTexts { lines.append("not checked: visible texts; '--redact-texts' masks them") }
        if self.kept > 0 {
            lines.append("not masked: \(counted(self.kept, "value")) that decide the kind of a payload")
        }
        if self.traces > 0 {
            lines.append("still there: \(counted(self.traces, "value")) that may be personal; see above")
        }
        return lines.map { "  \($0)\n" }.joined()
    }

    private func masked(
        _ entry: CaptureEntry, _ redactor: Redactor, _ input: RawText, _ line: Int
    ) throws(RunEnd) -> [UInt8] {
        self.entries += 1
        let redacted = redactor.redacted(entry)
        self.kept += redacted.kept.count
        self.matched.formUnion(redacted.matched)
        for path in redacted.kept {
            self.keptHere += 1
            guard self.keptHere <= Self.mostNamed else { continue }
            let name = "\(TerminalText.escaped(input)):\(line)"
            let reason = "\(path) is not masked: it decides the kind of the payload"
            try self.desk.fail(.badData, "\(name): \(TerminalText.escaped(reason))")
        }
        try self.tell(PersonalTrace.all(in: redacted.entry.payload), at: "\(TerminalText.escaped(input)):\(line)")
        return CaptureWriter.line(of: redacted.entry)
    }

    /// Warns of values that may identify a person.
    private func tell(_ traces: [PersonalTrace], at place: String) throws(RunEnd) {
        self.traces += traces.count
        for trace in traces {
            self.tracesHere += 1
            guard self.tracesHere <= Self.mostNamed else { return }
            let path = TerminalText.escaped(trace.path)
            let words =
                trace.isKey
                ? "the key \(path) may hold \(trace.kind.rawValue); no option masks keys"
                : "\(path) may hold \(trace.kind.rawValue); '--redact \(path)' masks it"
            try self.desk.console.complain("\(place): \(words)")
        }
    }

    /// Reports the number of values of an input that were kept but not listed.
    private func endNaming(_ input: RawText) throws(RunEnd) {
        let more = self.keptHere - Self.mostNamed
        (self.keptHere, self.tracesHere) = (0, 0)
        guard more > 0 else { return }
        let values = counted(more, "more value is", "more values are")
        try self.desk.fail(
            .badData, "\(TerminalText.escaped(input)): \(values) not masked, because they decide the kind of a payload")
    }
}
