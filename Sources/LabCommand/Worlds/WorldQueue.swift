import PushLab

/// The seeds that were sent to a process for worlds and are not answered yet, in order.
///
/// At first, each question has one seed. If the runs are short, a question has several seeds, because a message for
/// each seed would cost more than its run. If the process dies while it runs several seeds, they are sent again one by
/// one.
struct WorldQueue {
    /// A seed with its place among all seeds to run.
    typealias Seed = (place: Int, job: ExplorationTally.Job)
    /// The outcome of a seed.
    typealias Done = (place: Int, result: Result<SeedRun, LabFailure>)

    /// The limit, in milliseconds, below which a run counts as short.
    private static let short = 20
    /// While runs are short: the maximum number of seeds in one question, and the maximum number of unanswered
    /// questions. With these numbers, the process never has to wait.
    private static let (mostSeeds, mostQuestions) = (4, 2)

    private let worlds: WorldProcess
    private let scenarios: [Scenario]
    private let oneInSoMany: Int
    /// The seeds of each open question.
    private var open: [[Seed]] = []
    /// The outcomes that were not returned yet.
    private var done: ArraySlice<Done> = []
    private var isShort = false
    /// The seeds that were running when the process died. They are sent again one by one.
    private var suspects: (death: RunDeath, seeds: [Seed])?
    /// Whether no further questions are sent.
    private var isOver = false

    init(_ worlds: WorldProcess, _ scenarios: [Scenario], oneInSoMany: Int) {
        self.worlds = worlds
        self.scenarios = scenarios
        self.oneInSoMany = oneInSoMany
    }

    /// Returns the next outcome, or nil when there are no more. Before it waits, it sends further questions up to the
    /// maximum number of open questions.
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
            if self.isOver { return self.end(seeds[0], with: "cannot start the process that runs the seeds") }
            switch self.worlds.reply() {
            case .silence where Platform.interruption != nil: return self.end(seeds[0], with: "the run was stopped")
            case .silence: continue
            case .died(let death): return self.bury(seeds, death)
            case .answer(.runs(let runs, let failure)):
                self.open.removeFirst()
                self.isShort = (Platform.milliseconds() - start) < Self.short * seeds.count
                // Seeds that come after a seed with two different histories do not count.
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

    /// Handles the death of the process. If the process ran a single seed, its death is the outcome of that seed.
    /// Several seeds are sent again one by one.
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

    /// Ends the run if the process died during several seeds, but each of these seeds passes alone. In this case the
    /// cause is not a single seed.
    private mutating func unexplained(behind seeds: [Seed]) -> [Done] {
        guard let suspects, seeds.last?.place == suspects.seeds.last?.place else { return [] }
        let names = suspects.seeds.map { String($0.job.seed) }.joined(separator: ", ")
        let what = suspects.death.violation.witness
        return self.end(suspects.seeds[0], with: "\(what); one of the seeds \(names) caused it, but none repeats it")
    }

    private mutating func end(_ seed: Seed, with reason: String) -> [Done] {
        self.drop()
        return [(seed.place, .failure(LabFailure(reason)))]
    }

    /// Drops all open questions.
    private mutating func drop() {
        self.isOver = true
        if !self.open.isEmpty { self.worlds.terminate() }
        self.open = []
    }
}
