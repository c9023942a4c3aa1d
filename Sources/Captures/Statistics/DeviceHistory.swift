internal import Basics

/// What the statistics remember of one device: as much for a million pushes as for ten.
struct DeviceHistory: Sendable {
    private static let mostRemembered = 8
    /// Pushes less than this apart belong to one burst.
    private static let burstGap: Int64 = 10_000_000_000
    static let hour: Int64 = 3_600_000_000_000

    /// What one push added to the counts.
    struct Step: Equatable {
        var isDouble = false
        /// The length of a burst that ended.
        var endedBurst: Int?
        /// The taps of an hour that ended.
        var endedHour: Int?
    }

    private var digests: [UInt64] = []
    private var lastTime: Int64?
    private var burst = 0
    private var hour: Int64 = 0
    private var taps = 0

    /// - Parameter time: Nanoseconds since the start, where they are known.
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
            let hour = time.floored(by: Self.hour).quotient
            if hour != self.hour { step.endedHour = self.endHour() }
            self.hour = hour
            self.taps += 1
        }
        return step
    }

    /// What is still going on when the capture ends, or begins anew.
    mutating func finish() -> Step {
        defer { self.lastTime = nil }
        return Step(endedBurst: self.endBurst(), endedHour: self.endHour())
    }

    private mutating func endBurst() -> Int? {
        defer { self.burst = 0 }
        return self.burst > 0 ? self.burst : nil
    }

    private mutating func endHour() -> Int? {
        defer { self.taps = 0 }
        return self.taps > 0 ? self.taps : nil
    }
}
