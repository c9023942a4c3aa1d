import Captures

/// The verb `capture export`: writes each payload into a file for a simulator.
final class ExportRun {
    private let options: ExportOptions
    private let desk: InputDesk
    private var written: Set<RawText> = []
    /// The number of payloads that were written without the id of an app.
    private var nameless = 0

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
                    try self.desk.fail(.badData, "\(TerminalText.escaped(input)):\(line): this line has no entry")
                }
            }
            let folder = TerminalText.escaped(self.options.folder)
            try self.desk.console.write("\(folder): \(counted(self.written.count, ".apns file"))\n")
            guard self.nameless > 0 else { return }
            let lack = self.nameless == 1 ? "has no topic, so its app is" : "have no topic, so their apps are"
            try self.desk.console.complain(
                "\(counted(self.nameless, "payload")) \(lack) unknown; a Simulator needs a topic: "
                    + "add it with '--bundle ID'")
        }
    }

    private func export(_ entry: CaptureEntry, of input: RawText, _ line: Int) throws(RunEnd) {
        let bytes: [UInt8]
        do throws(CaptureFinding) {
            bytes = try SimulatorFile.bytes(of: entry, bundle: self.options.bundle)
        } catch {
            return try self.desk.complain(about: input, "\(line)", error.reason)
        }
        try self.write(bytes, to: self.stem(of: input, line))
    }

    /// Writes a file under a free name.
    ///
    /// Existing files are kept: they may belong to another capture, or may have been edited.
    private func write(_ bytes: [UInt8], to stem: [UInt8]) throws(RunEnd) {
        var number = 1
        while true {
            try self.desk.stopIfAsked()
            let ending = number == 1 ? ".apns" : "-\(number).apns"
            let path = self.options.folder.appending(RawText(bytes: stem + Array(ending.utf8)))
            number += 1
            if (try? Platform.kind(of: path, followingLinks: false)) == nil {
                try OutputFile.write(bytes, to: path)
            } else if !Self.holds(bytes, path) {
                continue
            }
            let isNew = self.written.insert(path).inserted
            if isNew, !SimulatorFile.namesApp(bytes) { self.nameless += 1 }
            return
        }
    }

    /// Whether a file holds exactly these bytes.
    ///
    /// A pipe is not read, because that would wait for a writer.
    private static func holds(_ bytes: [UInt8], _ path: RawText) -> Bool {
        guard case .file(bytes.count)? = try? Platform.kind(of: path) else { return false }
        return (try? Platform.contents(of: path)) == bytes
    }

    /// The name of an output file: `field.jsonl`, line 7, becomes `field-7.apns`.
    private func stem(of input: RawText, _ line: Int) -> [UInt8] {
        let name = input == "-" ? Array("capture".utf8) : input.split().name.bytes
        let stem = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? Array(name[..<$0]) : nil } ?? name
        return stem + Array("-\(line)".utf8)
    }
}
