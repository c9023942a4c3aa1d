/// A sealed place in a feed. Only the service can make one or look inside.
package struct Cursor: Hashable, Sendable {
    package var text: String

    package init(_ text: String) { self.text = text }
}

/// Part of an answer to "what changed?".
///
/// A reader applies changes in the order in which they stand. It may be told of the same change again, in a later page
/// or when it asks again from an older cursor; versions let it notice. Only the last page yields a cursor, so a reader
/// that is interrupted starts again where it stood, and loses nothing.
package struct FeedPage: Hashable, Sendable {
    /// How to go on.
    package enum Next: Hashable, Sendable {
        /// There is more: ask with this, now.
        case more(Cursor)
        /// That was all: ask with this, next time.
        case done(Cursor)
    }

    package var changes: [Change]
    package var next: Next
    /// Where the reader stands behind this page, to be compared with the head of a tap.
    package var position: FeedPosition
    /// Whether this read began without a cursor: what none of its pages names is not in the feed.
    package var isFull: Bool

    package init(changes: [Change], next: Next, position: FeedPosition, isFull: Bool) {
        self.changes = changes
        self.next = next
        self.position = position
        self.isFull = isFull
    }
}
