/// The kind of page that a reader gets.
package struct PageKind: Hashable, Sendable {
    /// Whether it belongs to a read from the beginning.
    package var isFull: Bool
    /// Whether the read is complete with it.
    package var isLast: Bool
    /// Whether it continues a read that an earlier page began.
    package var isContinued = false
    /// The number of days that it reaches back; nil when nothing is left out.
    package var days: Int?

    init(isFull: Bool, isLast: Bool) {
        self.isFull = isFull
        self.isLast = isLast
    }
}
