import Basics

/// Adds trials up, in whatever order they come, to one and the same sum.
package struct ExplorationTally: Sendable {
    /// Which seed of which part a trial is.
    package struct Job: Hashable, Sendable {
        package let number: Int
        package let part: Int
        package let seed: UInt64

        package init(number: Int, part: Int, seed: UInt64) {
            self.number = number
            self.part = part
            self.seed = seed
        }
    }

    /// So many seeds are told for each mistake.
    package static let mostSeeds = 8

    private var parts: [Exploration.Part]
    private var counts: [[PropertyCount]]
    private var goals = Goals()
    private var events = 0
    private var hashes: [UInt64?]
    // Looked up, and walked through only after being put in order.
    private var mistakes: [Exploration.Mistake: [(job: Job, violation: Violation, steps: Int)]] = [:]
    package private(set) var done = 0
    package private(set) var failed = 0

    package init(parts: [Exploration.Part], jobs: Int) {
        self.parts = parts
        let none = Array(repeating: PropertyCount(), count: Property.allCases.count)
        self.counts = Array(repeating: none, count: parts.count)
        self.hashes = Array(repeating: nil, count: jobs)
    }

    package mutating func add(_ trial: Trial, of job: Job, steps: Int) {
        self.done += 1
        self.parts[job.part].seeds += 1
        self.events += trial.events
        self.goals += trial.goals
        self.parts[job.part].measures += trial.measures
        self.hashes[job.number] = trial.code
        for (place, property) in Property.allCases.enumerated() {
            self.counts[job.part][place] += trial.counts[property] ?? PropertyCount()
        }
        if !trial.violations.isEmpty { self.failed += 1 }
        for violation in trial.violations {
            let mistake = Exploration.Mistake(violation, in: job.part)
            var known = self.mistakes[mistake] ?? []
            // Of one seed only the first is told.
            guard !known.contains(where: { $0.job == job }) else { continue }
            let place = known.firstIndex { $0.job.number > job.number } ?? known.count
            known.insert((job, violation, steps), at: place)
            if known.count > Self.mostSeeds { known.removeLast() }
            self.mistakes[mistake] = known
        }
    }

    /// All of it, the mistakes in the order of the seeds that found them.
    package var exploration: Exploration {
        var exploration = Exploration()
        exploration.parts = self.parts
        for part in self.parts.indices {
            for (place, property) in Property.allCases.enumerated() {
                exploration.parts[part].counts[property] = self.counts[part][place]
            }
        }
        exploration.seeds = self.done
        exploration.events = self.events
        exploration.hash = self.hash
        exploration.goals = Goals.Name.allCases.map { .init($0.rawValue, hits: self.goals.hits($0)) }
        let found = self.mistakes.values.flatMap { $0 }
        exploration.findings = found.sorted { one, other in
            (one.job.number, one.violation.property, one.violation.kind)
                < (other.job.number, other.violation.property, other.violation.kind)
        }.map { Exploration.Finding(part: $0.job.part, seed: $0.job.seed, $0.violation, steps: $0.steps) }
        return exploration
    }

    /// Over the histories in the order of the jobs; who did not come to an end counts as nothing.
    private var hash: String {
        var bytes: [UInt8] = []
        for hash in self.hashes {
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: (hash ?? 0) >> shift))
            }
        }
        guard let hash = KeyedHash(key: Array(0..<16)) else { preconditionFailure("the key has sixteen bytes") }
        return Hex.text(of: hash.code(of: bytes))
    }
}
