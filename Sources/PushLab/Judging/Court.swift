/// All judges of one run.
///
/// The court reads a history as it grows, and reads each event once.
package struct Court: Sendable {
    private var judges: [any Judge]
    /// The promises of the judges.
    private static let promises = Self.all.map { $0.property }
    /// For each kind of event, the judges that want to see it.
    private static let audience = Self.seats(Self.all)
    private var file: CaseFile
    private var bench: Bench
    private var keeper = GoalKeeper()
    private var gauge = Gauge()
    private var seen = 0

    package init(_ view: HistoryView) {
        self.judges = Self.all.map { $0.init() }
        self.file = CaseFile(view)
        self.bench = Bench(view)
    }

    private static func seats(_ judges: [any Judge.Type]) -> [[Int]] {
        let kinds = (HistoryEvent.Kind.allCases.map(\.rawValue).max() ?? 0) + 1
        var seats: [[Int]] = Array(repeating: [], count: Int(kinds))
        for (place, judge) in judges.enumerated() {
            for kind in judge.interests { seats[Int(kind.rawValue)].append(place) }
        }
        return seats
    }

    /// Reads the events since the last call.
    package mutating func read(_ view: HistoryView) {
        self.file.update(view)
        self.bench.update(view)
        let (audience, promises) = (Self.audience, Self.promises)
        for index in self.seen..<view.events.count {
            let event = view.events[index]
            self.file.turn(to: event, at: index)
            for place in audience[Int(event.kind.rawValue)] {
                self.bench.property = promises[place]
                self.judges[place].see(event, at: index, self.file, &self.bench)
            }
            self.keeper.see(event, self.file)
            self.gauge.see(event, self.file)
            self.file.take(event, at: index)
            if event.kind == .settled, !event.isUnwatched { self.rest(at: index) }
        }
        self.seen = view.events.count
    }

    private mutating func rest(at index: Int) {
        for place in self.judges.indices {
            self.bench.property = Self.promises[place]
            self.judges[place].rest(at: index, self.file, &self.bench)
        }
        self.file.rested()
    }

    /// Compares the log with the notifications that the service has at the end, user by user.
    package mutating func compare(standing: [[AppChange]]) {
        for (user, changes) in standing.enumerated() where user < self.file.feeds.count {
            let there = Set(changes.map { Kept(id: $0.id, generation: $0.generation, version: $0.version) })
            let feed = self.file.feeds[user]
            feed.notifications.forEach { id, standing in
                guard standing.isLive else { return }
                let kept = Kept(
                    id: self.file.name(id), generation: Int(clamping: standing.entry.generation),
                    version: Int(clamping: standing.entry.version))
                let isHandled = standing.entry.states.isHandled
                self.bench.property = isHandled ? .p39 : .p1
                self.bench.judge(atRisk: feed.entries.count > 1)
                guard !there.contains(kept) else { return }
                self.bench.object(
                    "gone", [standing.entry.index],
                    "the service no longer has \(self.file.name(id)), which was \(standing.entry.states.words)")
            }
        }
    }

    private struct Kept: Hashable {
        var id: String
        var generation: Int
        var version: Int
    }

    /// Reports a violation that was found elsewhere.
    ///
    /// A violation without events is placed at the end of the history.
    package mutating func object(_ property: Property, _ kind: String, _ witness: String, _ events: [Int] = []) {
        self.bench.property = property
        self.bench.object(kind, events.isEmpty && self.seen > 0 ? [self.seen - 1] : events, witness)
    }

    /// Counts violations that were found elsewhere.
    package mutating func count(violations: Int, of property: Property) {
        self.bench[property].violations += violations
    }

    /// Counts a check of a promise that is judged elsewhere.
    package mutating func judge(_ property: Property, atRisk: Bool) {
        self.bench.property = property
        self.bench.judge(atRisk: atRisk)
    }

    /// Informs the judges of the network: with long latencies, no device counts as late.
    package mutating func expect(_ network: LabNetwork) { self.file.isNetworkUsual = network.isUsuallyFast }

    /// Returns the measures of the whole run.
    ///
    /// - Parameter traffic: The bytes of each device, if they were counted.
    package func measures(traffic: [UInt64]) -> Measures {
        var gauge = self.gauge
        gauge.conclude(traffic: traffic)
        return gauge.measures
    }

    package var goals: Goals { self.keeper.goals }

    package var violations: [Violation] { self.bench.violations }

    package var counts: [Property: PropertyCount] {
        Dictionary(uniqueKeysWithValues: Property.allCases.map { ($0, self.bench[$0]) })
    }
}
