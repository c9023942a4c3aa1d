/// A source of random decisions, each a pure function of its reason.
///
/// There is no stream to advance. So removing a device, a step or a whole kind of decision from a run changes no other
/// number. The derivation is a format: a recorded seed must mean the same in every later build, so a change of any
/// number needs a new ``format``.
package struct Die: Hashable, Sendable {
    /// The version of the derivation. Histories and golden values belong to one.
    package static let format = 1

    package let seed: UInt64

    package init(seed: UInt64) { self.seed = seed }

    /// Returns the draw of decision number `n` among the decisions of `entity` for one purpose and one cause.
    package func draw(_ purpose: DiePurpose, entity: UInt64, cause: DieCause, n: UInt64 = 0) -> Draw {
        Draw(bits: die(seed: self.seed, purpose: purpose, entity: entity, cause: cause, n: n))
    }
}

/// Returns 64 uniform bits for one decision.
///
/// The function is one-to-one in each input: with the other four fixed, no two values of it give the same bits.
package func die(seed: UInt64, purpose: DiePurpose, entity: UInt64, cause: DieCause, n: UInt64) -> UInt64 {
    var bits = DieMix.absorb(seed, into: DieMix.start)
    bits = DieMix.absorb(UInt64(purpose.number), into: bits)
    bits = DieMix.absorb(entity, into: bits)
    bits = DieMix.absorb(cause.number, into: bits)
    return DieMix.absorb(n, into: bits)
}
