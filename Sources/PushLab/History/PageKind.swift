/// The kind of page that a reader gets.
package struct PageKind: Hashable, Sendable {
    /// Whether the page belongs to a read from the beginning.
    package var isFull: Bool
    /// Whether the page completes the read.
    package var isLast: Bool
    /// Whether the page continues a read that an earlier page began.
    package var isContinued = false
    /// The age limit of the page in days: the page leaves out older changes. Nil when no changes are left out.
    package var days: Int?

    init(isFull: Bool, isLast: Bool) {
        self.isFull = isFull
        self.isLast = isLast
    }
}
