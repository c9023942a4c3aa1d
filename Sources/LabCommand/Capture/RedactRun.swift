import Basics
import Captures

/// The verb `capture redact`: captures in, one capture without secrets out.
final class RedactRun {
    private let options: RedactOptions
    private let desk: InputDesk
    /// Of more values of one input that had to stay only the number is told.
    private static let mostNamed = 20

    private var (entries, kept, keptHere, unnamed) = (0, 0, 0, 0)
    /// Whether any input is a capture.
    private var isBegun = false
    private var matched: Set<SecretPath> = []

    init(_ options: RedactOptions) {
        self.options = options
        self.desk = InputDesk(options.inputs)
    }

    func run() -> ExitStatus {
        self.desk.run { () throws(RunEnd) in
            let inputs = self.options.inputs + [self.options.key].compactMap(\.self)
            guard try self.desk.areApart(reading: inputs, writing: [self.options.output]) else { return }
            guard let key = try self.desk.pseudonymKey(self.options.key) else { return }
            let redactor = Redactor(key: key, paths: self.options.paths)
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
                return try self.desk.fail(.missingInput, "an input is missing, so nothing was written")
            }
            guard self.isBegun else { return try self.desk.fail(.badData, "nothing was read, and nothing written") }
            try output.commit()
            for path in self.options.paths where !self.matched.contains(path) {
                let shown = TerminalText.escaped(path.text)
                try self.desk.console.complain("'\(shown)' of '--redact' led to nothing, so nothing was masked for it")
            }
            guard !OutputFile.isStandardOutput(self.options.output) else { return }
            let name = TerminalText.escaped(self.options.output)
            try self.desk.console.write(
                "\(name): \(counted(self.entries, "entry", "entries"))\(self.summary) without secrets\n")
        }
    }

    private var summary: String {
        if self.kept == 0 { return "" }
        return self.unnamed == 0
            ? ", but for what is named above" : ", but for \(self.kept) values, of which the first are named above,"
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
            let reason = "\(path) is not masked: it decides what the payload is"
            try self.desk.fail(.badData, "\(name): \(TerminalText.escaped(reason))")
        }
        return CaptureWriter.line(of: redacted.entry)
    }

    /// Says how many values of an input had to stay of which nobody was told.
    private func endNaming(_ input: RawText) throws(RunEnd) {
        let more = self.keptHere - Self.mostNamed
        self.keptHere = 0
        guard more > 0 else { return }
        self.unnamed += more
        let values = counted(more, "more value is", "more values are")
        try self.desk.fail(
            .badData, "\(TerminalText.escaped(input)): \(values) not masked, which decide what payloads are")
    }
}
