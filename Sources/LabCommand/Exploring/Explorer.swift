import Basics
import LabWire
import Locking
import PushLab

/// Runs many seeds on several threads.
///
/// The result does not depend on the number of threads.
final class Explorer: Sendable {
    /// The state that all threads of the exploration read and change.
    private struct Board {
        var next = 0
        var outcome: Outcome
        var progress: ExplorationProgress
        /// The results that wait for earlier results. Used only if results are counted in order.
        var waiting: [Int: Result<SeedRun, LabFailure>] = [:]
        /// The number of counted results. Used only if results are counted in order.
        var counted = 0
        /// Whether a job failed.
        ///
        /// No job is begun after that.
        var hasFailed = false
        /// The number of jobs that reached the limit of processor time.
        var endless = 0
    }

    /// The reason why an exploration ends before its last seed.
    enum Stop {
        case interrupted
        case timeIsUp
        /// The maximum number of failing seeds is reached.
        case enoughFailed
        /// Too many seeds reached the limit of processor time, so the exploration would take days.
        case enoughEndless
        /// A program under test failed, so the lab could not continue. The second value is the first job in which the
        /// program failed.
        case failed(LabFailure, ExplorationTally.Job)
        /// The same seed gave two histories.
        case wavered(ExplorationTally.Job)
    }

    /// The result of an exploration.
    struct Outcome {
        var tally: ExplorationTally
        var stop: Stop?
        /// The hashes of the histories of each job, in the order of the jobs. Nil for a job that was not run. The list
        /// is empty if no hashes were requested.
        var codes: [Codes?] = []

        mutating func keep(_ codes: Codes, at place: Int) {
            while self.codes.count <= place { self.codes.append(nil) }
            self.codes[place] = codes
        }

        /// Ends the exploration for this reason.
        ///
        /// If the exploration already has a problem as its end, such as a failed program, the earlier problem is kept.
        /// An end that was intended, such as a time limit, is replaced.
        mutating func end(_ stop: Stop) { if self.isAsWanted { self.stop = stop } }

        /// Whether the exploration was complete, or was cut short only as requested.
        var isAsWanted: Bool {
            switch self.stop {
            case nil, .timeIsUp?, .enoughFailed?, .enoughEndless?: true
            case .interrupted?, .failed?, .wavered?: false
            }
        }

        /// Whether the exploration has begun. False if it failed before any job was completed.
        var hasBegun: Bool { if case .failed? = self.stop { self.tally.done > 0 } else { true } }

        var hasWavered: Bool { if case .wavered? = self.stop { true } else { false } }

        /// Returns the jobs up to the last one that was run.
        func done(of jobs: Jobs) -> Slice<Jobs> {
            jobs[..<(self.codes.lastIndex { $0 != nil }.map { $0 + 1 } ?? 0)]
        }
    }

    /// The hash of a history. If there is a second run, also the hash of its history.
    struct Codes {
        var first: UInt64
        var second: UInt64?

        /// The text that replaces the hash if there is no history.
        static let ofNone = "none"
        /// The text that replaces the hash if the same seed gave two histories.
        static let ofTwo = "two"

        init(_ trial: Trial) { (self.first, self.second) = (trial.hash, trial.secondHash) }

        /// The hashes, separated by a tab.
        var text: String { Hex.text(of: self.first) + (self.second.map { "\t" + Hex.text(of: $0) } ?? "") }
    }

    /// One of this many passing seeds is run twice, to check determinism.
    static let oneInSoMany = 20
    /// After this number of endless seeds, no more jobs start, because each endless seed takes a minute.
    static let mostEndless = 8

    private let scenarios: [Scenario]
    private let jobs: Jobs
    private let keepsCodes: Bool
    private let apps: Apps
    private let words: LabWords
    private let errors: ProgramErrors
    private let deadline: Int?
    private let mostFailures: Int?
    private let oneInSoMany: Int
    private let board: Lock<Board>

    init(
        _ scenarios: [Scenario], parts: [Exploration.Part], _ jobs: Jobs, keepsCodes: Bool, _ apps: Apps,
        _ words: LabWords, deadline: Int?, mostFailures: Int? = nil, oneInSoMany: Int = Explorer.oneInSoMany,
        errors: ProgramErrors
    ) {
        self.errors = errors
        self.scenarios = scenarios
        self.jobs = jobs
        self.keepsCodes = keepsCodes
        self.apps = apps
        self.words = words
        self.deadline = deadline
        self.mostFailures = mostFailures
        self.oneInSoMany = oneInSoMany
        self.board = Lock(
            Board(
                outcome: Outcome(tally: ExplorationTally(parts: parts)),
                progress: ExplorationProgress(total: jobs.count, start: Platform.milliseconds())))
    }

    /// Runs all jobs.
    ///
    /// - Parameter show: A closure that gets a progress line from time to time.
    func run(threads: Int, show: @escaping (String) -> Void) -> Outcome {
        // Only the calling thread shows progress.
        nonisolated(unsafe) let show = show
        Threads.run(min(threads, max(1, self.jobs.count))) { number in
            self.work(show: number == 0 ? show : nil)
        }
        return self.board.with { $0.outcome }
    }

    private func work(show: ((String) -> Void)?) {
        let setting = WorldProcess.Setting(lab: self.words, scenarios: self.scenarios, errors: self.errors)
        guard self.board.with({ $0.next < self.jobs.count }) else { return }
        guard let worlds = WorldProcess(setting) else { return self.workHere(show: show) }
        var queue = WorldQueue(worlds, self.scenarios, oneInSoMany: self.oneInSoMany)
        while let done = queue.take(with: self.next) {
            self.board.with { self.count(done.result, at: done.place, on: &$0) }
            if let show { self.showProgress(show) }
        }
        worlds.finish()
    }

    /// Runs worlds on the calling thread.
    private func workHere(show: ((String) -> Void)?) {
        let plugs = Plugs(self.apps, self.words, errors: self.errors)
        while let (place, job) = self.next() {
            let scenario = self.scenarios[job.part]
            let done = Result { () throws(LabFailure) in
                try SeedRun(job, of: scenario, oneInSoMany: self.oneInSoMany) {
                    (plan) throws(LabFailure) in try plugs.lab(for: plan)
                }
            }
            self.board.with { self.count(done, at: place, on: &$0) }
            if let show { self.showProgress(show) }
        }
    }

    private func showProgress(_ show: (String) -> Void) {
        let line = self.board.with {
            $0.progress.line(
                at: Platform.milliseconds(), done: $0.outcome.tally.done, failed: $0.outcome.tally.failed)
        }
        if let line { show(line) }
    }

    /// Adds the result of a job. If the number of failures is limited, results are added in the order of the jobs, so a
    /// result may have to wait for earlier jobs. Otherwise each result is added at once.
    private func count(_ done: Result<SeedRun, LabFailure>, at place: Int, on board: inout Board) {
        switch done {
        case .failure: board.hasFailed = true
        case .success(let run): if run.trial.violations.contains(where: \.isEndless) { board.endless += 1 }
        }
        if board.endless >= Self.mostEndless, board.next < self.jobs.count { board.outcome.end(.enoughEndless) }
        guard let mostFailures = self.mostFailures else { return self.add(done, at: place, to: &board.outcome) }
        board.waiting[place] = done
        while board.outcome.tally.failed < mostFailures, let next = board.waiting.removeValue(forKey: board.counted) {
            self.add(next, at: board.counted, to: &board.outcome)
            board.counted += 1
        }
        if board.outcome.tally.failed >= mostFailures, board.counted < self.jobs.count {
            board.outcome.stop = board.outcome.stop ?? .enoughFailed
        }
    }

    private func add(_ result: Result<SeedRun, LabFailure>, at place: Int, to outcome: inout Outcome) {
        let job = self.jobs[place]
        switch result {
        case .success(let done):
            outcome.tally.add(done.trial, of: job, steps: done.steps)
            if self.keepsCodes { outcome.keep(Codes(done.trial), at: place) }
            if done.hasWavered { outcome.end(.wavered(job)) }
        // An interrupt also ends a program that does not respond.
        case .failure(let failure):
            outcome.end(Platform.interruption == nil ? .failed(failure, job) : .interrupted)
        }
    }

    /// Returns the next job with its index.
    private func next() -> (place: Int, job: ExplorationTally.Job)? {
        self.board.with { board in
            if board.outcome.stop == nil, Platform.interruption != nil { board.outcome.stop = .interrupted }
            if board.outcome.stop == nil, board.next < self.jobs.count, let deadline,
                Platform.milliseconds() >= deadline
            {
                board.outcome.stop = .timeIsUp
            }
            guard board.outcome.stop == nil, !board.hasFailed, board.next < self.jobs.count else { return nil }
            board.next += 1
            return (board.next - 1, self.jobs[board.next - 1])
        }
    }
}
