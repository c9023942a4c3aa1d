import Basics

/// The mishaps of a storm that are still to come, and the ends of those that last.
struct StormFront {
    /// A mishap, and whom it befalls if that is settled.
    struct Due {
        var mishap: Storm.Mishap
        var device: Scenario.DeviceName?
    }

    private var ahead: ArraySlice<Storm.Mishap>
    private var endings: [Due] = []
    /// How long no time has passed for the storm.
    private var pause = Interval.zero

    init(_ storm: Storm) { self.ahead = storm.mishaps[...] }

    /// Takes out what happens next, if it happens by some moment. Ends come before beginnings.
    mutating func next(by end: Instant) -> (moment: Instant, due: Due)? {
        let ending = self.endings.indices.min { self.endings[$0].mishap.time < self.endings[$1].mishap.time }
        let first = self.ahead.first
        if let ending, first.map({ self.endings[ending].mishap.time <= $0.time }) ?? true {
            let moment = self.moment(of: self.endings[ending].mishap)
            return moment <= end ? (moment, self.endings.remove(at: ending)) : nil
        }
        guard let first, self.moment(of: first) <= end else { return nil }
        self.ahead.removeFirst()
        return (self.moment(of: first), Due(mishap: first))
    }

    private func moment(of mishap: Storm.Mishap) -> Instant {
        LabTime.start.later(by: self.pause).later(by: mishap.time)
    }

    /// A mishap has begun; one that lasts will end.
    mutating func begun(_ mishap: Storm.Mishap, _ device: Scenario.DeviceName) {
        guard let length = mishap.length, let deed = mishap.deed.end else { return }
        var end = mishap
        (end.time, end.deed, end.length) = (mishap.time + length, deed, nil)
        end.dice += StepDice.faultEnd
        self.endings.append(Due(mishap: end, device: device))
    }

    /// What somebody does to a device by intention stays.
    mutating func giveWay(to deed: Scenario.DeviceDeed, _ device: Scenario.DeviceName) {
        guard let end = deed.end ?? (deed.isEnd ? deed : nil) else { return }
        self.endings.removeAll { $0.device == device && $0.mishap.deed == end }
    }

    /// Takes out the ends of all that lasts, which end now.
    mutating func endAll() -> [Due] {
        defer { self.endings = [] }
        return self.endings
    }

    mutating func pause(_ time: Interval) { self.pause = self.pause + time }
}
