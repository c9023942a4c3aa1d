extension Instant {
    /// Behind every moment that anything waits for.
    package static var distantFuture: Instant { Instant(microseconds: .max) }

    /// Saturates at the end of time: an interval may come from outside.
    package func later(by interval: Interval) -> Instant {
        let (sum, overflow) = self.microseconds.addingReportingOverflow(interval.microseconds)
        guard overflow else { return Instant(microseconds: sum) }
        return Instant(microseconds: interval.microseconds < 0 ? .min : .max)
    }
}
