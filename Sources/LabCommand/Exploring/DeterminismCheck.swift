import Basics
import LabWire
import PushLab

/// Runs the same seeds again in another process.
///
/// A difference shows that something other than the seed affects the result.
struct DeterminismCheck {
    private static let usualLimit = 600_000
    /// The maximum number of runs in each of the two processes. Several runs may be needed: if the history of a plan
    /// depends on chance, some runs may still give the same history.
    private static let mostAttempts = 5

    private let options: ExploreOptions
    private let apps: Apps

    init(_ options: ExploreOptions, _ apps: Apps) {
        self.options = options
        self.apps = apps
    }

    enum Outcome {
        case same
        /// The first seed with a different history in the other process.
        case other(ExplorationTally.Job)
        /// The comparison was not possible. The value is the reason.
        case unknown(String)
    }

    /// Runs the completed jobs again in another process.
    ///
    /// - Parameters:
    ///   - piped: The content of standard input, as a file.
    ///   - milliseconds: The time that the jobs took in this process.
    func compare(
        _ outcome: Explorer.Outcome, of jobs: Jobs, piped: String?, milliseconds: Int
    ) -> Outcome {
        let done = outcome.done(of: jobs)
        guard let last = done.last else { return .same }
        guard Platform.executable() != nil else { return .unknown("a second process cannot be started") }
        let limit = Duration.milliseconds(Self.usualLimit + 10 * milliseconds)
        let errand = SecondProcess.run(
            self.words(seeds: last.number + 1), input: Array((piped ?? "").utf8), limit: limit
        ) { Platform.interruption != nil }
        guard let errand else { return .unknown("the second process did not finish") }
        // Tabs in a name are escaped, so a name contains no tab.
        let codes = errand.output.split(separator: 0x0A).map { line in
            line.split(separator: 0x09).dropFirst(2).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\t")
        }
        for (place, job) in done.enumerated() where place < codes.count && codes[place] != Explorer.Codes.ofNone {
            guard let code = outcome.codes[place], codes[place] != code.text else { continue }
            return .other(job)
        }
        let seeds = "\(counted(codes.count { $0 != Explorer.Codes.ofNone }, "seed")) of \(done.count)"
        // The process has already reported the reason.
        guard errand.status == 0 else {
            return .unknown("the second process ended with exit status \(errand.status) after \(seeds)")
        }
        return codes.count == done.count ? .same : .unknown("the second process ran only \(seeds)")
    }

    private func words(seeds: Int) -> [String] {
        var words = ["explore --hashes --bugs none --seeds \(seeds)"]
        if let first = self.options.lab.seed { words.append("--seed \(first)") }
        if let jobs = self.options.jobs { words.append("--jobs \(jobs)") }
        if let shard = self.options.shard { words.append("--shard \(shard.number)/\(shard.count)") }
        words += self.options.lab.setting
        words += self.options.traps.map(\.rawValue).sorted().map { "--trap \($0)" }
        words.append("--")
        return words + self.options.inputs.map { ShellWord.quoted($0.text) }
    }

    // MARK: Reporting

    /// Returns the lines at which two histories of one plan differ.
    ///
    /// Runs the plan in this process and in another process until their histories differ.
    func parting(of plan: Scenario) -> [String] {
        let plugs = Plugs(self.apps, self.options.lab)
        var seen: [String]?
        for attempt in 0..<2 * Self.mostAttempts {
            guard Platform.interruption == nil else { break }
            let lines = attempt.isMultiple(of: 2) ? Self.historyHere(plan, plugs) : self.historyElsewhere(plan)
            guard let lines else { continue }
            if let first = seen, first != lines { return Self.parting(first, lines) }
            seen = seen ?? lines
        }
        return ["\(Self.mostAttempts) more runs of this seed, here and in another process, gave the same history"]
    }

    private static func parting(_ one: [String], _ other: [String]) -> [String] {
        let place = zip(one, other).enumerated().first { $1.0 != $1.1 }?.offset ?? min(one.count, other.count)
        return ["the first line that differs is \(place + 1):"]
            + [one, other].map { "  " + ($0.indices.contains(place) ? $0[place] : "(none: this history ends earlier)") }
    }

    private static func historyHere(_ plan: Scenario, _ plugs: Plugs) -> [String]? {
        guard let lab = try? plugs.lab(for: plan) else { return nil }
        var run = ScenarioRun(plan, in: lab)
        // A history that was cut short differs from any other.
        do throws(LabFailure) { try run.run { Platform.interruption != nil } } catch { return nil }
        return Platform.interruption == nil ? lab.historyLines : nil
    }

    private func historyElsewhere(_ plan: Scenario) -> [String]? {
        let words = ["run - --history -"] + self.options.lab.setting
        let errand = SecondProcess.run(
            words, input: Array(plan.yaml.utf8), limit: .milliseconds(Self.usualLimit)
        ) { Platform.interruption != nil }
        guard let errand, errand.status <= 2 else { return nil }
        return errand.output.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }
}
