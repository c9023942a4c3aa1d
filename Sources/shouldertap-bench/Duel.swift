import BenchReport

/// Two contenders that take turns in slices of a few milliseconds, so that a machine that stutters disturbs both alike.
struct Duel {
    let ours: Lane
    let peer: Lane

    /// The median nanoseconds of one piece of our work, and the median ratio of neighbouring slices to the peer's.
    struct Result {
        let nanoseconds: Double
        let ratio: Double
    }

    /// The nanoseconds of one piece of work of each, in two slices that follow each other.
    private struct Sample {
        let ours: Double
        let peer: Double
    }

    private static let slices = 24

    /// Whoever gets its work wrong; must be asked first, because it warms both.
    var complaints: [String] {
        [self.ours, self.peer].compactMap { lane in
            let right = lane.sweep()
            return right == lane.count ? nil : "\(lane.name) comes out right \(right) times of \(lane.count)"
        }
    }

    /// Slices of both in turns; each leads every second time.
    private func round() -> [Sample] {
        (0..<Self.slices).map { slice in
            if slice.isMultiple(of: 2) {
                let ours = LaneRace.time(self.ours)
                return Sample(ours: ours, peer: LaneRace.time(self.peer))
            }
            let peer = LaneRace.time(self.peer)
            return Sample(ours: LaneRace.time(self.ours), peer: peer)
        }
    }

    /// Rounds of all duels in turns.
    static func run(_ duels: [Duel], rounds: Int) -> [Result] {
        var samples = duels.map { _ in [Sample]() }
        for _ in 0..<rounds {
            for place in duels.indices { samples[place] += duels[place].round() }
        }
        return samples.map { samples in
            Result(
                nanoseconds: Figure.median(samples.map(\.ours)),
                ratio: Figure.median(samples.map { $0.ours / $0.peer }))
        }
    }
}
