import BenchReport

/// The time of `shouldertap --version` as a whole process, compared with C programs that only print.
enum StartSection {
    static func run(_ options: BenchOptions) -> Findings {
        guard let folder = Platform.ownFolder(), Platform.isExecutable("\(folder)/shouldertap") else {
            return Findings(
                complaints: ["'shouldertap' is not beside this program; build it with the same configuration first"],
                status: .noInput)
        }
        let tool = StartProgram(name: "shouldertap --version", path: "\(folder)/shouldertap", words: ["--version"])
        let references = StartReferences.make(beside: tool.path)
        defer { references.remove() }
        let rounds = options.rounds ?? (options.isQuick ? 11 : 60)
        guard let times = Self.race([tool] + references.programs, rounds: rounds) else {
            return Findings(complaints: ["'shouldertap --version' or a reference did not exit with 0"])
        }
        let reason = options.reasonNotToJudge(rounds: rounds, atLeast: 40)
        return Findings(rows: Self.rows(tool, times[0], references, Array(times.dropFirst()), reason))
    }

    /// Returns the median wall time of each program in milliseconds; nil when one of them fails.
    private static func race(_ programs: [StartProgram], rounds: Int) -> [Double]? {
        var samples = programs.map { _ in [Double]() }
        for round in 0..<rounds + 3 {
            for step in programs.indices {
                let lane = (round + step) % programs.count
                let start = Platform.wallNanoseconds()
                guard Platform.run(programs[lane].path, programs[lane].words) == 0 else { return nil }
                let time = Double(Platform.wallNanoseconds() - start) / 1_000_000
                // The first rounds load the files into memory.
                if round >= 3 { samples[lane].append(time) }
            }
        }
        return samples.map(Figure.median)
    }

    private static func rows(
        _ tool: StartProgram, _ time: Double, _ references: StartReferences, _ times: [Double], _ reason: String?
    ) -> [Row] {
        let compared = zip(references.programs, times).map { program, reference in
            let isJudged = program.name == references.judged
            let target = isJudged ? Target(.atMost, 3, "x").notJudged(because: reason) : nil
            return Row("start", time, "ms", reference: program.name, ratio: time / reference, target: target)
        }
        let absolute = Row("start, absolute", time, "ms", target: Target(.below, 5, " ms").notJudged(because: reason))
        let plain = zip(references.programs, times).map { Row("start of \($0.name)", $1, "ms") }
        return compared + [absolute] + plain
    }
}
