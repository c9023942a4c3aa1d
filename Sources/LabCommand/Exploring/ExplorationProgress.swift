/// The progress of an exploration, for a terminal.
struct ExplorationProgress: Sendable {
    private static let patience = 500
    private static let interval = 200
    private static let width = 20

    let total: Int
    /// The start in milliseconds. The clock may be any clock that only goes forward.
    let start: Int
    private var lastShown: Int?

    init(total: Int, start: Int) {
        self.total = total
        self.start = start
    }

    /// The line to show now. Nil if it is too early for another line.
    mutating func line(at now: Int, done: Int, failed: Int) -> String? {
        let elapsed = now - self.start
        guard elapsed >= Self.patience, self.lastShown.map({ now - $0 >= Self.interval }) ?? true, self.total > 0
        else { return nil }
        self.lastShown = now
        let full = done * Self.width / self.total
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: Self.width - full)
        let rate = done * 1_000 / max(1, elapsed)
        let left = (self.total - done) * elapsed / max(1, done) / 1_000
        let wrong = failed == 0 ? "" : "   \(counted(failed, "seed")) failed"
        return "explore  \(self.total) seeds ▕\(bar)▏ \(done * 100 / self.total) %  \(rate)/s  eta \(left) s\(wrong)"
    }
}
