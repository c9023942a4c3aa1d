/// Every decision that chance takes, as a pure function of why it is taken.
///
/// There is no stream to advance: taking a device, a step or a whole kind of decision out of a run moves no
/// other number. The derivation is a format: a seed that somebody wrote down must mean the same in every later
/// build, so a change of any number needs a new ``format``.
package struct Die: Hashable, Sendable {
    /// The version of the derivation. Histories and golden values belong to one.
    package static let format = 1

    package let seed: UInt64

    package init(seed: UInt64) { self.seed = seed }

    /// The draw of decision number `n` among those that `entity` takes for one purpose and one cause.
    package func draw(_ purpose: DiePurpose, entity: UInt64, cause: DieCause, n: UInt64 = 0) -> Draw {
        Draw(bits: die(seed: self.seed, purpose: purpose, entity: entity, cause: cause, n: n))
    }
}

/// 64 even bits for one decision. Each input alone decides all of them: with the other four fixed, no two of its
/// values give the same bits.
package func die(seed: UInt64, purpose: DiePurpose, entity: UInt64, cause: DieCause, n: UInt64) -> UInt64 {
    var bits = DieMix.absorb(seed, into: DieMix.start)
    bits = DieMix.absorb(UInt64(purpose.number), into: bits)
    bits = DieMix.absorb(entity, into: bits)
    bits = DieMix.absorb(cause.number, into: bits)
    return DieMix.absorb(n, into: bits)
}
