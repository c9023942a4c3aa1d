import BenchReport

extension BenchOptions {
    /// Returns the reason why a run with these options must not be compared with the time targets; nil if it may.
    func reasonNotToJudge(rounds: Int, atLeast fewest: Int) -> String? {
        #if DEBUG
            return "debug build"
        #else
            if self.isQuick { return "quick run" }
            return rounds < fewest ? "fewer than \(fewest) rounds" : nil
        #endif
    }
}
