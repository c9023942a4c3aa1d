/// Searches for faults that make a command fail: runs each seed once, repeats a failure, then shortens its list of
/// faults.
package struct SeedHunt: Sendable {
    /// A failure that occurred in every repeated run.
    package struct Failure: Hashable, Sendable {
        package var seed: UInt64
        package var trouble: Trouble
        /// The shortest list of faults that still causes the failure.
        package var faults: FaultList
        /// The number of runs that were needed to shorten the list.
        package var shrinkRuns = 0
    }

    /// A failure that did not occur in every repeated run.
    package struct Doubt: Hashable, Sendable {
        package var seed: UInt64
        package var trouble: Trouble
        /// The number of runs in which the failure occurred. The run was made ``repeats`` times in all, including the
        /// first run.
        package var shown: Int
    }

    /// The number of runs in which a failure must occur, including the first.
    package static let repeats = 3

    package private(set) var failures: [Failure] = []
    package private(set) var doubts: [Doubt] = []
    /// The number of seeds that were run. ``runs`` is the number of runs of the command.
    package private(set) var seeds = 0
    package private(set) var runs = 0
    /// The number of times that each promise was judged, over all verdicts.
    package private(set) var judged: [BackendPromise: Int] = [:]
    package private(set) var pushes = 0
    private let mostShrinkRuns: Int
    private var baseline: RunResult?

    /// Runs the command under the faults. Returns nil if the run was interrupted.
    package typealias Run = (_ seed: UInt64, _ faults: FaultList, _ contentsDiffer: Bool?) throws -> RunResult?

    package init(mostShrinkRuns: Int) { self.mostShrinkRuns = mostShrinkRuns }

    /// Runs the command once without faults. Returns the result, or nil when it was interrupted.
    package mutating func runBaseline(seed: UInt64, _ run: Run) throws -> RunResult? {
        guard let result = try self.once(seed, FaultList(), run) else { return nil }
        self.baseline = result
        return result
    }

    /// Runs the command under the faults of each seed. Returns false when it was interrupted.
    package mutating func run(seeds: some Sequence<UInt64>, _ run: Run) throws -> Bool {
        for seed in seeds {
            let faults = FaultList(seed: seed)
            guard let result = try self.once(seed, faults, run) else { return false }
            self.seeds += 1
            let troubles = self.troubles(in: result, under: faults).filter { !self.isKnown($0.property) }
            guard !troubles.isEmpty else { continue }
            guard try self.confirm(troubles, seed, faults, run) else { return false }
        }
        return true
    }

    /// Whether a failure with this name is already recorded. Only the first failure with each name is recorded.
    private func isKnown(_ property: String) -> Bool {
        self.failures.contains { $0.trouble.property == property }
    }

    private mutating func once(_ seed: UInt64, _ faults: FaultList, _ run: Run) throws -> RunResult? {
        guard var result = try run(seed, faults, self.baseline?.contentsAreUnique) else { return nil }
        self.runs += 1
        self.pushes += result.verdict.pushes
        // A command that fails without faults may have a good reason to send fewer pushes.
        if let baseline, result.ending.code == 0, let last = result.verdict.lastPush {
            result.verdict.compare(result.counts, with: baseline.counts, at: last)
        }
        for (promise, count) in result.verdict.judged { self.judged[promise, default: 0] += count }
        return result
    }

    private func troubles(in result: RunResult, under faults: FaultList) -> [Trouble] {
        Trouble.all(in: result, under: faults)
    }

    /// Repeats a failing run, and shortens the list of each failure that occurs again. Returns false when it was
    /// interrupted.
    private mutating func confirm(
        _ troubles: [Trouble], _ seed: UInt64, _ faults: FaultList, _ run: Run
    ) throws -> Bool {
        var shown: [String: Int] = [:]
        for trouble in troubles { shown[trouble.property] = 1 }
        for _ in 1..<Self.repeats {
            guard let result = try self.once(seed, faults, run) else { return false }
            for trouble in self.troubles(in: result, under: faults) { shown[trouble.property]? += 1 }
        }
        for trouble in troubles {
            let count = shown[trouble.property] ?? 0
            guard count == Self.repeats else {
                self.doubts.append(Doubt(seed: seed, trouble: trouble, shown: count))
                continue
            }
            guard let failure = try self.shrink(trouble, seed, faults, run) else { return false }
            self.failures.append(failure)
        }
        // A failure that came back later is no longer in doubt.
        self.doubts = self.doubts.filter { !self.isKnown($0.trouble.property) }
        return true
    }

    /// Removes every fault that is not needed for the failure.
    private mutating func shrink(
        _ trouble: Trouble, _ seed: UInt64, _ faults: FaultList, _ run: Run
    ) throws -> Failure? {
        var best = Failure(seed: seed, trouble: trouble, faults: faults)
        // If a list is known not to fail, the search does not try it again.
        var tried: Set<FaultList> = [faults]
        if let baseline, !self.troubles(in: baseline, under: FaultList()).contains(where: { $0.isSame(as: trouble) }) {
            tried.insert(FaultList())
        }
        var candidates = Self.shorter(than: faults)
        while let candidate = candidates.first, best.shrinkRuns < self.mostShrinkRuns {
            candidates.removeFirst()
            guard tried.insert(candidate).inserted else { continue }
            best.shrinkRuns += 1
            guard let result = try self.once(seed, candidate, run) else { return nil }
            let again = self.troubles(in: result, under: candidate).first { $0.isSame(as: trouble) }
            guard let again else { continue }
            (best.faults, best.trouble) = (candidate, again)
            candidates = Self.shorter(than: candidate)
        }
        return best
    }

    /// Returns shorter lists to try: the empty list, each fault alone, the list without one fault, and the list with a
    /// fault that affects fewer pushes.
    static func shorter(than list: FaultList) -> [FaultList] {
        guard !list.faults.isEmpty else { return [] }
        var shorter = list.faults.count > 1 ? [FaultList()] : []
        if list.faults.count > 2 { shorter += list.faults.map { FaultList([$0]) } }
        for place in list.faults.indices {
            var rest = list.faults
            rest.remove(at: place)
            shorter.append(FaultList(rest))
        }
        for (place, fault) in list.faults.enumerated() where fault.count > 1 {
            var rest = list.faults
            rest[place].count = fault.count > 3 ? fault.count / 2 : fault.count - 1
            shorter.append(FaultList(rest))
        }
        return shorter
    }
}
