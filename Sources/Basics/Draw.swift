/// The random bits of one decision. Use a draw for one answer only, because two answers of one draw are not
/// independent.
package struct Draw: Hashable, Sendable {
    package let bits: UInt64

    package init(bits: UInt64) { self.bits = bits }

    /// Returns a uniform number from zero up to but not including `bound`.
    package func below(_ bound: UInt64) -> UInt64 {
        precondition(bound > 0, "an empty range has no draw")
        var product = self.bits.multipliedFullWidth(by: bound)
        // The high half is the result. Some products are drawn again, so that all results are equally likely.
        if product.low < bound {
            let surplus = (0 &- bound) % bound
            var attempt: UInt64 = 0
            while product.low < surplus {
                product = self.part(attempt).bits.multipliedFullWidth(by: bound)
                attempt += 1
            }
        }
        return product.high
    }

    /// Returns a uniform number in the range, including its ends.
    package func within(_ range: ClosedRange<Int64>) -> Int64 {
        let width = UInt64(bitPattern: range.upperBound &- range.lowerBound)
        let offset = width == .max ? self.bits : self.below(width + 1)
        return range.lowerBound &+ Int64(bitPattern: offset)
    }

    /// Returns a uniform interval in the range, including its ends, in whole microseconds.
    package func within(_ range: ClosedRange<Interval>) -> Interval {
        Interval(microseconds: self.within(range.lowerBound.microseconds...range.upperBound.microseconds))
    }

    /// Returns true with these odds. If a draw returns true at some odds, it also returns true at all higher odds.
    package func happens(_ odds: Odds) -> Bool { self.below(1_000_000) < UInt64(odds.partsPerMillion) }

    /// Returns one of the choices. Returns nil if there are no choices.
    package func choice<Choices: RandomAccessCollection>(of choices: Choices) -> Choices.Element? {
        guard !choices.isEmpty else { return nil }
        return choices[choices.index(choices.startIndex, offsetBy: Int(self.below(UInt64(choices.count))))]
    }

    /// Returns the numbers from zero up to but not including `count` in uniformly random order.
    package func permutation(of count: Int) -> [Int] {
        precondition(count >= 0, "there is no order of fewer than none")
        var order = Array(0..<count)
        for last in order.indices.dropFirst().reversed() {
            order.swapAt(last, Int(self.part(UInt64(last)).below(UInt64(last) + 1)))
        }
        return order
    }

    /// Returns a draw derived from this one, for a decision that needs several answers.
    func part(_ index: UInt64) -> Draw { Draw(bits: DieMix.absorb(index, into: self.bits)) }
}
