import PushLab

/// The seeds that a process for worlds was asked to run and has not answered, in their order.
///
/// It is asked for one seed at first, and for several at a time once runs are short: a message for each would cost more
/// than the run. If it dies while it runs several, they are asked for again one by one.
struct WorldQueue {
    /// A seed with its place among those to be run.
    typealias Seed = (place: Int, job: ExplorationTally.Job)
    /// The outcome of a seed.
    typealias Done = (place: Int, result: Result<SeedRun, LabFailure>)

    /// The milliseconds below which a run is short.
    private static let short = 20
    /// The seeds of one question while runs are short, and the questions that are open then: the process never waits.
    private static let (mostSeeds, mostQuestions) = (4, 2)

    private let worlds: WorldProcess
    private let scenarios: [Scenario]
    private let oneInSoMany: Int
    /// The seeds of each open question.
    private var open: [[Seed]] = []
    /// Outcomes that nobody has taken yet.
    private var done: ArraySlice<Done> = []
    private var isShort = false
    /// The seeds in one of which the process died, asked for again one by one.
    private var suspects: (death: RunDeath, seeds: [Seed])?
    /// Whether nothing more is asked.
    private var isOver = false

    init(_ worlds: WorldProcess, _ scenarios: [Scenario], oneInSoMany: Int) {
        self.worlds = worlds
        self.scenarios = scenarios
        self.oneInSoMany = oneInSoMany
    }

    /// Takes the next outcome, and asks for further seeds as long as there is room; nil once there is none.
    mutating func take(with next: () -> Seed?) -> Done? {
        while self.done.isEmpty {
            self.fill(with: next)
            guard !self.open.isEmpty else { return nil }
            self.done = self.answer()[...]
        }
        return self.done.removeFirst()
    }

    private mutating func fill(with next: () -> Seed?) {
        while !self.isOver, self.open.count < (self.isShort ? Self.mostQuestions : 1) {
            var seeds: [Seed] = []
            while seeds.count < (self.isShort ? Self.mostSeeds : 1), let seed = next() { seeds.append(seed) }
            guard !seeds.isEmpty else { return }
            self.open.append(seeds)
            self.ask(seeds)
        }
    }

    private mutating func ask(_ seeds: [Seed]) {
        let question = WorldQuestion.seeds(seeds.map(\.job), oneInSoMany: self.oneInSoMany)
        if !self.isOver, !self.worlds.ask(question) { self.isOver = true }
    }

    /// Waits for the outcomes of the first open question.
    private mutating func answer() -> [Done] {
        let start = Platform.milliseconds()
        let seeds = self.open[0]
        while true {
            if self.isOver { return self.end(seeds[0], with: "the process for worlds cannot be started") }
            switch self.worlds.reply() {
            case .silence where Platform.interruption != nil: return self.end(seeds[0], with: "the run was stopped")
            case .silence: continue
            case .died(let death): return self.bury(seeds, death)
            case .answer(.runs(let runs, let failure)):
                self.open.removeFirst()
                self.isShort = (Platform.milliseconds() - start) < Self.short * seeds.count
                // A seed that wavers is the last that counts.
                let count = runs.firstIndex(where: \.hasWavered).map { $0 + 1 } ?? runs.count
                let done = zip(seeds, runs.prefix(count)).map { seed, run -> Done in (seed.place, .success(run)) }
                if count > 0, runs[count - 1].hasWavered {
                    self.drop()
                    return done
                }
                if let failure { return done + self.end(seeds[min(count, seeds.count - 1)], with: failure.description) }
                return done + self.unexplained(behind: seeds)
            case .answer: return self.end(seeds[0], with: "the run was stopped")
            }
        }
    }

    /// Its death is the outcome of a seed that it ran by itself. The others are asked for again.
    private mutating func bury(_ seeds: [Seed], _ death: RunDeath) -> [Done] {
        let (later, isAlone) = (self.open.dropFirst(), seeds.count == 1)
        self.isShort = false
        self.suspects = isAlone ? nil : (death, seeds)
        self.open = (isAlone ? [] : seeds.map { [$0] }) + later
        for seeds in self.open { self.ask(seeds) }
        guard isAlone else { return [] }
        let steps = self.scenarios[seeds[0].job.part].expanded(seed: seeds[0].job.seed).steps.count
        return [(seeds[0].place, .success(SeedRun(trial: Trial(of: death), steps: steps)))]
    }

    /// Ends the run if a process died in one of some seeds, and each of them passes by itself: something else than the
    /// seed decides.
    private mutating func unexplained(behind seeds: [Seed]) -> [Done] {
        guard let suspects, seeds.last?.place == suspects.seeds.last?.place else { return [] }
        let names = suspects.seeds.map { String($0.job.seed) }.joined(separator: ", ")
        let what = suspects.death.violation.witness
        return self.end(suspects.seeds[0], with: "\(what); it was one of the seeds \(names), and none repeats it")
    }

    private mutating func end(_ seed: Seed, with reason: String) -> [Done] {
        self.drop()
        return [(seed.place, .failure(LabFailure(reason)))]
    }

    /// Leaves what is not answered as if it had never been asked.
    private mutating func drop() {
        self.isOver = true
        if !self.open.isEmpty { self.worlds.terminate() }
        self.open = []
    }
}
