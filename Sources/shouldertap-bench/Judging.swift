import BenchReport

extension BenchOptions {
    /// Returns the reason why a run with these options cannot judge times; nil when it can.
    func reasonNotToJudge(rounds: Int, atLeast fewest: Int) -> String? {
        #if DEBUG
            return "debug build"
        #else
            if self.isQuick { return "quick run" }
            return rounds < fewest ? "fewer than \(fewest) rounds" : nil
        #endif
    }
}
