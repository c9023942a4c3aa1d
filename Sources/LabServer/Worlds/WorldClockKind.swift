/// The clock of a world.
package enum WorldClockKind: String, Hashable, Sendable, CaseIterable {
    /// The time of the machine.
    case real
    /// A time that advances only when a test advances it.
    case virtual
}
