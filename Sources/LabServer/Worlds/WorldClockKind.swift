/// The clock of a world.
package enum WorldClockKind: String, Hashable, Sendable, CaseIterable {
    /// The time of the machine.
    case real
    /// A time that moves only when a test moves it.
    case virtual
}
