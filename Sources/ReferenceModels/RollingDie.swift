import Basics

/// A die that gives a sequence of numbers. The same seed gives the same numbers on every platform.
package struct RollingDie: Sendable {
    private static let purpose = DiePurpose(number: 37)

    private let die: Die
    private var rolls: UInt64 = 0

    package init(seed: UInt64) { self.die = Die(seed: seed) }

    private mutating func roll() -> Draw {
        defer { self.rolls += 1 }
        return self.die.draw(Self.purpose, entity: 0, cause: DieCause(step: 0), n: self.rolls)
    }

    package mutating func next() -> UInt64 { self.roll().bits }

    /// Returns a number from zero up to but not including `bound`.
    package mutating func below(_ bound: Int) -> Int { Int(self.roll().below(UInt64(bound))) }

    package mutating func coin() -> Bool { self.below(2) == 0 }

    package mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[self.below(choices.count)] }
}
