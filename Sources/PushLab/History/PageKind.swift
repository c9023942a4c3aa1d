/// What sort of page a reader gets.
package struct PageKind: Hashable, Sendable {
    /// It belongs to a read from the beginning.
    package var isFull: Bool
    /// The read is complete with it.
    package var isLast: Bool
    /// It goes on where another page of the same read ended.
    package var isContinued = false
    /// How many days back it reaches; nil when nothing is left out.
    package var days: Int?

    init(isFull: Bool, isLast: Bool) {
        self.isFull = isFull
        self.isLast = isLast
    }
}
