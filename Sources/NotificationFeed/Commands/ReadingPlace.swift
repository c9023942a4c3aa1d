/// Where a read goes on: what a cursor says once it is opened.
package enum ReadingPlace: Hashable, Sendable {
    /// From nothing: everything is read.
    case start
    /// Behind all that was seen up to a sequence.
    case after(epoch: UInt64, sequence: UInt64)
    /// In the middle of a read of several pages.
    case within(epoch: UInt64, Session)

    /// A read of several pages.
    package struct Session: Hashable, Sendable {
        /// The cursor from which the read began; zero for a full one.
        package var from: UInt64
        /// The page before ended here.
        package var position: UInt64
        /// The head of the log when the read began.
        package var anchor: UInt64
        package var isFull: Bool

        package init(from: UInt64, position: UInt64, anchor: UInt64, isFull: Bool) {
            self.from = from
            self.position = position
            self.anchor = anchor
            self.isFull = isFull
        }
    }

    /// The sequence behind which the next page begins.
    package var position: UInt64 {
        switch self {
        case .start: 0
        case .after(_, let sequence): sequence
        case .within(_, let session): session.position
        }
    }

    /// Up to where what expired is no news. Whoever reads on from a cursor may hold it, and must hear of it.
    var expiredHiddenUpTo: UInt64 {
        switch self {
        case .start: .max
        case .after: 0
        case .within(_, let session): session.isFull ? session.anchor : 0
        }
    }
}
