import BenchReport

/// One contender: work that is done a known number of times and returns the number of correct results.
struct Lane {
    let name: String
    /// The number of units of work in one sweep.
    let count: Int
    let sweep: () -> Int
}

/// Times sweeps against each other in one run, so that disturbances affect all of them.
struct LaneRace {
    let rounds: Int

    /// Returns the median nanoseconds for one unit of work of each lane, or complaints about wrong results.
    ///
    /// Each round starts with another lane, and every second round runs backwards.
    func run(_ lanes: [Lane]) -> (nanoseconds: [Double], complaints: [String]) {
        let complaints = lanes.compactMap { lane -> String? in
            let right = lane.sweep()
            return right == lane.count ? nil : "\(lane.name) comes out right \(right) times of \(lane.count)"
        }
        guard complaints.isEmpty else { return ([], complaints) }
        var samples = lanes.map { _ in [Double]() }
        for round in 0..<self.rounds {
            for step in lanes.indices {
                let place = (round + step) % lanes.count
                let index = round.isMultiple(of: 2) ? place : lanes.count - 1 - place
                samples[index].append(Self.time(lanes[index]))
            }
        }
        return (samples.map(Figure.median), [])
    }

    /// Returns the nanoseconds of one unit of work.
    static func time(_ lane: Lane) -> Double {
        let start = Platform.threadNanoseconds()
        let right = lane.sweep()
        let end = Platform.threadNanoseconds()
        precondition(right == lane.count, "\(lane.name) changed its mind while timed")
        return Double(end - start) / Double(lane.count)
    }
}
