import Basics
import Captures

/// The verb `capture redact`: captures in, one capture without secrets out.
final class RedactRun {
    private let options: RedactOptions
    private let desk: InputDesk
    private var (entries, kept) = (0, 0)

    init(_ options: RedactOptions) {
        self.options = options
        self.desk = InputDesk(options.inputs)
    }

    func run() -> ExitStatus {
        self.desk.run { () throws(RunEnd) in
            guard let key = try self.key() else { return }
            let redactor = Redactor(key: key, paths: self.options.paths)
            let output = try OutputFile(self.options.output)
            defer { output.discard() }
            for input in self.options.inputs {
                try self.desk.readCapture(input) { item, line throws(RunEnd) in
                    switch item {
                    case .finding: break
                    case .header(let header): try output.write(CaptureWriter.line(of: header))
                    case .entry(let entry): try output.write(self.masked(entry, redactor, input, line))
                    }
                }
            }
            guard self.desk.status != .missingInput else {
                return try self.desk.fail(.missingInput, "an input is missing, so nothing was written")
            }
            try output.commit()
            guard self.options.output != "-" else { return }
            let name = TerminalText.escaped(self.options.output)
            let words = self.kept == 0 ? " without secrets" : ", but for what is named above without secrets"
            try self.desk.console.write("\(name): \(counted(self.entries, "entry", "entries"))\(words)\n")
        }
    }

    private func masked(
        _ entry: CaptureEntry, _ redactor: Redactor, _ input: RawText, _ line: Int
    ) throws(RunEnd) -> [UInt8] {
        self.entries += 1
        let redacted = redactor.redacted(entry)
        self.kept += redacted.kept.count
        for path in redacted.kept {
            try self.desk.complain(about: input, "\(line)", "\(path) is not masked: it decides what the payload is")
        }
        return CaptureWriter.line(of: redacted.entry)
    }

    /// The key of the pseudonyms; nil when the file has none, which has been told.
    private func key() throws(RunEnd) -> KeyedHash? {
        guard let path = self.options.key else {
            return KeyedHash(key: (0..<16).map { _ in UInt8.random(in: .min ... .max) })
        }
        do throws(SystemFailure) {
            let bytes = try Platform.contents(of: path)
            let digits = bytes.filter { $0 > 0x20 }
            let key = KeyedHash(key: bytes) ?? Hex.bytes(of: digits).flatMap { KeyedHash(key: $0) }
            if let key { return key }
        } catch {
            try self.desk.failToRead(path, error)
            return nil
        }
        try self.desk.fail(.badData, "\(InputDesk.quoted(path)) is no key: it needs 16 bytes, or 32 hex digits")
        return nil
    }
}
