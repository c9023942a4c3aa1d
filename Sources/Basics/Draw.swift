/// What the die gave for one decision. It answers one question: two answers of the same draw are not independent.
package struct Draw: Hashable, Sendable {
    package let bits: UInt64

    package init(bits: UInt64) { self.bits = bits }

    /// A whole number from zero up to but not including `bound`, each as likely as the others.
    package func below(_ bound: UInt64) -> UInt64 {
        precondition(bound > 0, "an empty range has no draw")
        var product = self.bits.multipliedFullWidth(by: bound)
        // The high half is the number; the few products that would make some numbers likelier are drawn again.
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

    /// A number of the range, its ends included.
    package func within(_ range: ClosedRange<Int64>) -> Int64 {
        let width = UInt64(bitPattern: range.upperBound &- range.lowerBound)
        let offset = width == .max ? self.bits : self.below(width + 1)
        return range.lowerBound &+ Int64(bitPattern: offset)
    }

    /// A length of time of the range, its ends included, to the microsecond.
    package func within(_ range: ClosedRange<Interval>) -> Interval {
        Interval(microseconds: self.within(range.lowerBound.microseconds...range.upperBound.microseconds))
    }

    /// Whether it happens. What happens at some odds happens at all higher odds too.
    package func happens(_ odds: Odds) -> Bool { self.below(1_000_000) < UInt64(odds.partsPerMillion) }

    /// One of the choices, or nil when there is none.
    package func choice<Choices: RandomAccessCollection>(of choices: Choices) -> Choices.Element? {
        guard !choices.isEmpty else { return nil }
        return choices[choices.index(choices.startIndex, offsetBy: Int(self.below(UInt64(choices.count))))]
    }

    /// The numbers from zero up to but not including `count` in some order, each order as likely as the others.
    package func permutation(of count: Int) -> [Int] {
        precondition(count >= 0, "there is no order of fewer than none")
        var order = Array(0..<count)
        for last in order.indices.dropFirst().reversed() {
            order.swapAt(last, Int(self.part(UInt64(last)).below(UInt64(last) + 1)))
        }
        return order
    }

    /// A draw that belongs to this one, for an answer that takes several.
    func part(_ index: UInt64) -> Draw { Draw(bits: DieMix.absorb(index, into: self.bits)) }
}
