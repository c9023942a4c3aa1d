import Basics

/// Adds up trials.
///
/// The result does not depend on their order.
package struct ExplorationTally: Sendable {
    /// The seed and the part of a trial.
    package struct Job: Hashable, Sendable {
        /// The number of the trial in the whole exploration, which may be split into shares.
        package let number: Int
        package let part: Int
        package let seed: UInt64

        package init(number: Int, part: Int, seed: UInt64) {
            self.number = number
            self.part = part
            self.seed = seed
        }
    }

    /// The maximum number of seeds that are kept for each mistake.
    package static let mostSeeds = 8

    private var parts: [Exploration.Part]
    private var counts: [[PropertyCount]]
    private var goals = Goals()
    private var events = 0
    /// A sum of hashes. Each hash covers one history and its number. Because this is a sum, the codes of shares can be
    /// added.
    private var code: UInt64 = 0
    // Used for lookup; sorted before it is iterated over.
    private var mistakes: [Exploration.Mistake: [(job: Job, violation: Violation, steps: Int)]] = [:]
    /// The number of failing seeds for each mistake, including those that are not kept.
    private var failing: [Exploration.Mistake: Int] = [:]
    package private(set) var done = 0
    package private(set) var failed = 0

    package init(parts: [Exploration.Part]) {
        self.parts = parts
        let none = Array(repeating: PropertyCount(), count: Property.allCases.count)
        self.counts = Array(repeating: none, count: parts.count)
    }

    package mutating func add(_ trial: Trial, of job: Job, steps: Int) {
        self.done += 1
        self.parts[job.part].seeds += 1
        self.events += trial.events
        self.goals += trial.goals
        self.parts[job.part].measures += trial.measures
        self.parts[job.part].worth += trial.worth
        self.code &+= Self.code(of: trial.code, at: job.number)
        for (place, property) in Property.allCases.enumerated() {
            self.counts[job.part][place] += trial.counts[property] ?? PropertyCount()
        }
        if !trial.violations.isEmpty { self.failed += 1 }
        var seen: Set<Exploration.Mistake> = []
        for violation in trial.violations {
            let mistake = Exploration.Mistake(violation, in: job.part)
            // For each seed, only the first finding of a mistake counts.
            guard seen.insert(mistake).inserted else { continue }
            self.failing[mistake, default: 0] += 1
            var known = self.mistakes[mistake] ?? []
            let place = known.firstIndex { $0.job.number > job.number } ?? known.count
            known.insert((job, violation, steps), at: place)
            if known.count > Self.mostSeeds { known.removeLast() }
            self.mistakes[mistake] = known
        }
    }

    /// The results so far.
    ///
    /// The mistakes are in the order of the seeds that found them.
    package var exploration: Exploration {
        var exploration = Exploration()
        exploration.parts = self.parts
        for part in self.parts.indices {
            for (place, property) in Property.allCases.enumerated() {
                exploration.parts[part].counts[property] = self.counts[part][place]
            }
        }
        exploration.seeds = self.done
        exploration.failed = self.failed
        exploration.failing = self.failing
        exploration.events = self.events
        exploration.code = self.code
        exploration.goals = Goals.Name.allCases.map { .init($0.rawValue, hits: self.goals.hits($0)) }
        exploration.findings = Exploration.told(
            self.mistakes.values.joined().map { Exploration.Finding($0.violation, of: $0.job, steps: $0.steps) })
        return exploration
    }

    private static func code(of history: UInt64, at place: Int) -> UInt64 {
        let words = [UInt64(place), history]
        let bytes = words.flatMap { word in
            stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
        return KeyedHash.open.code(of: bytes)
    }
}
