import Basics

/// Faults that a test planned and that have not taken place yet.
extension People {
    /// Uses up one planned fault of a kind. Returns false when none is planned.
    mutating func takesFault(at fault: WritableKeyPath<LinkFaults, Int>, _ device: Int) -> Bool {
        guard self.devices[device].plannedFaults[0][keyPath: fault] > 0 else { return false }
        self.devices[device].plannedFaults[0][keyPath: fault] -= 1
        return true
    }

    /// Uses up the next planned interval of a kind. Returns nil when none is planned.
    mutating func takesNext(at lengths: WritableKeyPath<LinkFaults, [Interval]>, _ device: Int) -> Interval? {
        guard !self.devices[device].plannedFaults[0][keyPath: lengths].isEmpty else { return nil }
        return self.devices[device].plannedFaults[0][keyPath: lengths].removeFirst()
    }

    /// Whether a storm currently cuts a device off from the service.
    @inline(__always)
    func isParted(_ device: Int, at now: Instant) -> Bool {
        guard self.devices[device].hasFaults else { return false }
        return self.devices[device].faults.partedUntil.map { now < $0 } ?? false
    }

    /// The delay that a storm adds to each message of a device.
    func slowness(of device: Int, at now: Instant) -> Interval {
        guard self.devices[device].hasFaults, let slowness = self.devices[device].faults.slowness, now < slowness.end
        else { return .zero }
        return slowness.lag
    }

    /// Cuts a device off from the service. Returns the time when the device can reach it again.
    mutating func part(_ device: Int, until end: Instant, at now: Instant) -> Instant {
        let last = max(self.devices[device].faults.partedUntil ?? now, end)
        self.devices[device].faults.partedUntil = last
        return last
    }
}
