/// A source of random decisions. Each decision is a pure function of its inputs.
///
/// The die has no stream to advance. If a device, a step or a whole kind of decision is removed from a run, all other
/// decisions stay the same. The derivation is a format: a recorded seed must mean the same in every later build. Any
/// change of the resulting numbers needs a new ``format``.
package struct Die: Hashable, Sendable {
    /// The version of the rules by which the die derives its numbers. Each history and each golden value belongs to one
    /// version.
    package static let format = 1

    package let seed: UInt64

    package init(seed: UInt64) { self.seed = seed }

    /// Returns the draw for one decision. `n` is the number of the decision among all decisions of `entity` with the
    /// same purpose and cause.
    package func draw(_ purpose: DiePurpose, entity: UInt64, cause: DieCause, n: UInt64 = 0) -> Draw {
        Draw(bits: die(seed: self.seed, purpose: purpose, entity: entity, cause: cause, n: n))
    }
}

/// Returns 64 uniform bits for one decision.
///
/// The function is one-to-one in each input: if only one input changes, the bits change too.
package func die(seed: UInt64, purpose: DiePurpose, entity: UInt64, cause: DieCause, n: UInt64) -> UInt64 {
    var bits = DieMix.absorb(seed, into: DieMix.start)
    bits = DieMix.absorb(UInt64(purpose.number), into: bits)
    bits = DieMix.absorb(entity, into: bits)
    bits = DieMix.absorb(cause.number, into: bits)
    return DieMix.absorb(n, into: bits)
}
