/// What led to a decision: a step of the plan, and how many hops away from it, or by which of several ways, the
/// decision is taken.
package struct DieCause: Hashable, Sendable {
    package let step: UInt32
    package let hop: UInt32

    package init(step: UInt32, hop: UInt32 = 0) {
        self.step = step
        self.hop = hop
    }

    /// The cause of what follows from what is decided here.
    ///
    /// Messages that one event sends have places, from zero. All but the first get a hop that lies anywhere among the
    /// 2³², hardly ever where one is counted to, so that what follows from each rolls dice of its own. It is mixed and
    /// not added up: the second message of a third is not the third of a second.
    package func next(place: UInt64 = 0) -> DieCause {
        let hop = self.hop &+ 1
        guard place > 0 else { return DieCause(step: self.step, hop: hop) }
        return DieCause(step: self.step, hop: UInt32(truncatingIfNeeded: DieMix.absorb(place, into: UInt64(hop))))
    }

    /// What the die takes in: the step above, the hop below.
    package var number: UInt64 { UInt64(self.step) << 32 | UInt64(self.hop) }
}
