/// The cause of a decision: a step of the plan, and a hop. The hop says how far the decision is from the step, or on
/// which path it is made.
package struct DieCause: Hashable, Sendable {
    package let step: UInt32
    package let hop: UInt32

    package init(step: UInt32, hop: UInt32 = 0) {
        self.step = step
        self.hop = hop
    }

    /// Returns the cause of the decisions that follow from a decision with this cause.
    ///
    /// Each message that an event sends has a place, counted from zero. The first message gets the next hop. The hops
    /// of the other messages are spread over all 2³² values, so that each message leads to its own random decisions.
    /// The place is mixed into the hop. If the place were added, different paths could get the same hop.
    package func next(place: UInt64 = 0) -> DieCause {
        let hop = self.hop &+ 1
        guard place > 0 else { return DieCause(step: self.step, hop: hop) }
        return DieCause(step: self.step, hop: UInt32(truncatingIfNeeded: DieMix.absorb(place, into: UInt64(hop))))
    }

    /// The number that the die uses: the step in the upper half, the hop in the lower half.
    package var number: UInt64 { UInt64(self.step) << 32 | UInt64(self.hop) }
}
