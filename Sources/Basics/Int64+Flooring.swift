extension Int64 {
    /// Returns the quotient rounded down and the non-negative remainder, for a positive divisor.
    package func floored(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        precondition(divisor > 0, "only positive numbers divide time")
        let (quotient, remainder) = self.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
