import Captures

/// The verb `capture export`: each payload becomes a file for a Simulator.
final class ExportRun {
    private let options: ExportOptions
    private let desk: InputDesk
    private var written = 0

    init(_ options: ExportOptions) {
        self.options = options
        self.desk = InputDesk(options.inputs)
    }

    func run() -> ExitStatus {
        self.desk.run { () throws(RunEnd) in
            do throws(SystemFailure) {
                try Platform.createDirectory(self.options.folder)
            } catch {
                throw RunEnd.fileFailed(self.options.folder, error)
            }
            for input in self.options.inputs {
                var sawLine = false
                let isWhole = try self.desk.readCapture(input) { item, line throws(RunEnd) in
                    guard case .entry(let entry) = item, self.options.line ?? line == line else { return }
                    sawLine = true
                    try self.export(entry, of: input, line)
                }
                if isWhole, !sawLine, let line = self.options.line {
                    try self.desk.fail(.badData, "\(TerminalText.escaped(input)):\(line): no entry stands there")
                }
            }
            let folder = TerminalText.escaped(self.options.folder)
            try self.desk.console.write("\(folder): \(counted(self.written, ".apns file"))\n")
        }
    }

    private func export(_ entry: CaptureEntry, of input: RawText, _ line: Int) throws(RunEnd) {
        let bytes: [UInt8]
        do throws(CaptureFinding) {
            bytes = try SimulatorFile.bytes(of: entry, bundle: self.options.bundle)
        } catch {
            return try self.desk.complain(about: input, "\(line)", error.reason)
        }
        try OutputFile.write(bytes, to: self.path(of: input, line))
        self.written += 1
    }

    /// `field.jsonl`, line 7, becomes `field-7.apns`.
    private func path(of input: RawText, _ line: Int) -> RawText {
        let name = input == "-" ? Array("capture".utf8) : input.split().name.bytes
        let stem = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? Array(name[..<$0]) : nil } ?? name
        return self.options.folder.appending(RawText(bytes: stem + Array("-\(line).apns".utf8)))
    }
}
