extension Draw {
    /// No exponential time is longer than so many of its means.
    package static let mostMeans: Int64 = 45

    /// The time until something that keeps no memory happens, `exp(40ms)` in a scenario.
    package func exponential(mean: Interval) -> Interval {
        precondition(mean >= .zero, "a mean time is not negative")
        let product = UInt64(mean.microseconds)
            .multipliedFullWidth(by: LogarithmTable.negativeLogarithm(of: self.bits))
        // Back from fixed-point, rounded to the nearest; only a mean of millennia does not fit.
        let (low, carried) = product.low.addingReportingOverflow(1 << 31)
        let high = product.high + (carried ? 1 : 0)
        guard high < 1 << 31 else { return Interval(microseconds: .max) }
        return Interval(microseconds: Int64(high << 32 | low >> 32))
    }
}
