import Basics

/// The pending faults of a storm, and the pending ends of faults that last for a while.
struct StormFront {
    /// A fault that begins or ends, and its device if the device is already known.
    struct Due {
        var mishap: Storm.Mishap
        var device: Scenario.DeviceName?
    }

    private var ahead: ArraySlice<Storm.Mishap>
    private var endings: [Due] = []
    /// The time during which the storm was paused.
    private var pause = Interval.zero

    init(_ storm: Storm) { self.ahead = storm.mishaps[...] }

    /// Removes and returns the next fault or end that is due by `end`.
    ///
    /// If a fault and an end are due at the same time, the end comes first.
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

    /// Records that a fault has begun, and schedules its end if it has one.
    mutating func begun(_ mishap: Storm.Mishap, _ device: Scenario.DeviceName) {
        guard let length = mishap.length, let deed = mishap.deed.end else { return }
        var end = mishap
        (end.time, end.deed, end.length) = (mishap.time + length, deed, nil)
        end.dice += StepDice.faultEnd
        self.endings.append(Due(mishap: end, device: device))
    }

    /// Cancels the end of a fault when the test itself changes the same state of the device.
    mutating func giveWay(to deed: Scenario.DeviceDeed, _ device: Scenario.DeviceName) {
        guard let end = deed.end ?? (deed.isEnd ? deed : nil) else { return }
        self.endings.removeAll { $0.device == device && $0.mishap.deed == end }
    }

    /// Removes and returns all pending ends, so that the caller can carry them out now.
    mutating func endAll() -> [Due] {
        defer { self.endings = [] }
        return self.endings
    }

    mutating func pause(_ time: Interval) { self.pause = self.pause + time }
}
