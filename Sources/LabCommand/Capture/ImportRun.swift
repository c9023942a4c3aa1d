import Captures

/// The verb `capture import`: reads files of any kind and writes one capture.
final class ImportRun {
    private let options: ImportOptions
    private let desk: InputDesk
    private var output: OutputFile?
    private var redactor: Redactor?
    private var isBegun = false
    private var payloads = 0
    private var rebuilt = 0
    private var files = 0
    private var secret = 0

    init(_ options: ImportOptions) {
        self.options = options
        self.desk = InputDesk(options.inputs)
    }

    func run() -> ExitStatus {
        defer { self.output?.discard() }
        return self.desk.run { () throws(RunEnd) in
            let inputs = self.options.inputs + [self.options.key].compactMap(\.self)
            guard try self.desk.areApart(reading: inputs, writing: [self.options.output]) else { return }
            guard let key = try self.desk.pseudonymKey(self.options.key) else { return }
            self.redactor = Redactor(key: key)
            let output = try OutputFile(self.options.output, append: self.options.append)
            self.output = output
            guard try self.canAppend() else { return }
            let tree = InputTree(desk: self.desk)
            for input in self.options.inputs {
                try tree.files(of: input) { path throws(RunEnd) in try self.take(path) }
            }
            guard self.payloads > 0 else {
                return try self.desk.fail(.missingInput, "nothing was imported, so nothing was written")
            }
            try output.commit()
            try self.summarize()
        }
    }

    /// Whether entries can be appended to the output file. This is so if the file is missing, is empty or is a capture.
    ///
    /// If the result is false, the reason has been reported.
    private func canAppend() throws(RunEnd) -> Bool {
        let path = self.options.output
        guard self.options.append, !OutputFile.isStandardOutput(path),
            case .file(let size)? = try? Platform.kind(of: path), size > 0,
            let descriptor = try? Platform.openForReading(path)
        else { return true }
        defer { Platform.close(descriptor) }
        var reader = CaptureReader()
        var first: CaptureReader.Item?
        _ = try InputStream.read(
            descriptor, most: CaptureReader.mostLineBytes, before: RunEnd.heedInterrupts, waiting: RunEnd.heedInterrupts
        ) { chunk in reader.read(chunk) { item, _ in first = first ?? item } }
        reader.finish { item, _ in first = first ?? item }
        guard case .finding(let finding)? = first else { return true }
        let reason = "cannot append to \(InputDesk.quoted(path)): \(finding.reason)"
        try self.desk.fail(.badData, TerminalText.escaped(reason))
        return false
    }

    private func take(_ path: RawText) throws(RunEnd) {
        if self.isOutput(path) {
            return try self.desk.console.complain("skipping \(InputDesk.quoted(path)): it is the output file")
        }
        let before = self.payloads
        switch self.options.form ?? ImportOptions.Form(of: path) {
        case .payload: try self.takePayload(path)
        case .lines:
            var importer = LinesImporter(channel: self.options.channel, source: Self.name(of: path))
            let isWhole = try self.desk.read(path) { chunk throws(RunEnd) in
                try importer.read(chunk) { item, line throws(RunEnd) in try self.take(item, line, path) }
            }
            if isWhole { try importer.finish { item, line throws(RunEnd) in try self.take(item, line, path) } }
        case .log:
            var importer = LogImporter(channel: self.options.channel, source: Self.name(of: path))
            let isWhole = try self.desk.read(path) { chunk throws(RunEnd) in
                try importer.read(chunk) { item, line throws(RunEnd) in try self.take(item, line, path) }
            }
            if isWhole { try importer.finish { item, line throws(RunEnd) in try self.take(item, line, path) } }
            self.rebuilt += importer.tally.rebuilt
        }
        try self.desk.endComplaints(about: path)
        if self.payloads > before { self.files += 1 }
    }

    private func takePayload(_ path: RawText) throws(RunEnd) {
        var importer = PayloadImporter(channel: self.options.channel)
        guard try self.desk.read(path, { importer.read($0) }) else { return }
        let item: CaptureReader.Item
        do throws(CaptureFinding) {
            item = .entry(try importer.entry(from: Self.name(of: path)))
        } catch {
            var finding = error
            finding.line = 1
            item = .finding(finding)
        }
        try self.take(item, 1, path)
    }

    private func take(_ item: CaptureReader.Item, _ line: Int, _ path: RawText) throws(RunEnd) {
        try self.desk.stopIfAsked()
        switch item {
        case .finding(let finding): try self.desk.complain(about: path, finding.place, finding.reason)
        case .header(let header):
            self.isBegun = true
            try self.output?.write(CaptureWriter.line(of: header))
        case .entry(let entry):
            if !self.isBegun {
                self.isBegun = true
                try self.output?.write(CaptureWriter.line(of: CaptureHeader()))
            }
            self.payloads += 1
            self.desk.countPayload()
            guard let redactor else { preconditionFailure("an entry came before the key for pseudonyms") }
            let redacted = redactor.redactedBesidePayload(entry)
            if redacted != entry { self.secret += 1 }
            try self.output?.write(CaptureWriter.line(of: self.options.keepSecrets ? entry : redacted))
        }
    }

    private func summarize() throws(RunEnd) {
        // After a capture on standard output, a summary would look like one of its lines.
        guard !OutputFile.isStandardOutput(self.options.output) else { return }
        let name = TerminalText.escaped(self.options.output)
        try self.desk.console.write(
            "\(name): \(counted(self.payloads, "payload")) from \(counted(self.files, "file"))\n")
        if self.rebuilt > 0 {
            try self.desk.console.write(
                """
                \(self.rebuilt) of them were rebuilt from printed dictionaries, which show 1 and "1" in the same way: 
                """
                    + "the key determines which values are numbers\n")
        }
        guard self.secret > 0 else { return }
        guard !self.options.keepSecrets else {
            return try self.desk.console.write(
                "\(self.secret) of them contain tokens or authorization: shouldertap capture redact removes them\n")
        }
        try self.desk.console.write(
            "\(self.secret) of them had tokens or authorization outside the payload, which are now masked: "
                + "shouldertap capture redact masks payloads too\n")
        guard self.options.append, self.options.key == nil else { return }
        try self.desk.console.complain(
            "this import uses new pseudonyms; with '--key FILE' a token keeps its pseudonym")
    }

    /// Whether a file in a directory is the output itself.
    private func isOutput(_ path: RawText) -> Bool {
        path != "-" && (path == self.options.output || Platform.areSame(path, self.options.output))
    }

    /// The last part of a path.
    ///
    /// The rest of the path is left out, because it may contain a person's name.
    private static func name(of path: RawText) -> String { path == "-" ? "-" : path.split().name.text }
}
