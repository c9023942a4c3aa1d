extension Draw {
    /// The maximum of an exponential time, as a multiple of its mean.
    package static let mostMeans: Int64 = 45

    /// Returns an exponentially distributed time, written `exp(40ms)` in a scenario.
    package func exponential(mean: Interval) -> Interval {
        precondition(mean >= .zero, "a mean time is not negative")
        let product = UInt64(mean.microseconds)
            .multipliedFullWidth(by: LogarithmTable.negativeLogarithm(of: self.bits))
        // Converts from fixed-point, rounding to the nearest. Only a mean of millennia overflows.
        let (low, carried) = product.low.addingReportingOverflow(1 << 31)
        let high = product.high + (carried ? 1 : 0)
        guard high < 1 << 31 else { return Interval(microseconds: .max) }
        return Interval(microseconds: Int64(high << 32 | low >> 32))
    }
}
