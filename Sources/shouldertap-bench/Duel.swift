import BenchReport

/// Two contenders that take turns in slices of a few milliseconds, so that a machine that stutters disturbs both alike.
struct Duel {
    let ours: Lane
    let peer: Lane

    /// The median nanoseconds of one piece of our work, and the median of the rounds' ratios to the peer's.
    struct Result {
        let nanoseconds: Double
        let ratio: Double
    }

    private static let slices = 12

    /// Whoever gets its work wrong; must be asked first, because it warms both.
    var complaints: [String] {
        [self.ours, self.peer].compactMap { lane in
            let right = lane.sweep()
            return right == lane.count ? nil : "\(lane.name) comes out right \(right) times of \(lane.count)"
        }
    }

    /// One round: the nanoseconds of one piece of work of each.
    func round() -> (ours: Double, peer: Double) {
        var (ours, peer) = (0.0, 0.0)
        for slice in 0..<Self.slices {
            // Each leads every second slice.
            if slice.isMultiple(of: 2) { ours += LaneRace.time(self.ours) }
            peer += LaneRace.time(self.peer)
            if !slice.isMultiple(of: 2) { ours += LaneRace.time(self.ours) }
        }
        return (ours / Double(Self.slices), peer / Double(Self.slices))
    }

    /// Rounds of all duels in turns.
    static func run(_ duels: [Duel], rounds: Int) -> [Result] {
        var samples = duels.map { _ in [(ours: Double, peer: Double)]() }
        for _ in 0..<rounds {
            for place in duels.indices { samples[place].append(duels[place].round()) }
        }
        return samples.map { samples in
            Result(
                nanoseconds: Figure.median(samples.map(\.ours)),
                ratio: Figure.median(samples.map { $0.ours / $0.peer }))
        }
    }
}
