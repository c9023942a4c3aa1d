/// Standard output, gathered and checked, and standard error, written at once and in step with it.
struct Console {
    private static let batch = 1 << 16

    private let output: Int32
    private let errors: Int32
    private let outputIsTerminal: Bool
    /// Whether there is a verdict to come to though nobody reads the output any more.
    var outlivesReader: Bool
    private var hasReader = true
    private var pending: [UInt8] = []
    private var status = ""

    /// - Parameter outlivesReader: Goes on in silence when the reader of the output hangs up: a verdict is due.
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
        // Rows in a file leave the status line alone.
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

    /// Says what went wrong, behind the output so far.
    mutating func complain(_ message: String) throws(RunEnd) { try self.complain(bare: "shouldertap: \(message)") }

    /// Says what is wrong with a file, in the form that editors understand.
    mutating func complain(bare message: String) throws(RunEnd) {
        try self.flush()
        self.show(status: "")
        self.tell(message + "\n")
    }

    /// Replaces the line that says how far a long run has come; an empty one removes it.
    mutating func show(status: String) {
        guard status != self.status else { return }
        self.status = status
        self.tell("\r\u{1B}[K\(Self.fitting(status, columns: Platform.columns(of: self.errors)))")
    }

    /// As much as fits into one row: one that wraps would stay, and the next would come under it.
    static func fitting(_ status: String, columns: Int?) -> String {
        columns.map { String(status.prefix(max($0 - 1, 0))) } ?? status
    }

    /// Writes to standard error.
    static func tell(_ text: String) { Console(outputIsTerminal: false).tell(text) }

    /// Nobody is left to hear it if this fails.
    private func tell(_ text: String) { try? Platform.writeAll(Array(text.utf8), to: self.errors) }
}
