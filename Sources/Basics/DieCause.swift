/// What led to a decision: a step of the plan, and how many hops away from it the decision is taken.
package struct DieCause: Hashable, Sendable {
    package let step: UInt32
    package let hop: UInt32

    package init(step: UInt32, hop: UInt32 = 0) {
        self.step = step
        self.hop = hop
    }

    /// What the die takes in: the step above, the hop below.
    package var number: UInt64 { UInt64(self.step) << 32 | UInt64(self.hop) }
}
