/// The kind of clock that a world has.
package enum WorldClockKind: String, Hashable, Sendable, CaseIterable {
    /// The time of the machine.
    case real
    /// The clock advances only when a test advances it.
    case virtual
}
