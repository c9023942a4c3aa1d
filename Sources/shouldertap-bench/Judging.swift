import BenchReport

extension BenchOptions {
    /// Why a run with these options says nothing about times; nil when it does.
    func reasonNotToJudge(rounds: Int, atLeast fewest: Int) -> String? {
        #if DEBUG
            return "debug build"
        #else
            if self.isQuick { return "quick run" }
            return rounds < fewest ? "fewer than \(fewest) rounds" : nil
        #endif
    }
}
