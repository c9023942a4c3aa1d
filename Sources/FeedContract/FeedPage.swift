/// A sealed place in a feed. Only the service can create or read a cursor.
package struct Cursor: Hashable, Sendable {
    package var text: String

    package init(_ text: String) { self.text = text }
}

/// One page of the answer to "what changed?".
///
/// A reader applies changes in their order. It may get the same change again, in a later page or after reading from an
/// older cursor. It recognises such duplicates by their versions. Only the last page has a cursor to keep. So an
/// interrupted reader starts again from its old cursor and loses nothing.
package struct FeedPage: Hashable, Sendable {
    /// The way to continue.
    package enum Next: Hashable, Sendable {
        /// There are more changes: fetch with this cursor now.
        case more(Cursor)
        /// There are no more changes: fetch with this cursor next time.
        case done(Cursor)
    }

    package var changes: [Change]
    package var next: Next
    /// The reader's position after this page. It can be compared with the head of a tap.
    package var position: FeedPosition
    /// Whether this read began without a cursor. If so, a notification that is on none of its pages is not in the feed.
    package var isFull: Bool

    package init(changes: [Change], next: Next, position: FeedPosition, isFull: Bool) {
        self.changes = changes
        self.next = next
        self.position = position
        self.isFull = isFull
    }
}
