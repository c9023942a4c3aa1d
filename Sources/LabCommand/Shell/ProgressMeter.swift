/// Decides when a long run shows its progress, and formats it.
struct ProgressMeter {
    static let patience = 1000
    static let interval = 200

    private let start: Int
    private let totalBytes: Int?
    private var lastShown: Int?

    /// Creates a meter.
    ///
    /// Times are in milliseconds of a monotonic clock.
    init(start: Int, totalBytes: Int?) {
        self.start = start
        self.totalBytes = totalBytes
    }

    /// Whether to show progress.
    ///
    /// It is not needed if output rows appear on the same terminal.
    static func isWanted(_ options: ParseOptions, outputIsTerminal: Bool) -> Bool {
        !outputIsTerminal || !options.writesEveryRow
    }

    /// Returns the progress line, or nil if it is too early to show one.
    mutating func line(at now: Int, payloads: Int, bytes: Int) -> String? {
        let isDue = self.lastShown.map { now - $0 >= Self.interval } ?? true
        guard isDue, now - self.start >= Self.patience else { return nil }
        self.lastShown = now
        let count = payloads == 1 ? "1 payload" : "\(payloads) payloads"
        guard let totalBytes, totalBytes > 0 else { return count }
        return "\(count), \(min(100, bytes * 100 / totalBytes)) %"
    }
}
