/// The place where a read continues: the decoded content of a cursor.
package enum ReadingPlace: Hashable, Sendable {
    /// The beginning of the feed, from which everything is read.
    case start
    /// The place after all changes up to a sequence number. The client has seen these changes.
    case after(epoch: UInt64, sequence: UInt64)
    /// A place within a read of several pages.
    case within(epoch: UInt64, Session)

    /// A read of several pages.
    package struct Session: Hashable, Sendable {
        /// The sequence number in the cursor from which the read began, or zero for a full read.
        package var from: UInt64
        /// The sequence number at which the previous page ended.
        package var position: UInt64
        /// The sequence number of the last change in the log when the read began.
        package var anchor: UInt64
        package var isFull: Bool

        package init(from: UInt64, position: UInt64, anchor: UInt64, isFull: Bool) {
            self.from = from
            self.position = position
            self.anchor = anchor
            self.isFull = isFull
        }
    }

    /// The sequence number of the last change before the next page.
    package var position: UInt64 {
        switch self {
        case .start: 0
        case .after(_, let sequence): sequence
        case .within(_, let session): session.position
        }
    }

    /// The sequence number up to which a read leaves out expired notifications.
    ///
    /// A read that continues from a cursor leaves out none. Its client may still have such a notification, and must
    /// learn that the notification expired.
    var expiredHiddenUpTo: UInt64 {
        switch self {
        case .start: .max
        case .after: 0
        case .within(_, let session): session.isFull ? session.anchor : 0
        }
    }
}
