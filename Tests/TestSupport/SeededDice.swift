/// SplitMix64: the same seed rolls the same numbers in every process, on every version of Swift.
package struct SeededDice: Sendable {
    private var state: UInt64

    package init(seed: UInt64) { self.state = seed }

    package mutating func next() -> UInt64 {
        self.state &+= 0x9E37_79B9_7F4A_7C15
        var z = self.state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from zero up to but not including `bound`.
    package mutating func below(_ bound: Int) -> Int {
        precondition(bound > 0, "an empty range has no roll")
        return Int(self.next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    package mutating func coin() -> Bool { self.below(2) == 0 }

    /// One of `choices`, which must not be empty.
    package mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[self.below(choices.count)] }

    /// A stream of its own: more rolls here cannot shift what another reader of the dice sees.
    package mutating func fork() -> SeededDice { SeededDice(seed: self.next()) }
}
