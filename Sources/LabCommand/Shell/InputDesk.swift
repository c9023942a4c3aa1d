/// Reads inputs in chunks, reports inputs that cannot be read, and checks for signals.
///
/// Each run of a verb has one input desk.
final class InputDesk {
    /// The maximum number of complaints that are printed for one input.
    ///
    /// Any further complaints are only counted.
    private static let mostComplaints = 20

    var console = Console()
    private(set) var status = ExitStatus.passed
    private var progress: ProgressMeter?
    private var bytesRead = 0
    private var payloads = 0
    private var complaints = 0
    /// The number of unusable lines in all inputs.
    private(set) var complaintCount = 0

    /// - Parameter showsProgress: False if the output rows appear on the same terminal, because they already show the
    ///   progress.
    init(_ inputs: [RawText], showsProgress: Bool = true) {
        Platform.noteInterrupts()
        if showsProgress, Platform.isTerminal(Platform.standardError) {
            self.progress = ProgressMeter(start: Platform.milliseconds(), totalBytes: Self.totalBytes(of: inputs))
        }
    }

    func stopIfAsked() throws(RunEnd) {
        try RunEnd.heedInterrupts()
    }

    func worsen(to status: ExitStatus) { self.status.worsen(to: status) }

    func fail(_ status: ExitStatus, _ message: String) throws(RunEnd) {
        self.status.worsen(to: status)
        try self.console.complain(message)
    }

    /// Reports an unusable part of an input.
    ///
    /// A long list is cut short by ``endComplaints(about:)``.
    func complain(about source: RawText, _ place: String, _ reason: String) throws(RunEnd) {
        self.status.worsen(to: .badData)
        self.complaints += 1
        self.complaintCount += 1
        guard self.complaints <= Self.mostComplaints else { return }
        try self.console.complain("\(TerminalText.escaped(source)):\(place): \(TerminalText.escaped(reason))")
    }

    func endComplaints(about source: RawText) throws(RunEnd) {
        let more = self.complaints - Self.mostComplaints
        self.complaints = 0
        guard more > 0 else { return }
        try self.console.complain("\(TerminalText.escaped(source)): and \(more) more like these")
    }

    /// Counts a payload for the progress line.
    func countPayload() {
        self.payloads += 1
        self.showProgress()
    }

    /// Reads a file, or standard input for `-`.
    ///
    /// Returns whether everything was read. If not, the reason has been reported.
    func read(
        _ source: RawText, _ take: (UnsafeBufferPointer<UInt8>) throws(RunEnd) -> Void
    ) throws(RunEnd) -> Bool {
        if source == "-" { return try self.read(Platform.standardInput, source, take) }
        let descriptor: Int32
        do throws(SystemFailure) {
            descriptor = try Platform.openForReading(source)
        } catch {
            try self.failToRead(source, error)
            return false
        }
        defer { Platform.close(descriptor) }
        return try self.read(descriptor, source, take)
    }

    private func read(
        _ descriptor: Int32, _ source: RawText, _ take: (UnsafeBufferPointer<UInt8>) throws(RunEnd) -> Void
    ) throws(RunEnd) -> Bool {
        var looks: Int? = 0
        let failure = try InputStream.read(
            descriptor, before: { () throws(RunEnd) in try self.stopIfAsked() },
            waiting: { () throws(RunEnd) in
                // The sender is slow, so the output so far is shown.
                try self.console.flush()
                if let count = looks, !Platform.isTerminal(descriptor) {
                    looks = count + 1
                    if count > 0 { self.show(waitingFor: source) }
                }
            }
        ) { chunk throws(RunEnd) in
            if looks != nil { self.console.show(status: "") }
            looks = nil
            self.bytesRead += chunk.count
            self.showProgress()
            try take(chunk)
        }
        guard let failure else { return true }
        try self.failToRead(source, failure)
        return false
    }

    /// Shows that the run is waiting for an input. If the input is a pipe without a writer, the wait may be long.
    private func show(waitingFor source: RawText) {
        guard Platform.isTerminal(Platform.standardError) else { return }
        self.console.show(status: "waiting for \(Self.quoted(source))")
    }

    /// Shows the progress of a preparation that may take time before the first row.
    func showPreparation(_ words: String) {
        if Platform.isTerminal(Platform.standardError) { self.console.show(status: words) }
    }

    func failToRead(_ path: RawText, _ failure: SystemFailure) throws(RunEnd) {
        // A call has not failed if a signal interrupted it.
        try self.stopIfAsked()
        let guess = InputStream.guess(at: path, failure)
        try self.fail(.missingInput, "cannot read \(Self.quoted(path)): \(failure.message)\(guess)")
    }

    static func quoted(_ source: RawText) -> String {
        source == "-" ? "standard input" : "'\(TerminalText.escaped(source))'"
    }

    private func showProgress() {
        guard self.progress != nil else { return }
        let now = Platform.milliseconds()
        let line = self.progress?.line(at: now, payloads: self.payloads, bytes: self.bytesRead)
        if let line { self.console.show(status: line) }
    }

    /// Returns the total size of all inputs. Returns nil if any input is not a regular file.
    private static func totalBytes(of inputs: [RawText]) -> Int? {
        var total = 0
        for input in inputs {
            guard input != "-", case .file(let size)? = try? Platform.kind(of: input) else { return nil }
            total += size
        }
        return total
    }
}

extension InputDesk {
    /// Runs a verb to its end, and returns its exit status.
    func run(_ work: () throws(RunEnd) -> Void) -> ExitStatus {
        do throws(RunEnd) {
            try work()
            self.console.show(status: "")
            try self.console.flush()
            return self.status
        } catch {
            self.console.show(status: "")
            return error.status(behind: self.status)
        }
    }
}
