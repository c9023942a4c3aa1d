import BenchReport
private import CAllocationCounter

/// Times contenders against each other in one run, so that disturbances affect all of them.
struct Race {
    /// The time of a contender for one payload.
    struct Result {
        let name: String
        let readsArrays: Bool
        let nanoseconds: Double
    }

    let rounds: Int

    /// Warms all contenders up. Then each contender sweeps the set once per round, and each round starts with another
    /// contender.
    ///
    /// Every second round runs backwards, so that no contender always follows the contender that leaves the caches
    /// coldest.
    func run(_ contenders: [any Contender], over set: PayloadSet) -> [Result] {
        var samples = contenders.map { _ in [Double]() }
        for contender in contenders { _ = self.time(contender, over: set) }
        for round in 0..<self.rounds {
            for step in contenders.indices {
                let place = (round + step) % contenders.count
                let lane = round.isMultiple(of: 2) ? place : contenders.count - 1 - place
                samples[lane].append(self.time(contenders[lane], over: set))
            }
        }
        return zip(contenders, samples).map { contender, times in
            Result(
                name: contender.name, readsArrays: contender.readsArrays,
                nanoseconds: Figure.median(times) / Double(set.samples.count))
        }
    }

    private func time(_ contender: any Contender, over set: PayloadSet) -> Double {
        if contender.readsArrays { self.touchArrays(of: set) } else { self.touch(set.joined) }
        let start = Platform.threadNanoseconds()
        let yes = contender.sweep(set)
        let end = Platform.threadNanoseconds()
        precondition(yes == set.expected(contender.question), "\(contender.name) changed its mind while timed")
        return Double(end - start)
    }

    /// Reads the bytes, so that they are in the caches again.
    private func touch(_ bytes: [UInt8]) {
        var sum: UInt64 = 0
        for byte in bytes { sum &+= UInt64(byte) }
        allocation_counter_consume(sum)
    }

    private func touchArrays(of set: PayloadSet) {
        for bytes in set.arrays { self.touch(bytes) }
    }
}
