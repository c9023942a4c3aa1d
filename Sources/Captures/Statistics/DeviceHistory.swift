internal import Basics

/// The statistics of one device, in constant memory.
struct DeviceHistory: Sendable {
    private static let mostRemembered = 8
    /// The maximum gap between pushes of one burst, in nanoseconds.
    private static let burstGap: Int64 = 10_000_000_000
    static let hour: Int64 = 3_600_000_000_000

    /// The changes of the statistics that one push causes.
    struct Step: Equatable {
        var isDouble = false
        /// The length of a burst that ended.
        var endedBurst: Int?
        /// The number of taps in each hour that ended.
        var endedHours: [Int] = []
    }

    private var digests: [UInt64] = []
    private var lastTime: Int64?
    private var burst = 0
    /// The hour of the latest tap. Pushes are not always recorded in order, so `earlier` keeps the previous hour with
    /// taps.
    private var current = Hour()
    private var earlier = Hour()

    private struct Hour {
        var number: Int64 = .min
        var taps = 0
    }

    /// - Parameter time: The nanoseconds since the start, if known.
    mutating func take(digest: UInt64, time: Int64?, isWake: Bool) -> Step {
        var step = Step(isDouble: self.digests.contains(digest))
        self.digests.append(digest)
        if self.digests.count > Self.mostRemembered { self.digests.removeFirst() }
        guard let time else { return step }
        let isClose = self.lastTime.map { last in
            let (gap, isFar) = time.subtractingReportingOverflow(last)
            return time >= last && !isFar && gap < Self.burstGap
        }
        if isClose != true { step.endedBurst = self.endBurst() }
        self.burst += 1
        self.lastTime = time
        if isWake {
            self.tap(in: time.floored(by: Self.hour).quotient, &step)
        }
        return step
    }

    /// Returns the counts of the burst and the hours that are still open when the capture or a part of it ends.
    mutating func finish() -> Step {
        defer { self.lastTime = nil }
        var step = Step(endedBurst: self.endBurst())
        Self.end(&self.earlier, &step)
        Self.end(&self.current, &step)
        return step
    }

    private mutating func tap(in hour: Int64, _ step: inout Step) {
        if hour > self.current.number {
            Self.end(&self.earlier, &step)
            (self.earlier, self.current) = (self.current, Hour(number: hour))
        }
        guard hour < self.current.number else { return self.current.taps += 1 }
        if hour != self.earlier.number {
            Self.end(&self.earlier, &step)
            self.earlier.number = hour
        }
        self.earlier.taps += 1
    }

    private static func end(_ hour: inout Hour, _ step: inout Step) {
        if hour.taps > 0 { step.endedHours.append(hour.taps) }
        hour = Hour()
    }

    private mutating func endBurst() -> Int? {
        defer { self.burst = 0 }
        return self.burst > 0 ? self.burst : nil
    }
}
