extension Instant {
    /// The last instant, later than any real deadline.
    package static var distantFuture: Instant { Instant(microseconds: .max) }

    /// Adds an interval, and saturates on overflow. An overflow is possible because the interval may come from outside.
    package func later(by interval: Interval) -> Instant {
        let (sum, overflow) = self.microseconds.addingReportingOverflow(interval.microseconds)
        guard overflow else { return Instant(microseconds: sum) }
        return Instant(microseconds: interval.microseconds < 0 ? .min : .max)
    }
}
