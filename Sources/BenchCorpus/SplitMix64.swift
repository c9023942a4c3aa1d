/// The random generator of the corpus: integers only, the same sequence for a seed on every machine.
package struct SplitMix64: Sendable {
    private var state: UInt64

    package init(seed: UInt64) { self.state = seed }

    package mutating func next() -> UInt64 {
        self.state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = self.state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number in `0..<bound`.
    package mutating func below(_ bound: Int) -> Int {
        precondition(bound > 0, "an empty range has no roll")
        return Int(self.next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Returns a number in `range`.
    package mutating func within(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + self.below(range.count)
    }

    package mutating func chance(_ hits: Int, in outOf: Int) -> Bool { self.below(outOf) < hits }

    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[self.below(elements.count)] }

    /// Shuffles `elements`. The order of the standard library's shuffle is not guaranteed to stay the same.
    package mutating func shuffle<Element>(_ elements: inout [Element]) {
        for last in stride(from: elements.count - 1, to: 0, by: -1) {
            elements.swapAt(last, self.below(last + 1))
        }
    }
}
