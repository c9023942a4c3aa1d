import BenchReport

/// Two contenders that alternate in slices of a few milliseconds, so that disturbances of the machine affect both.
struct Duel {
    let ours: Lane
    let peer: Lane

    /// The median nanoseconds for one unit of our work, and the median ratio of our time to the peer's in adjacent
    /// slices.
    struct Result {
        let nanoseconds: Double
        let ratio: Double
    }

    /// The nanoseconds for one unit of work of each contender, in two adjacent slices.
    private struct Sample {
        let ours: Double
        let peer: Double
    }

    private static let slices = 24

    /// The complaints about wrong results. Read this property first, because reading it also warms both contenders up.
    var complaints: [String] {
        [self.ours, self.peer].compactMap { lane in
            let right = lane.sweep()
            return right == lane.count ? nil : "\(lane.name) comes out right \(right) times of \(lane.count)"
        }
    }

    /// Measures slices of both contenders in turn. Each contender goes first in every second slice.
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

    /// Runs the rounds of all duels in turn.
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
