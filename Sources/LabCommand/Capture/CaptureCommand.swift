import Captures
import ShoulderTap

/// The verb `capture`: runs the requested subcommand.
enum CaptureCommand {
    static func fulfil(_ request: CaptureRequest) -> ExitStatus {
        switch request {
        case .makeCapture(let options): return ImportRun(options).run()
        case .check(let inputs): return CheckRun(inputs).run()
        case .export(let options): return ExportRun(options).run()
        case .stats(let inputs, let json): return StatsRun(inputs, json: json).run()
        case .redact(let options): return RedactRun(options).run()
        case .schema:
            let desk = InputDesk([])
            return desk.run { () throws(RunEnd) in try desk.console.write(CaptureSchema.text) }
        }
    }
}

extension InputDesk {
    /// Reads a capture, and reports each invalid line.
    ///
    /// Returns whether all of it was read.
    @discardableResult
    func readCapture(
        _ source: RawText, kinds: ((PayloadKind) -> Bool)? = nil,
        _ take: (CaptureReader.Item, Int) throws(RunEnd) -> Void
    ) throws(RunEnd) -> Bool {
        var reader = CaptureReader()
        func handle(_ item: CaptureReader.Item, _ line: Int) throws(RunEnd) {
            try self.stopIfAsked()
            if case .finding(let finding) = item {
                return try self.complain(about: source, finding.place, finding.reason)
            }
            if case .entry = item { self.countPayload() }
            try take(item, line)
        }
        let isWhole = try self.read(source) { chunk throws(RunEnd) in
            guard let kinds else { return try reader.read(chunk, handle) }
            try reader.read(
                chunk,
                kinds: { kind throws(RunEnd) in
                    guard kinds(kind) else { return false }
                    self.countPayload()
                    return true
                }, handle)
        }
        if isWhole { try reader.finish(handle) }
        try self.endComplaints(about: source)
        return isWhole
    }

    /// Reads the entries of a capture that will be read again later. Skips pushes that wake no app.
    ///
    /// Problems are reported at the second reading. Sources that cannot be read twice, such as a pipe, are skipped.
    func readAhead(_ source: RawText, _ take: (CaptureEntry) -> Void) throws(RunEnd) {
        let isStream = ["/dev/fd/", "/dev/std"].contains { source.bytes.starts(with: $0.utf8) }
        guard source != "-", !isStream, case .file? = try? Platform.kind(of: source),
            let descriptor = try? Platform.openForReading(source)
        else { return }
        defer { Platform.close(descriptor) }
        self.showPreparation("finding the devices in \(Self.quoted(source))")
        var reader = CaptureReader()
        func handle(_ item: CaptureReader.Item, _ line: Int) {
            if case .entry(let entry) = item { take(entry) }
        }
        let failure = try InputStream.read(
            descriptor, before: { () throws(RunEnd) in try self.stopIfAsked() }, waiting: {}
        ) { reader.read($0, kinds: { !Self.waking.contains($0) }, handle) }
        if failure == nil { reader.finish(handle) }
    }

    private static let waking: Set<PayloadKind> = [.shoulderTap, .background, .alertWithWake]
}

/// Formats a count: `1 payload`, `2 payloads`.
func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
