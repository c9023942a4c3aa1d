/// Buffered standard output, and unbuffered standard error. Texts appear in the order in which they were written, even
/// if they go to different streams.
struct Console {
    private static let batch = 1 << 16

    private let output: Int32
    private let errors: Int32
    private let outputIsTerminal: Bool
    /// Whether the run continues to its verdict even if the program that reads the output closes the pipe.
    var outlivesReader: Bool
    private var hasReader = true
    private var pending: [UInt8] = []
    private var status = ""

    /// - Parameter outlivesReader: Whether to continue without output if the program that reads the output closes the
    ///   pipe, because the verdict is still needed.
    init(
        outlivesReader: Bool = false,
        output: Int32 = Platform.standardOutput, errors: Int32 = Platform.standardError,
        outputIsTerminal: Bool = Platform.isTerminal(Platform.standardOutput)
    ) {
        self.outlivesReader = outlivesReader
        self.output = output
        self.errors = errors
        self.outputIsTerminal = outputIsTerminal
    }

    mutating func write(_ bytes: [UInt8]) throws(RunEnd) {
        self.pending.append(contentsOf: bytes)
        if self.pending.count >= Self.batch { try self.flush() }
    }

    mutating func write(_ text: String) throws(RunEnd) { try self.write(Array(text.utf8)) }

    mutating func flush() throws(RunEnd) {
        guard !self.pending.isEmpty else { return }
        // The status line stays if the output goes to a file, because such output does not disturb it.
        if self.outputIsTerminal { self.show(status: "") }
        let bytes = self.pending
        self.pending.removeAll(keepingCapacity: true)
        guard self.hasReader else { return }
        do throws(SystemFailure) {
            try Platform.writeAll(bytes, to: self.output)
        } catch {
            guard error.isBrokenPipe, self.outlivesReader else { throw RunEnd(writing: error) }
            self.hasReader = false
        }
    }

    /// Writes an error message, after all earlier output.
    mutating func complain(_ message: String) throws(RunEnd) { try self.complain(bare: "shouldertap: \(message)") }

    /// Writes an error message about a file, in the form that editors recognise.
    mutating func complain(bare message: String) throws(RunEnd) {
        try self.flush()
        self.show(status: "")
        self.tell(message + "\n")
    }

    /// Replaces the progress line of a long run.
    ///
    /// An empty line removes it.
    mutating func show(status: String) {
        guard status != self.status else { return }
        self.status = status
        self.tell("\r\u{1B}[K\(Self.fitting(status, columns: Platform.columns(of: self.errors)))")
    }

    /// Cuts a status to one row.
    ///
    /// A status that wraps onto a second row cannot be replaced later.
    static func fitting(_ status: String, columns: Int?) -> String {
        columns.map { String(status.prefix(max($0 - 1, 0))) } ?? status
    }

    /// Writes to standard error.
    static func tell(_ text: String) { Console(outputIsTerminal: false).tell(text) }

    /// Writes to standard error.
    ///
    /// A failure is ignored, because it cannot be reported.
    private func tell(_ text: String) { try? Platform.writeAll(Array(text.utf8), to: self.errors) }
}
